/// A CompressedCertificate message, in the place of a Certificate (RFC 8879, section 4).
package struct CompressedCertificate: Hashable, Sendable {
  /// CertificateCompressionAlgorithm.
  package enum Algorithm {
    package static let zlib: UInt16 = 1
    package static let brotli: UInt16 = 2
    package static let zstd: UInt16 = 3
  }

  package var algorithm: UInt16
  /// The declared length of the message's text.
  package var length: Int
  package var compressed: [UInt8]

  package init(algorithm: UInt16, length: Int, compressed: [UInt8]) {
    self.algorithm = algorithm
    self.length = length
    self.compressed = compressed
  }

  /// Nil when the lengths do not add up.
  package init?(body: ArraySlice<UInt8>) {
    var cursor = ByteCursor(body)
    guard let algorithm = cursor.uint16(), let length = cursor.uint24(), let compressed = cursor.vector24(),
      cursor.isAtEnd
    else { return nil }
    self.init(algorithm: algorithm, length: length, compressed: Array(compressed))
  }

  package var body: [UInt8] {
    var writer = ByteWriter(reserving: compressed.count + 8)
    writer.uint16(algorithm)
    writer.uint8(UInt8(truncatingIfNeeded: length >> 16))
    writer.uint16(UInt16(truncatingIfNeeded: length))
    writer.vector24 { $0.append(compressed) }
    return writer.bytes
  }

  /// The body of the Certificate message, whatever the algorithm says: only zlib is known here.
  ///
  /// - Parameter limit: in bytes; nil comes out for what is longer, and for what is not compressed by zlib.
  package func text(limit: Int = HandshakeReader.longestMessage) -> [UInt8]? {
    Zlib.inflate(compressed[...], limit: limit)
  }
}
