internal import RogueModel

/// Private keys in the forms before PKCS #8, which corpora have: ECPrivateKey (RFC 5915) and RSAPrivateKey (RFC 8017, appendix A.1.2).
enum TraditionalKey {
  /// The first private key of a text, as PKCS #8 (RFC 5958); nil if there is none of a kind that a server here can use.
  static func pkcs8(in pem: String) -> [UInt8]? {
    func block(_ label: String) -> [UInt8]? {
      guard pem.contains("-----BEGIN \(label)-----") else { return nil }
      return PEM.decode(.privateKey, in: Array(pem.replacing(label, with: PEM.Label.privateKey.rawValue).utf8)).first
    }
    if let key = block("EC PRIVATE KEY") { return ofCurve(key) }
    if let key = block("RSA PRIVATE KEY") { return wrapped(key, algorithm: [rsaEncryption, [0x05, 0x00]]) }
    return PEM.decode(.privateKey, in: Array(pem.utf8)).first
  }

  private static let ecPublicKey: [UInt8] = [0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01]
  private static let rsaEncryption: [UInt8] = [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01]

  /// The curve is in the key itself, in its first tagged field.
  private static func ofCurve(_ key: [UInt8]) -> [UInt8]? {
    var outer = DERReader(key)
    guard var content = outer.constructed(.sequence), content.primitive(.integer) != nil,
      content.primitive(.octetString) != nil, var parameters = content.constructed(.context(0, constructed: true)),
      let curve = parameters.primitive(.objectIdentifier)
    else { return nil }
    return wrapped(key, algorithm: [ecPublicKey, value(.objectIdentifier, Array(curve))])
  }

  private static func wrapped(_ key: [UInt8], algorithm: [[UInt8]]) -> [UInt8] {
    value(
      .sequence,
      value(.integer, [0]) + value(.sequence, Array(algorithm.joined())) + value(.octetString, key))
  }

  private static func value(_ tag: DERTag, _ content: [UInt8]) -> [UInt8] {
    var length: [UInt8] = []
    var rest = content.count
    while rest > 0 {
      length.insert(UInt8(truncatingIfNeeded: rest), at: 0)
      rest >>= 8
    }
    let head = content.count < 0x80 ? [UInt8(content.count)] : [0x80 | UInt8(length.count)] + length
    return [tag.rawValue] + head + content
  }
}
