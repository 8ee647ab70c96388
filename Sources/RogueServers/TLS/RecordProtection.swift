internal import RogueOpenSSL

/// Opens the protected records of one direction, in order, under one set of keys.
///
/// A class, because the sequence number must move with the keys and nowhere else.
final class RecordProtection {
  enum Form {
    /// Nonce: IV xor sequence number; additional data: the record's header (RFC 8446, section 5.2).
    case tls13
    /// The first eight bytes of the payload complete a four-byte IV (RFC 5288, section 3).
    case tls12Explicit
    /// Nonce: IV xor sequence number, as ChaCha20-Poly1305 has it (RFC 7905, section 2).
    case tls12Implicit
  }

  private let opener: AEADOpener
  private let form: Form
  /// Twelve bytes; only the first four count in `tls12Explicit`.
  private let iv: [UInt8]
  private var nonce: [UInt8]
  private var sequence: UInt64 = 0

  init?(_ aead: AEADAlgorithm, form: Form, key: [UInt8], iv: [UInt8]) {
    guard iv.count == (form == .tls12Explicit ? 4 : AEADAlgorithm.nonceLength), let opener = AEADOpener(aead, key: key)
    else { return nil }
    self.opener = opener
    self.form = form
    self.iv = iv + [UInt8](repeating: 0, count: AEADAlgorithm.nonceLength - iv.count)
    nonce = self.iv
  }

  /// The record's plaintext; nil when it does not belong here, and then the next record is expected in its place.
  func open(_ record: Record) -> [UInt8]? {
    let plaintext: [UInt8]?
    switch form {
    case .tls13:
      setSequenceInNonce()
      plaintext = opener.open(record.payload, nonce: nonce, additionalData: record.header)
    case .tls12Implicit:
      setSequenceInNonce()
      plaintext = openTLS12(record, record.payload)
    case .tls12Explicit:
      guard record.payload.count >= 8 else { return nil }
      nonce.replaceSubrange(4..., with: record.payload.prefix(8))
      plaintext = openTLS12(record, record.payload.dropFirst(8))
    }
    if plaintext != nil { sequence &+= 1 }
    return plaintext
  }

  private func openTLS12(_ record: Record, _ sealed: ArraySlice<UInt8>) -> [UInt8]? {
    let count = sealed.count - AEADAlgorithm.tagLength
    guard count >= 0 else { return nil }
    // seq_num, type, version, length of the plaintext (RFC 5246, section 6.2.3.3).
    var data: [UInt8] = []
    data.reserveCapacity(13)
    for shift in stride(from: 56, through: 0, by: -8) {
      data.append(UInt8(truncatingIfNeeded: sequence >> UInt64(shift)))
    }
    data.append(contentsOf: record.header.prefix(3))
    data.append(UInt8(truncatingIfNeeded: count >> 8))
    data.append(UInt8(truncatingIfNeeded: count))
    return opener.open(sealed, nonce: nonce, additionalData: data[...])
  }

  private func setSequenceInNonce() {
    for index in 0..<8 {
      nonce[4 + index] = iv[4 + index] ^ UInt8(truncatingIfNeeded: sequence >> UInt64(56 - 8 * index))
    }
  }
}
