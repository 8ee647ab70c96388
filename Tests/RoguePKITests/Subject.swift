import RogueModel
import RogueOpenSSL
import Testing

enum Subject {
  /// The DER Name of a certificate's subject, as OpenSSL reads it.
  static func of(_ name: String, in hierarchy: Hierarchy) throws -> [UInt8] {
    try X509Certificate(der: #require(hierarchy.certificates[name]).der).subject
  }
}

extension KeyType {
  /// The types that every healthy certificate can have, for every current validator.
  static let common: [KeyType] = [.p256, .p384, .ed25519, .rsa2048, .rsaPSS2048]
}
