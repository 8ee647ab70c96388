internal import RogueModel
internal import RogueOpenSSL
internal import RogueStimuli

/// A signature algorithm of certificates, CRLs and OCSP responses.
enum SignatureMethod: Hashable, Sendable {
  case ecdsa(Digest)
  case ed25519, ed448
  case rsaPKCS1(Digest)
  /// MGF1 with the same digest, salt as long as the digest.
  case rsaPSS(Digest)

  /// The DER AlgorithmIdentifier.
  var algorithmIdentifier: [UInt8] {
    switch self {
    case .ecdsa(.sha256): Self.ecdsaWithSHA256
    case .ecdsa(let digest):
      switch digest {
      case .sha1: Self.encode(.ecdsaWithSHA1)
      case .sha256: Self.ecdsaWithSHA256
      case .sha384: Self.encode(.ecdsaWithSHA384)
      case .sha512: Self.encode(.ecdsaWithSHA512)
      }
    case .ed25519: Self.encode(.ed25519)
    case .ed448: Self.encode(.ed448)
    case .rsaPKCS1(let digest):
      switch digest {
      case .sha1: Self.encode(.rsaWithSHA1, null: true)
      case .sha256: Self.encode(.rsaWithSHA256, null: true)
      case .sha384: Self.encode(.rsaWithSHA384, null: true)
      case .sha512: Self.encode(.rsaWithSHA512, null: true)
      }
    case .rsaPSS(let digest): Self.encodePSS(digest, mask: digest, saltLength: digest.length)
    }
  }

  /// The same over another digest; nil if the algorithm has a digest of its own (RFC 8032).
  func signing(_ name: SignatureDigest.Name) -> SignatureMethod? {
    let digest = Digest(name)
    return switch self {
    case .ecdsa: .ecdsa(digest)
    case .ed25519, .ed448: nil
    case .rsaPKCS1: .rsaPKCS1(digest)
    case .rsaPSS: .rsaPSS(digest)
    }
  }

  private static let ecdsaWithSHA256 = encode(.ecdsaWithSHA256)

  /// RSA's identifiers carry a NULL (RFC 3279, section 2.2.1); those of the curves carry nothing.
  static func encode(_ identifier: ObjectIdentifier, null: Bool = false) -> [UInt8] {
    DERWriter.bytes(capacity: 16) {
      $0.sequence {
        $0.identifier(identifier)
        if null { $0.null() }
      }
    }
  }

  /// The AlgorithmIdentifier with RSASSA-PSS-params (RFC 4055, section 3.1).
  ///
  /// - Parameters:
  ///   - mask: the digest of MGF1.
  ///   - saltLength: in bytes.
  static func encodePSS(_ digest: Digest, mask: Digest, saltLength: Int) -> [UInt8] {
    DERWriter.bytes(capacity: 72) {
      $0.sequence {
        $0.identifier(.rsaPSS)
        $0.sequence {
          // SHA-1 and a salt of 20 bytes are defaults, which DER leaves out.
          if digest != .sha1 {
            $0.constructed(.context(0, constructed: true)) { $0.raw(hashIdentifier(digest)) }
          }
          if mask != .sha1 {
            $0.constructed(.context(1, constructed: true)) {
              $0.sequence {
                $0.identifier(.mgf1)
                $0.raw(hashIdentifier(mask))
              }
            }
          }
          if saltLength != 20 { $0.constructed(.context(2, constructed: true)) { $0.integer(saltLength) } }
        }
      }
    }
  }

  /// A digest's AlgorithmIdentifier, with the NULL that every implementation writes (RFC 4055, section 2.1).
  static func hashIdentifier(_ digest: Digest) -> [UInt8] {
    switch digest {
    case .sha1: encode(.sha1, null: true)
    case .sha256: encode(.sha256, null: true)
    case .sha384: encode(.sha384, null: true)
    case .sha512: encode(.sha512, null: true)
    }
  }
}

extension Digest {
  init(_ name: SignatureDigest.Name) {
    switch name {
    case .sha256: self = .sha256
    case .sha384: self = .sha384
    case .sha512: self = .sha512
    }
  }
}
