/// A SignedCertificateTimestamp as it came (RFC 6962, section 3.2).
package struct SignedCertificateTimestamp: Sendable, Hashable {
  /// SHA-256 of the log's SubjectPublicKeyInfo.
  package var logID: [UInt8]
  /// Since 1970.
  var milliseconds: UInt64
  /// CtExtensions.
  var extensions: [UInt8]
  /// HashAlgorithm and SignatureAlgorithm (RFC 5246, section 7.4.1.4.1).
  var hashAlgorithm: UInt8
  var signatureAlgorithm: UInt8
  var signature: [UInt8]

  static let sha256: UInt8 = 4
  static let rsa: UInt8 = 1
  static let ecdsa: UInt8 = 3

  /// A real list has a handful; the rest of a longer one is ignored.
  private static let mostEntries = 100

  /// The entries of a SignedCertificateTimestampList (section 3.3), those of unknown versions left out; nil when the
  /// list is malformed.
  static func list(_ bytes: [UInt8]) -> [SignedCertificateTimestamp]? {
    var outer = Fields(bytes[...])
    guard let content = outer.vector(2), outer.isAtEnd, !content.isEmpty else { return nil }
    var entries: [SignedCertificateTimestamp] = []
    var list = Fields(content)
    while !list.isAtEnd {
      guard let entry = list.vector(2), !entry.isEmpty, entries.count < mostEntries else { return nil }
      // Other versions may look otherwise (section 3.3: clients ignore what they do not understand).
      guard entry.first == 0 else { continue }
      guard let timestamp = SignedCertificateTimestamp(entry.dropFirst()) else { return nil }
      entries.append(timestamp)
    }
    return entries
  }

  private init?(_ bytes: ArraySlice<UInt8>) {
    var fields = Fields(bytes)
    guard let logID = fields.take(32), let milliseconds = fields.integer(8), let extensions = fields.vector(2),
      let hash = fields.integer(1), let algorithm = fields.integer(1), let signature = fields.vector(2), fields.isAtEnd
    else { return nil }
    self.logID = Array(logID)
    self.milliseconds = milliseconds
    self.extensions = Array(extensions)
    hashAlgorithm = UInt8(hash)
    signatureAlgorithm = UInt8(algorithm)
    self.signature = Array(signature)
  }

  /// The content that the log has signed if it saw this entry.
  func signedPart(of entry: LoggedEntry) -> [UInt8] {
    // v1, certificate_timestamp.
    [0, 0] + Self.bigEndian(milliseconds, 8) + entry.bytes + Self.bigEndian(UInt64(extensions.count), 2) + extensions
  }

  static func bigEndian(_ value: UInt64, _ width: Int) -> [UInt8] {
    (0..<width).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * (width - 1 - $0))) }
  }
}

/// Reads fields of TLS's presentation language, never past the end.
private struct Fields {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard rest.count >= count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  mutating func integer(_ width: Int) -> UInt64? { take(width)?.reduce(0) { $0 << 8 | UInt64($1) } }

  mutating func vector(_ width: Int) -> ArraySlice<UInt8>? {
    guard let count = integer(width) else { return nil }
    return take(Int(count))
  }
}
