internal import RogueOpenSSL

/// Records of one direction with a MAC inside, encrypted in CBC mode or not at all (RFC 5246, section 6.2.3).
///
/// An attacker who measures timing may forge what is opened here bit by bit. That is one of the reasons why these modes
/// are obsolete; nothing secret is ever sent here.
struct MACProtection {
  private let legacyVersion: LegacyVersion
  private let cipher: BlockCipher?
  private let digest: Digest
  private let key: [UInt8]
  private let macKey: [UInt8]
  /// The end of the previous record, if that is the IV of the next one.
  private var iv: [UInt8]
  private var sequence: UInt64 = 0

  /// - Parameter iv: of the first record; empty where each brings its own.
  init?(_ suite: CipherSuite, macKey: [UInt8], key: [UInt8], iv: [UInt8]) {
    switch suite.protection {
    case .aead: return nil
    case .blocks(let cipher, let mac):
      self.cipher = cipher
      digest = mac
    case .clear(let mac):
      cipher = nil
      digest = mac
    }
    legacyVersion = suite.legacyVersion
    self.macKey = macKey
    self.key = key
    self.iv = iv
  }

  private func mac(_ type: ContentType, _ content: [UInt8]) -> [UInt8] {
    var header = ByteWriter(reserving: 13)
    header.uint32(UInt32(truncatingIfNeeded: sequence >> 32))
    header.uint32(UInt32(truncatingIfNeeded: sequence))
    header.uint8(type.rawValue)
    if legacyVersion > .ssl30 { header.uint16(legacyVersion.rawValue) }
    header.uint16(UInt16(truncatingIfNeeded: content.count))
    guard legacyVersion > .ssl30 else { return SSL30.mac(key: macKey, header: header.bytes, content: content) }
    return HMAC(digest, key: macKey).code(for: header.bytes + content)
  }

  /// The body of a record; nil if the keys have the wrong length.
  mutating func seal(_ type: ContentType, _ content: ArraySlice<UInt8>) -> [UInt8]? {
    var text = content + mac(type, Array(content))
    if let cipher {
      let padding = cipher.blockLength - 1 - text.count % cipher.blockLength
      text += [UInt8](repeating: UInt8(padding), count: padding + 1)
      if legacyVersion.hasExplicitIV {
        // The content is no secret, so its IV need not be unguessable, only different.
        guard let fresh = try? RandomBytes.generate(cipher.blockLength) else { return nil }
        iv = fresh
      }
      guard let sealed = cipher.encrypt(Array(text), key: key, iv: iv) else { return nil }
      text = legacyVersion.hasExplicitIV ? iv + sealed[...] : sealed[...]
      iv = Array(sealed.suffix(cipher.blockLength))
    }
    sequence &+= 1
    return Array(text)
  }

  /// The record's plaintext; nil when it does not belong here.
  mutating func open(_ record: Record) -> [UInt8]? {
    var text = Array(record.payload)
    var next = iv
    if let cipher {
      var iv = iv
      if legacyVersion.hasExplicitIV {
        guard text.count >= cipher.blockLength else { return nil }
        iv = Array(text.prefix(cipher.blockLength))
        text.removeFirst(cipher.blockLength)
      }
      guard !text.isEmpty, let opened = cipher.decrypt(text, key: key, iv: iv), let padding = opened.last,
        opened.count >= Int(padding) + 1 + macLength
      else { return nil }
      next = Array(text.suffix(cipher.blockLength))
      // SSL 3.0 says nothing about the bytes of the padding before the last one.
      guard legacyVersion == .ssl30 || opened.suffix(Int(padding) + 1).allSatisfy({ $0 == padding }) else { return nil }
      text = opened.dropLast(Int(padding) + 1)
    }
    guard text.count >= macLength else { return nil }
    let content = Array(text.dropLast(macLength))
    guard mac(record.type, content).elementsEqual(text.suffix(macLength)) else { return nil }
    iv = next
    sequence &+= 1
    return content
  }

  private var macLength: Int { digest.length }
}
