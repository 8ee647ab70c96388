internal import COpenSSL

/// An OCSP response as OpenSSL parsed it (RFC 6960).
@safe public final class OCSPResponseReader {
  public enum Status: Sendable, Hashable {
    case good
    /// - Parameter reason: a CRLReason, or nil when none was given.
    case revoked(at: Int64?, reason: Int?)
    case unknown
  }

  /// The response's status of one certificate.
  public struct Statement: Sendable, Hashable {
    public var status: Status
    /// Seconds since 1970; nil when the date is not a date.
    public var thisUpdate: Int64?
    /// Seconds since 1970; nil when there is none.
    public var nextUpdate: Int64?

    public init(status: Status, thisUpdate: Int64?, nextUpdate: Int64?) {
      self.status = status
      self.thisUpdate = thisUpdate
      self.nextUpdate = nextUpdate
    }
  }

  private let response: UnsafeMutablePointer<OCSP_RESPONSE>
  /// Nil in a response that is an error only.
  private let basic: UnsafeMutablePointer<OCSP_BASICRESP>?

  /// - Throws: if the bytes are not exactly one OCSP response.
  public init(der: [UInt8]) throws(OpenSSLFailure) {
    let parsed: UnsafeMutablePointer<OCSP_RESPONSE> = unsafe try OpenSSLFailure.check("parse an OCSP response") {
      parseDER(der, { unsafe d2i_OCSP_RESPONSE(nil, $0, $1) }, free: { unsafe OCSP_RESPONSE_free($0) })
    }
    unsafe response = parsed
    unsafe basic = OCSP_response_get1_basic(parsed)
    OpenSSLFailure.clearQueue()
  }

  deinit {
    unsafe OCSP_BASICRESP_free(basic)
    unsafe OCSP_RESPONSE_free(response)
  }

  /// OCSPResponseStatus: 0 for success, else the responder's error.
  public var responseStatus: Int { Int(unsafe OCSP_response_status(response)) }

  /// The ResponderID is the hash of a key, and no name (RFC 6960, section 4.2.1).
  public var namesResponderByKey: Bool {
    guard let basic = unsafe basic else { return false }
    var hash: UnsafePointer<ASN1_OCTET_STRING>?
    var name: UnsafePointer<X509_NAME>?
    guard unsafe OCSP_resp_get0_id(basic, &hash, &name) == 1 else { return false }
    return unsafe hash != nil
  }

  /// Whether an authorised responder signed the response: the issuer itself, or a delegate that it certified.
  /// - Parameters:
  ///   - issuer: DER of the issuer of the certificate in question.
  ///   - allowsPartialChain: anchors need not be self-signed.
  ///   - acceptsAnyDelegate: accepts a delegate whose certificate lacks id-kp-OCSPSigning.
  ///   - ignoresDates: accepts a delegate whose certificate has expired.
  public func isSigned(
    forIssuer issuer: [UInt8], anchors: [[UInt8]], at: Int64?, allowsPartialChain: Bool = false,
    acceptsAnyDelegate: Bool = false, ignoresDates: Bool = false
  ) throws(OpenSSLFailure) -> Bool {
    guard let basic = unsafe basic else { return false }
    let issuer = try X509Certificate(der: issuer)
    OpenSSLFailure.clearQueue()
    defer { OpenSSLFailure.clearQueue() }
    guard let store = unsafe X509_STORE_new() else { throw OpenSSLFailure.drainQueue("make a trust store") }
    defer { unsafe X509_STORE_free(store) }
    for anchor in anchors {
      let certificate = try X509Certificate(der: anchor)
      guard unsafe X509_STORE_add_cert(store, certificate.pointer) == 1 else {
        throw OpenSSLFailure.drainQueue("add an anchor")
      }
    }
    if let parameters = unsafe X509_STORE_get0_param(store) {
      // A moment that is set counts before the flag that switches dates off.
      if let at, !ignoresDates { unsafe X509_VERIFY_PARAM_set_time(parameters, Int(at)) }
      if allowsPartialChain {
        _ = unsafe X509_VERIFY_PARAM_set_flags(parameters, UInt(X509_V_FLAG_PARTIAL_CHAIN))
      }
      if ignoresDates { _ = unsafe X509_VERIFY_PARAM_set_flags(parameters, UInt(X509_V_FLAG_NO_CHECK_TIME)) }
    }
    guard let known = unsafe rogues_certificates_new() else { throw OpenSSLFailure.drainQueue("make a list") }
    defer { unsafe rogues_certificates_free(known) }
    guard unsafe rogues_certificates_push(known, issuer.pointer) > 0 else {
      throw OpenSSLFailure.drainQueue("add a certificate")
    }
    unsafe X509_up_ref(issuer.pointer)
    let flags = acceptsAnyDelegate ? UInt(OCSP_NOCHECKS) : 0
    return try OpenSSLLibrary.asDefault { unsafe OCSP_basic_verify(basic, known, store, flags) == 1 }
  }

  /// The SingleResponse about a certificate; nil if the response has none. If there are several, the first that revokes
  /// it, or else the first: what an issuer has revoked no other statement makes good.
  ///
  /// - Parameter comparesSerialOnly: accepts a SingleResponse about a certificate of any CA with this serial number.
  public func statement(
    about certificate: [UInt8], issuer: [UInt8], comparesSerialOnly: Bool = false
  ) throws(OpenSSLFailure) -> Statement? {
    unsafe try single(about: certificate, issuer: issuer, comparesSerialOnly: comparesSerialOnly)
      .map { unsafe statement($0) }
  }

  /// The content of an extension of the SingleResponse about a certificate; nil if there is none.
  ///
  /// - Parameter oid: dotted, such as `1.3.6.1.4.1.11129.2.4.5`.
  public func extensionValue(
    oid: String, about certificate: [UInt8], issuer: [UInt8]
  ) throws(OpenSSLFailure) -> [UInt8]? {
    guard let single = unsafe try single(about: certificate, issuer: issuer) else { return nil }
    OpenSSLFailure.clearQueue()
    defer { OpenSSLFailure.clearQueue() }
    guard let object = unsafe OBJ_txt2obj(oid, 1) else { return nil }
    defer { unsafe ASN1_OBJECT_free(object) }
    let place = unsafe OCSP_SINGLERESP_get_ext_by_OBJ(single, object, -1)
    guard place >= 0, let item = unsafe OCSP_SINGLERESP_get_ext(single, place),
      let value = unsafe X509_EXTENSION_get_data(item)
    else { return nil }
    return unsafe stringBytes(value)
  }

  private func single(
    about certificate: [UInt8], issuer: [UInt8], comparesSerialOnly: Bool = false
  ) throws(OpenSSLFailure) -> UnsafeMutablePointer<OCSP_SINGLERESP>? {
    guard let basic = unsafe basic else { return nil }
    let certificate = try X509Certificate(der: certificate)
    let issuer = try X509Certificate(der: issuer)
    let count = unsafe OCSP_resp_count(basic)
    var first: UnsafeMutablePointer<OCSP_SINGLERESP>?
    for index in 0..<min(count, 100) {
      guard let single = unsafe OCSP_resp_get0(basic, index), let identifier = unsafe OCSP_SINGLERESP_get0_id(single)
      else { continue }
      var algorithm: UnsafeMutablePointer<ASN1_OBJECT>?
      var serial: UnsafeMutablePointer<ASN1_INTEGER>?
      unsafe OCSP_id_get0_info(nil, &algorithm, nil, &serial, UnsafeMutablePointer(mutating: identifier))
      if comparesSerialOnly {
        guard unsafe ASN1_INTEGER_cmp(serial, X509_get0_serialNumber(certificate.pointer)) == 0 else { continue }
        return unsafe single
      }
      // A CertID may be of any digest that OpenSSL knows; what is no `Digest` is looked up in this thread's default.
      let expected = unsafe try OpenSSLLibrary.asDefault {
        guard let method = unsafe EVP_get_digestbyname(OBJ_nid2sn(OBJ_obj2nid(algorithm))) else {
          return unsafe nil as UnsafeMutablePointer<OCSP_CERTID>?
        }
        return unsafe OCSP_cert_to_id(method, certificate.pointer, issuer.pointer)
      }
      guard let expected = unsafe expected else { continue }
      defer { unsafe OCSP_CERTID_free(expected) }
      guard unsafe OCSP_id_cmp(expected, identifier) == 0 else { continue }
      if unsafe OCSP_single_get0_status(single, nil, nil, nil, nil) == V_OCSP_CERTSTATUS_REVOKED {
        return unsafe single
      }
      if unsafe first == nil { unsafe first = single }
    }
    return unsafe first
  }

  /// The certificates in the response, in order; DER.
  public var certificates: [[UInt8]] {
    guard let basic = unsafe basic, let list = unsafe OCSP_resp_get0_certs(basic) else { return [] }
    return (0..<(unsafe rogues_certificates_count(list))).compactMap { index in
      guard let certificate = unsafe rogues_certificates_at(list, index) else { return nil }
      return unsafe try? encodeDER("write a certificate") { unsafe i2d_X509(certificate, $0) }
    }
  }

  /// The first SingleResponse about any certificate.
  public var firstStatement: Statement? {
    guard let basic = unsafe basic, let single = unsafe OCSP_resp_get0(basic, 0) else { return nil }
    return unsafe statement(single)
  }

  /// The contents of the nonce extensions, of which there should be at most one.
  public var nonces: [[UInt8]] {
    guard let basic = unsafe basic else { return [] }
    var contents: [[UInt8]] = []
    var index: CInt = -1
    while contents.count < 16 {
      index = unsafe OCSP_BASICRESP_get_ext_by_NID(basic, NID_id_pkix_OCSP_Nonce, index)
      guard index >= 0, let item = unsafe OCSP_BASICRESP_get_ext(basic, index),
        let value = unsafe X509_EXTENSION_get_data(item)
      else { break }
      contents.append(unsafe stringBytes(value))
    }
    return contents
  }

  /// Whether the response, or one of its SingleResponses, has a critical extension that OpenSSL does not know.
  public var hasUnknownCriticalExtension: Bool {
    guard let basic = unsafe basic else { return false }
    for index in 0..<(unsafe OCSP_BASICRESP_get_ext_count(basic)) {
      if unsafe Self.isUnknownAndCritical(OCSP_BASICRESP_get_ext(basic, index)) { return true }
    }
    for place in 0..<min(unsafe OCSP_resp_count(basic), 100) {
      guard let single = unsafe OCSP_resp_get0(basic, place) else { continue }
      for index in 0..<(unsafe OCSP_SINGLERESP_get_ext_count(single)) {
        if unsafe Self.isUnknownAndCritical(OCSP_SINGLERESP_get_ext(single, index)) { return true }
      }
    }
    return false
  }

  private static func isUnknownAndCritical(_ item: UnsafeMutablePointer<X509_EXTENSION>?) -> Bool {
    guard let item = unsafe item, unsafe X509_EXTENSION_get_critical(item) == 1 else { return false }
    return unsafe OBJ_obj2nid(X509_EXTENSION_get_object(item)) == NID_undef
  }

  /// Whether the signer is the issuer, or a delegate whose keyUsage allows it to sign data other than certificates (RFC
  /// 5280, section 4.2.1.3); nil if the signer's certificate is missing.
  public func signerMaySign(issuer: [UInt8]) throws(OpenSSLFailure) -> Bool? {
    unsafe try withSigner(issuer: issuer) { signer, isIssuer in
      if isIssuer { return true }
      let usage = unsafe X509_get_key_usage(signer)
      return usage & UInt32(KU_DIGITAL_SIGNATURE | KU_NON_REPUDIATION) != 0
    }
  }

  /// Finds the signer's certificate, in the response or in the issuer; nil when it is in neither.
  private func withSigner<Result>(
    issuer: [UInt8], _ body: (UnsafeMutablePointer<X509>, _ isIssuer: Bool) -> Result?
  ) throws(OpenSSLFailure) -> Result? {
    guard let basic = unsafe basic else { return nil }
    let issuer = try X509Certificate(der: issuer)
    OpenSSLFailure.clearQueue()
    defer { OpenSSLFailure.clearQueue() }
    guard let known = unsafe rogues_certificates_new() else { throw OpenSSLFailure.drainQueue("make a list") }
    defer { unsafe rogues_certificates_free(known) }
    guard unsafe rogues_certificates_push(known, issuer.pointer) > 0 else {
      throw OpenSSLFailure.drainQueue("add a certificate")
    }
    unsafe X509_up_ref(issuer.pointer)
    var signer: UnsafeMutablePointer<X509>?
    let isFound = try OpenSSLLibrary.asDefault { unsafe OCSP_resp_get0_signer(basic, &signer, known) == 1 }
    guard isFound, let signer = unsafe signer else { return nil }
    return try OpenSSLLibrary.asDefault { unsafe body(signer, X509_cmp(signer, issuer.pointer) == 0) }
  }

  /// The length of the signer's key in bits, if the signer is a delegate; nil if it is the issuer, or missing.
  public func delegateKeyBits(issuer: [UInt8]) throws(OpenSSLFailure) -> (bits: Int, isRSA: Bool)? {
    unsafe try withSigner(issuer: issuer) { signer, isIssuer in
      guard !isIssuer, let key = unsafe X509_get0_pubkey(signer) else { return nil }
      return (Int(unsafe EVP_PKEY_get_bits(key)), unsafe EVP_PKEY_get_base_id(key) == EVP_PKEY_RSA)
    }
  }

  /// The digest of the first SingleResponse's CertID; nil if there is none, or if it is not a `Digest`.
  public var certIDDigest: Digest? {
    guard let basic = unsafe basic, let single = unsafe OCSP_resp_get0(basic, 0),
      let identifier = unsafe OCSP_SINGLERESP_get0_id(single)
    else { return nil }
    var algorithm: UnsafeMutablePointer<ASN1_OBJECT>?
    unsafe OCSP_id_get0_info(nil, &algorithm, nil, nil, UnsafeMutablePointer(mutating: identifier))
    return switch unsafe OBJ_obj2nid(algorithm) {
    case NID_sha1: .sha1
    case NID_sha256: .sha256
    case NID_sha384: .sha384
    case NID_sha512: .sha512
    default: nil
    }
  }

  private func statement(_ single: UnsafeMutablePointer<OCSP_SINGLERESP>) -> Statement {
    var reason: CInt = -1
    var revoked: UnsafeMutablePointer<ASN1_GENERALIZEDTIME>?
    var thisUpdate: UnsafeMutablePointer<ASN1_GENERALIZEDTIME>?
    var nextUpdate: UnsafeMutablePointer<ASN1_GENERALIZEDTIME>?
    let code = unsafe OCSP_single_get0_status(single, &reason, &revoked, &thisUpdate, &nextUpdate)
    let status: Status =
      switch code {
      case V_OCSP_CERTSTATUS_GOOD: .good
      case V_OCSP_CERTSTATUS_REVOKED:
        .revoked(at: unsafe secondsSince1970(revoked), reason: reason < 0 ? nil : Int(reason))
      default: .unknown
      }
    return Statement(
      status: status, thisUpdate: unsafe secondsSince1970(thisUpdate), nextUpdate: unsafe secondsSince1970(nextUpdate))
  }
}
