internal import RogueModel
internal import RogueOpenSSL

/// One SignedCertificateTimestamp (RFC 6962, section 3.2), every part as configured.
struct SignedCertificateTimestamp {
  /// SHA-256 of the log's SubjectPublicKeyInfo.
  var logID: [UInt8]
  /// Milliseconds since 1970.
  var milliseconds: UInt64
  var entry: LogEntry
  /// Turns a bit of the signature.
  var isCorrupt = false

  /// v1.
  private static let version: [UInt8] = [0]
  /// certificate_timestamp, as opposed to the head of a log's tree.
  private static let signatureType: [UInt8] = [0]
  /// CtExtensions: none are defined.
  private static let extensions = Opaque.vector([], width: 2)

  /// The content that the log's key signs.
  var signedPart: [UInt8] {
    Self.version + Self.signatureType + Opaque.integer(milliseconds) + Opaque.integer(entry.type) + entry.signedEntry
      + Self.extensions
  }

  func signed(by key: SigningKey) throws(HarnessFailure) -> [UInt8] {
    var signature = try key.sign(signedPart, try Self.method(of: key))
    // The last byte is inside an integer or a block, so the result is still a signature, of other data.
    if isCorrupt, let last = signature.indices.last { signature[last] ^= 1 }
    return Self.version + logID + Opaque.integer(milliseconds) + Self.extensions
      + [Self.sha256, key.material.type == .p256 ? Self.ecdsa : Self.rsa] + Opaque.vector(signature, width: 2)
  }

  // HashAlgorithm and SignatureAlgorithm (RFC 5246, section 7.4.1.4.1).
  private static let sha256: UInt8 = 4
  private static let rsa: UInt8 = 1
  private static let ecdsa: UInt8 = 3

  private static func method(of key: SigningKey) throws(HarnessFailure) -> SignatureMethod {
    switch key.material.type {
    case .p256: return .ecdsa(.sha256)
    case .rsa2048: return .rsaPKCS1(.sha256)
    default:
      throw HarnessFailure(.minting, "a log cannot have a \(key.material.type.rawValue) key (RFC 6962, section 2.1.4)")
    }
  }
}
