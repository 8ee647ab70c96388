internal import RogueOpenSSL

/// How the records of one direction are numbered, and what the numbers become under its keys.
package struct RecordNonce {
  package enum Form {
    /// Nonce: IV xor sequence number; additional data: the record's header (RFC 8446, section 5.2).
    case tls13
    /// Eight bytes at the front of the payload complete a four-byte IV (RFC 5288, section 3).
    case tls12Explicit
    /// Nonce: IV xor sequence number, as ChaCha20-Poly1305 has it (RFC 7905, section 2).
    case tls12Implicit

    package var ivLength: Int { self == .tls12Explicit ? 4 : AEADAlgorithm.nonceLength }
  }

  package let form: Form
  /// Twelve bytes; only the first four count in `tls12Explicit`.
  private let iv: [UInt8]
  private var nonce: [UInt8]
  package private(set) var sequence: UInt64 = 0

  package init?(_ form: Form, iv: [UInt8]) {
    guard iv.count == form.ivLength else { return nil }
    self.form = form
    self.iv = iv + [UInt8](repeating: 0, count: AEADAlgorithm.nonceLength - iv.count)
    nonce = self.iv
  }

  /// The nonce of the next record, whose number is mixed in.
  package mutating func implicit() -> [UInt8] {
    for index in 0..<8 {
      nonce[4 + index] = iv[4 + index] ^ UInt8(truncatingIfNeeded: sequence >> UInt64(56 - 8 * index))
    }
    return nonce
  }

  /// The nonce of a record that brings eight bytes of it.
  package mutating func explicit(_ part: some Collection<UInt8>) -> [UInt8] {
    nonce.replaceSubrange(4..., with: part)
    return nonce
  }

  /// Eight bytes, big-endian.
  package var number: [UInt8] {
    stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: sequence >> UInt64($0)) }
  }

  /// seq_num, type, version, length of the plaintext (RFC 5246, section 6.2.3.3).
  package func additionalData12(_ typeAndVersion: some Sequence<UInt8>, length: Int) -> [UInt8] {
    var data = number
    data.reserveCapacity(13)
    data.append(contentsOf: typeAndVersion)
    data.append(UInt8(truncatingIfNeeded: length >> 8))
    data.append(UInt8(truncatingIfNeeded: length))
    return data
  }

  package mutating func advance() { sequence &+= 1 }
}
