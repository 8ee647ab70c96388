/// An OCSP response in which every field can be wrong (RFC 6960, section 4.2). By default all are right.
///
/// The fields are independent of each other, so a response with one fault is right everywhere else.
public struct OCSPRecipe: Hashable, Sendable {
  public enum Status: String, Hashable, Sendable, CaseIterable {
    case good, revoked, unknown
    /// Error responses without a body (RFC 6960, section 4.2.1).
    case tryLater = "try-later"
    case internalError = "internal-error"
    case signatureRequired = "sig-required"
    case unauthorized
    case malformedRequest = "malformed-request"
  }

  /// The hash of the issuer's name and key in the CertID (RFC 6960, section 4.1.1).
  public enum CertIDHash: String, Hashable, Sendable, CaseIterable {
    /// As in the request; without a request SHA-1, which every client supports.
    case asked
    case sha1, sha256, sha384, sha512
  }

  /// The issuer hashes of the CertID, beside the right serial number.
  public enum IssuerHashes: String, Hashable, Sendable, CaseIterable {
    case right
    case wrongName = "wrong-name"
    case wrongKey = "wrong-key"
  }

  /// How the response names its signer (RFC 6960, section 4.2.1).
  public enum ResponderID: String, Hashable, Sendable, CaseIterable {
    case byKey = "by-key"
    case byName = "by-name"
    /// The hash of a key that does not exist.
    case wrongKey = "wrong-key"
    /// A name that does not exist.
    case wrongName = "wrong-name"
  }

  /// How the response treats the nonce of a request (RFC 9654). A request without a nonce gets none.
  public enum Nonce: String, Hashable, Sendable, CaseIterable {
    case echo, absent
    /// One bit of it is flipped.
    case wrong
    /// The extension comes a second time, with another nonce.
    case twice
  }

  /// An additional extension of the response that no client knows.
  public enum Extension: String, Hashable, Sendable, CaseIterable {
    case none
    /// An empty list of extensions.
    case empty
    case nonCritical = "non-critical"
    case critical
  }

  /// The fault of the response as a whole.
  public enum Form: String, Hashable, Sendable, CaseIterable {
    case whole
    /// Signed, but without any SingleResponse.
    case noAnswers = "no-single-responses"
    /// Successful, but without responseBytes.
    case noBody = "no-response-bytes"
    /// The type of the response bytes does not exist.
    case otherType = "unknown-response-type"
    /// No bytes at all: over HTTP, an empty body. A missing staple is `none`.
    case empty
    /// It is truncated.
    case truncated
    /// Bytes follow its end.
    case trailing
  }

  /// A SingleResponse about another certificate in the same response.
  public struct SingleResponse: Hashable, Sendable {
    public var about: String
    /// Nil: that certificate's true status.
    public var status: Status?

    public init(about: String, status: Status? = nil) {
      self.about = about
      self.status = status
    }
  }

  /// Nil: the certificate's true status.
  public var status: Status?
  /// The signer: nil for the issuer, otherwise a certificate of the world (a delegate or a stranger).
  public var signer: String?
  /// Seconds relative to the run's clock.
  public var thisUpdate: Int64
  /// Seconds relative to the run's clock; nil leaves nextUpdate out.
  public var nextUpdate: Int64?
  /// Seconds relative to the run's clock; nil: the same as `thisUpdate`.
  public var producedAt: Int64?
  /// Seconds relative to the run's clock; nil: a day before the run, and never after `thisUpdate`.
  public var revokedAt: Int64?
  /// The response is about this other certificate.
  public var about: String?
  public var certIDHash = CertIDHash.asked
  public var issuerHashes = IssuerHashes.right
  public var responderID = ResponderID.byKey
  public var signature = SignatureDamage.none
  public var nonce = Nonce.echo
  public var `extension` = Extension.none
  /// The same, in the extensions of the SingleResponse about the certificate.
  public var answerExtension = Extension.none
  /// The certificates in the response; nil: the signer's, unless the signer is the issuer.
  public var certificates: [String]?
  /// SingleResponses about other certificates, before the one about this certificate.
  public var before: [SingleResponse] = []
  /// The same, after it.
  public var after: [SingleResponse] = []
  public var form = Form.whole
  /// The SCTs in an extension of the SingleResponse (RFC 6962, section 3.3); nil: none.
  public var scts: SCTListRecipe?

  public init(
    status: Status? = nil, signer: String? = nil, thisUpdate: Int64 = -3600, nextUpdate: Int64? = 86_400 * 3,
    about: String? = nil, scts: SCTListRecipe? = nil
  ) {
    self.status = status
    self.signer = signer
    self.thisUpdate = thisUpdate
    self.nextUpdate = nextUpdate
    self.about = about
    self.scts = scts
  }

  /// The certificates that it uses besides the one that it is about.
  public var otherCertificates: [String] {
    [signer, about].compactMap(\.self) + (certificates ?? []) + (before + after).map(\.about)
      + (scts?.otherCertificates ?? [])
  }
}

/// The fault of the signature of an OCSP response or a CRL.
public enum SignatureDamage: String, Hashable, Sendable, CaseIterable {
  case none
  /// One bit of it is flipped.
  case corrupt
  /// A BIT STRING of length zero.
  case empty
}
