package import RogueOpenSSL

/// The versions that share the handshake of TLS 1.2 and differ in what they hash, derive and protect with.
///
/// All but the last must not be spoken any more (RFC 7568, RFC 8996). Raw values are wire numbers.
package enum LegacyVersion: UInt16, Hashable, Sendable, Comparable, CaseIterable {
  case ssl30 = 0x0300
  case tls10 = 0x0301
  case tls11 = 0x0302
  case tls12 = 0x0303

  package static func < (left: LegacyVersion, right: LegacyVersion) -> Bool { left.rawValue < right.rawValue }

  /// The hash over the handshake; `digest` is the suite's, which only TLS 1.2 uses.
  package func transcript(_ digest: Digest) -> TranscriptHash {
    switch self {
    case .ssl30: .unhashed
    case .tls10, .tls11: .md5AndSHA1
    case .tls12: TranscriptHash(digest)
    }
  }

  /// Each CBC record has its own IV (RFC 4346, section 6.2.3.2); in older versions it continues from the last record.
  package var hasExplicitIV: Bool { self >= .tls11 }

  /// A signature says how it is made (RFC 5246, section 4.7); before, the key says it.
  package var namesSchemes: Bool { self == .tls12 }

  /// How a key signs in versions that name no scheme (RFC 2246, section 7.4.3; RFC 4492, section 5.4); nil in TLS 1.2,
  /// and for key types that did not exist then.
  package func signatureForm(_ kind: SignatureKind) -> SignatureForm? {
    guard !namesSchemes else { return nil }
    switch kind {
    case .rsa: return .md5AndSHA1
    case .ecdsa: return .hashed(.sha1)
    case .rsaPSS, .ed25519, .ed448: return nil
    }
  }
}
