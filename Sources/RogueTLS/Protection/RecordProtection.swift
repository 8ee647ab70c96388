package import RogueOpenSSL

/// Decrypts the protected records of one direction, in order, under one set of keys.
///
/// A class, because the sequence number must move with the keys and nowhere else.
package final class RecordProtection {
  package typealias Form = RecordNonce.Form

  private enum State {
    case aead(AEADOpener, RecordNonce)
    case mac(MACProtection)
  }

  private var state: State

  package init?(_ aead: AEADAlgorithm, form: Form, key: [UInt8], iv: [UInt8]) {
    guard let nonce = RecordNonce(form, iv: iv), let opener = AEADOpener(aead, key: key) else { return nil }
    state = .aead(opener, nonce)
  }

  init(_ protection: MACProtection) { state = .mac(protection) }

  /// The record's plaintext; nil when it does not belong here, and then the next record is expected in its place.
  package func open(_ record: Record) -> [UInt8]? {
    switch state {
    case .mac(var protection):
      defer { state = .mac(protection) }
      return protection.open(record)
    case .aead(let opener, var nonce):
      guard let plaintext = Self.open(record, opener, &nonce) else { return nil }
      nonce.advance()
      state = .aead(opener, nonce)
      return plaintext
    }
  }

  private static func open(_ record: Record, _ opener: AEADOpener, _ nonce: inout RecordNonce) -> [UInt8]? {
    switch nonce.form {
    case .tls13: return opener.open(record.payload, nonce: nonce.implicit(), additionalData: record.header)
    case .tls12Implicit: return openTLS12(record, record.payload, nonce.implicit(), opener, nonce)
    case .tls12Explicit:
      guard record.payload.count >= 8 else { return nil }
      let whole = nonce.explicit(record.payload.prefix(8))
      return openTLS12(record, record.payload.dropFirst(8), whole, opener, nonce)
    }
  }

  private static func openTLS12(
    _ record: Record, _ sealed: ArraySlice<UInt8>, _ whole: [UInt8], _ opener: AEADOpener, _ nonce: RecordNonce
  ) -> [UInt8]? {
    let count = sealed.count - AEADAlgorithm.tagLength
    guard count >= 0 else { return nil }
    let data = nonce.additionalData12(record.header.prefix(3), length: count)
    return opener.open(sealed, nonce: whole, additionalData: data[...])
  }
}

/// Seals the records of one direction, in order, under one set of keys.
package final class RecordSealer {
  private enum State {
    case aead(AEADSealer, RecordNonce)
    case mac(MACProtection, LegacyVersion)
  }

  private var state: State

  package init?(_ aead: AEADAlgorithm, form: RecordNonce.Form, key: [UInt8], iv: [UInt8]) {
    guard let nonce = RecordNonce(form, iv: iv), let sealer = AEADSealer(aead, key: key) else { return nil }
    state = .aead(sealer, nonce)
  }

  init(_ protection: MACProtection, _ legacyVersion: LegacyVersion) { state = .mac(protection, legacyVersion) }

  /// Appends one record with this content; false when sealing failed, which it does not with keys of the right length.
  package func seal(_ type: ContentType, _ content: ArraySlice<UInt8>, into output: inout [UInt8]) -> Bool {
    switch state {
    case .mac(var protection, let legacyVersion):
      guard let payload = protection.seal(type, content) else { return false }
      state = .mac(protection, legacyVersion)
      output += Self.header(type, payload.count, legacyVersion)
      output += payload
    case .aead(let sealer, var nonce):
      guard let record = Self.seal(type, content, sealer, &nonce) else { return false }
      output += record.header
      output += record.sealed
      nonce.advance()
      state = .aead(sealer, nonce)
    }
    return true
  }

  private static func seal(
    _ type: ContentType, _ content: ArraySlice<UInt8>, _ sealer: AEADSealer, _ nonce: inout RecordNonce
  ) -> (header: [UInt8], sealed: [UInt8])? {
    let header: [UInt8]
    let sealed: [UInt8]?
    switch nonce.form {
    case .tls13:
      var inner: [UInt8] = []
      inner.reserveCapacity(content.count + 1)
      inner.append(contentsOf: content)
      inner.append(type.rawValue)
      header = Self.header(.applicationData, inner.count + AEADAlgorithm.tagLength)
      sealed = sealer.seal(inner, nonce: nonce.implicit(), additionalData: header)
    case .tls12Implicit:
      header = Self.header(type, content.count + AEADAlgorithm.tagLength)
      let data = nonce.additionalData12(header.prefix(3), length: content.count)
      sealed = sealer.seal(Array(content), nonce: nonce.implicit(), additionalData: data)
    case .tls12Explicit:
      let part = nonce.number
      let start = Self.header(type, 8 + content.count + AEADAlgorithm.tagLength)
      header = start + part
      let data = nonce.additionalData12(start.prefix(3), length: content.count)
      sealed = sealer.seal(Array(content), nonce: nonce.explicit(part), additionalData: data)
    }
    return sealed.map { (header, $0) }
  }

  private static func header(_ type: ContentType, _ count: Int, _ legacyVersion: LegacyVersion = .tls12) -> [UInt8] {
    let version = UInt8(truncatingIfNeeded: legacyVersion.rawValue)
    return [type.rawValue, 3, version, UInt8(truncatingIfNeeded: count >> 8), UInt8(truncatingIfNeeded: count)]
  }
}
