package import RogueOpenSSL

/// Opens the protected records of one direction, in order, under one set of keys.
///
/// A class, because the sequence number must move with the keys and nowhere else.
package final class RecordProtection {
  package typealias Form = RecordNonce.Form

  private let opener: AEADOpener
  private var nonce: RecordNonce

  package init?(_ aead: AEADAlgorithm, form: Form, key: [UInt8], iv: [UInt8]) {
    guard let nonce = RecordNonce(form, iv: iv), let opener = AEADOpener(aead, key: key) else { return nil }
    self.opener = opener
    self.nonce = nonce
  }

  /// The record's plaintext; nil when it does not belong here, and then the next record is expected in its place.
  package func open(_ record: Record) -> [UInt8]? {
    let plaintext: [UInt8]?
    switch nonce.form {
    case .tls13:
      plaintext = opener.open(record.payload, nonce: nonce.implicit(), additionalData: record.header)
    case .tls12Implicit: plaintext = openTLS12(record, record.payload, nonce.implicit())
    case .tls12Explicit:
      guard record.payload.count >= 8 else { return nil }
      let whole = nonce.explicit(record.payload.prefix(8))
      plaintext = openTLS12(record, record.payload.dropFirst(8), whole)
    }
    if plaintext != nil { nonce.advance() }
    return plaintext
  }

  private func openTLS12(_ record: Record, _ sealed: ArraySlice<UInt8>, _ whole: [UInt8]) -> [UInt8]? {
    let count = sealed.count - AEADAlgorithm.tagLength
    guard count >= 0 else { return nil }
    let data = nonce.additionalData12(record.header.prefix(3), length: count)
    return opener.open(sealed, nonce: whole, additionalData: data[...])
  }
}

/// Seals the records of one direction, in order, under one set of keys.
package final class RecordSealer {
  private let sealer: AEADSealer
  private var nonce: RecordNonce

  package init?(_ aead: AEADAlgorithm, form: RecordNonce.Form, key: [UInt8], iv: [UInt8]) {
    guard let nonce = RecordNonce(form, iv: iv), let sealer = AEADSealer(aead, key: key) else { return nil }
    self.sealer = sealer
    self.nonce = nonce
  }

  /// Appends one record with this content; false when sealing failed, which it does not with keys of the right length.
  package func seal(_ type: ContentType, _ content: ArraySlice<UInt8>, into output: inout [UInt8]) -> Bool {
    switch nonce.form {
    case .tls13:
      var inner: [UInt8] = []
      inner.reserveCapacity(content.count + 1)
      inner.append(contentsOf: content)
      inner.append(type.rawValue)
      let header = Self.header(.applicationData, inner.count + AEADAlgorithm.tagLength)
      return append(sealer.seal(inner, nonce: nonce.implicit(), additionalData: header), after: header, to: &output)
    case .tls12Implicit:
      let header = Self.header(type, content.count + AEADAlgorithm.tagLength)
      let data = nonce.additionalData12(header.prefix(3), length: content.count)
      return append(
        sealer.seal(Array(content), nonce: nonce.implicit(), additionalData: data), after: header, to: &output)
    case .tls12Explicit:
      let part = nonce.number
      let header = Self.header(type, 8 + content.count + AEADAlgorithm.tagLength)
      let data = nonce.additionalData12(header.prefix(3), length: content.count)
      return append(
        sealer.seal(Array(content), nonce: nonce.explicit(part), additionalData: data), after: header + part,
        to: &output)
    }
  }

  private func append(_ sealed: [UInt8]?, after header: [UInt8], to output: inout [UInt8]) -> Bool {
    guard let sealed else { return false }
    output.append(contentsOf: header)
    output.append(contentsOf: sealed)
    nonce.advance()
    return true
  }

  private static func header(_ type: ContentType, _ count: Int) -> [UInt8] {
    [type.rawValue, 3, 3, UInt8(truncatingIfNeeded: count >> 8), UInt8(truncatingIfNeeded: count)]
  }
}
