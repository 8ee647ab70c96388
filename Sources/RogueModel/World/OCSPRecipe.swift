/// An OCSP response with every field open to be wrong (RFC 6960, section 4.2). As it stands, nothing is.
///
/// The fields are independent of each other, so that a response with one fault is right everywhere else.
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

  /// What the CertID hashes the issuer's name and key with (RFC 6960, section 4.1.1).
  public enum CertIDHash: String, Hashable, Sendable, CaseIterable {
    /// As in the question; SHA-1 where there was none, which every client understands.
    case asked
    case sha1, sha256, sha384, sha512
  }

  /// What the CertID says about the issuer, beside the right serial number.
  public enum IssuerHashes: String, Hashable, Sendable, CaseIterable {
    case right
    case wrongName = "wrong-name"
    case wrongKey = "wrong-key"
  }

  /// How the signer is named (RFC 6960, section 4.2.1).
  public enum ResponderID: String, Hashable, Sendable, CaseIterable {
    case byKey = "by-key"
    case byName = "by-name"
    /// The hash of a key that nobody has.
    case wrongKey = "wrong-key"
    /// A name that nobody has.
    case wrongName = "wrong-name"
  }

  /// What becomes of the nonce of a question (RFC 9654). Where nobody sent one, none is answered.
  public enum Nonce: String, Hashable, Sendable, CaseIterable {
    case echo, absent
    /// One bit of it is turned.
    case wrong
    /// The extension stands there a second time, with another nonce.
    case twice
  }

  /// A further extension of the response that nobody knows.
  public enum Extension: String, Hashable, Sendable, CaseIterable {
    case none
    /// A list of extensions with nothing in it.
    case empty
    case nonCritical = "non-critical"
    case critical
  }

  /// What is wrong with the response as a whole.
  public enum Form: String, Hashable, Sendable, CaseIterable {
    case whole
    /// Signed, and about no certificate at all.
    case noAnswers = "no-single-responses"
    /// Successful, but without responseBytes.
    case noBody = "no-response-bytes"
    /// A body of a type that nobody knows.
    case otherType = "unknown-response-type"
    /// No bytes at all. Over HTTP a body of no length; a staple that is not there is `none`.
    case empty
    /// Ends in its middle.
    case truncated
    /// Bytes after its end.
    case trailing
  }

  /// An answer about another certificate in the same response.
  public struct Further: Hashable, Sendable {
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
  /// Who signs: nil for the issuer, else a certificate of the world (a delegate or a stranger).
  public var signer: String?
  /// Seconds relative to the run's clock.
  public var thisUpdate: Int64
  /// Seconds relative to the run's clock; nil leaves nextUpdate out.
  public var nextUpdate: Int64?
  /// Seconds relative to the run's clock; nil: when `thisUpdate` is.
  public var producedAt: Int64?
  /// Seconds relative to the run's clock; nil: a day before the run, and never after `thisUpdate`.
  public var revokedAt: Int64?
  /// The response speaks about this other certificate.
  public var about: String?
  public var certIDHash = CertIDHash.asked
  public var issuerHashes = IssuerHashes.right
  public var responderID = ResponderID.byKey
  public var signature = SignatureDamage.none
  public var nonce = Nonce.echo
  public var `extension` = Extension.none
  /// The same, in the extensions of the answer about the certificate.
  public var answerExtension = Extension.none
  /// The certificates that travel with it; nil: the signer's, unless the signer is the issuer.
  public var certificates: [String]?
  /// Answers about other certificates, which stand before the one about this certificate.
  public var before: [Further] = []
  /// The same, after it.
  public var after: [Further] = []
  public var form = Form.whole
  /// Signed certificate timestamps in an extension of the answer (RFC 6962, section 3.3); nil: none.
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

  /// The certificates that it takes beside the one that it is about.
  public var otherCertificates: [String] {
    [signer, about].compactMap(\.self) + (certificates ?? []) + (before + after).map(\.about)
      + (scts?.otherCertificates ?? [])
  }
}

/// What is wrong with the signature of an OCSP response or a CRL.
public enum SignatureDamage: String, Hashable, Sendable, CaseIterable {
  case none
  /// One bit of it is turned.
  case corrupt
  /// A bit string of no bits.
  case empty
}
