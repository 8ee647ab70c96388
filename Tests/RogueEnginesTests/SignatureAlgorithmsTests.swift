import RogueModel
import RogueOpenSSL
import RogueStimuli
import RogueTLS
import Testing

/// What scenarios name and what the handshake does are two lists of one registry.
@Suite struct SignatureAlgorithmsTests {
  @Test(arguments: ClientSignatureAlgorithms.Scheme.allCases)
  func `a scheme that a CertificateRequest names is the one that the handshake knows by that number`(
    scheme: ClientSignatureAlgorithms.Scheme
  ) {
    let known = SignatureScheme(rawValue: scheme.number)
    #expect(SignatureScheme.known.contains(known))
    #expect(known.form == form(of: scheme.rawValue))
    let kinds: [SignatureKind] = [.rsa, .rsaPSS, .ed25519, .ed448] + EllipticCurve.allCases.map(SignatureKind.ecdsa)
    let fitting = kinds.filter { known.fits($0, .tls12) }
    #expect(!fitting.isEmpty)
    // TLS 1.2 knows one ClientCertificateType for RSA and one for all curves, EdDSA's too.
    #expect(fitting.allSatisfy { $0 == .rsa } == (scheme.certificateType == 1))
    #expect(scheme.certificateType == 1 || scheme.certificateType == 64)
  }

  private func form(of name: String) -> SignatureForm {
    let digest: Digest = name.hasSuffix("512") ? .sha512 : name.hasSuffix("384") ? .sha384 : .sha256
    return name.hasPrefix("ed") ? .pure : name.contains("_pss_") ? .pss(digest) : .hashed(digest)
  }
}
