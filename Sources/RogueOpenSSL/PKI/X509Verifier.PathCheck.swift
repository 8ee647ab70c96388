internal import COpenSSL

extension X509Verifier {
  /// The C objects of one verification.
  @safe final class PathCheck {
    private let leaf: X509Certificate
    private let store: TrustStore
    private let untrusted: UnsafeMutablePointer<stack_st_X509>
    private let crls: UnsafeMutablePointer<stack_st_X509_CRL>
    private let request: Request
    /// The path of the last run that collected problems.
    private(set) var lastPath: [[UInt8]] = []

    init(_ request: Request) throws(OpenSSLFailure) {
      guard let first = request.chain.first else { throw OpenSSLFailure(operation: "verify an empty chain") }
      self.request = request
      leaf = try X509Certificate(der: first)
      store = try TrustStore.holding(request.anchors)
      OpenSSLFailure.clearQueue()
      guard let untrusted = unsafe rogues_certificates_new() else {
        throw OpenSSLFailure.drainQueue("make a list of certificates")
      }
      guard let crls = unsafe rogues_crls_new() else {
        unsafe rogues_certificates_free(untrusted)
        throw OpenSSLFailure.drainQueue("make a list of CRLs")
      }
      unsafe self.untrusted = untrusted
      unsafe self.crls = crls
      for entry in request.chain.dropFirst() {
        let certificate = try X509Certificate(der: entry)
        guard unsafe rogues_certificates_push(untrusted, certificate.pointer) > 0 else {
          throw OpenSSLFailure.drainQueue("add a certificate")
        }
        // The list holds a separate reference.
        unsafe X509_up_ref(certificate.pointer)
      }
      for entry in request.revocation.crls {
        let crl: UnsafeMutablePointer<X509_CRL> = unsafe try OpenSSLFailure.check("parse a CRL") {
          parseDER(
            entry, { unsafe rogues_d2i_x509_crl(OpenSSLLibrary.context, $0, $1) }, free: { unsafe X509_CRL_free($0) })
        }
        guard unsafe rogues_crls_push(crls, crl) > 0 else {
          unsafe X509_CRL_free(crl)
          throw OpenSSLFailure.drainQueue("add a CRL")
        }
      }
    }

    deinit {
      unsafe rogues_crls_free(crls)
      unsafe rogues_certificates_free(untrusted)
    }

    /// - Parameter collecting: continues after errors and reports all of them; the result is then a list of problems,
    ///   possibly empty, never acceptance.
    func run(collecting: Bool) throws(OpenSSLFailure) -> Verification {
      OpenSSLFailure.clearQueue()
      guard let context = unsafe X509_STORE_CTX_new_ex(OpenSSLLibrary.context, nil) else {
        throw OpenSSLFailure.drainQueue("verify a chain")
      }
      defer {
        unsafe X509_STORE_CTX_free(context)
        OpenSSLFailure.clearQueue()
      }
      guard unsafe X509_STORE_CTX_init(context, store.pointer, leaf.pointer, untrusted) == 1,
        let parameters = unsafe X509_STORE_CTX_get0_param(context), unsafe configure(parameters)
      else { throw OpenSSLFailure.drainQueue("verify a chain") }
      unsafe X509_STORE_CTX_set0_crls(context, crls)
      let problems = Problems()
      guard collecting else {
        if unsafe X509_verify_cert(context) == 1, unsafe X509_STORE_CTX_get_error(context) == X509_V_OK {
          return .accepted(path: unsafe path(of: context))
        }
        unsafe problems.add(context)
        return .rejected(problems.list)
      }
      return try withExtendedLifetime(problems) { () throws(OpenSSLFailure) -> Verification in
        guard unsafe X509_STORE_CTX_set_ex_data(context, 0, Unmanaged.passUnretained(problems).toOpaque()) == 1 else {
          throw OpenSSLFailure.drainQueue("verify a chain")
        }
        unsafe X509_STORE_CTX_set_verify_cb(context, collectProblem)
        _ = unsafe X509_verify_cert(context)
        lastPath = unsafe path(of: context)
        return .rejected(problems.list)
      }
    }

    private func configure(_ parameters: UnsafeMutablePointer<X509_VERIFY_PARAM>) -> Bool {
      var flags: UInt = 0
      if request.allowsPartialChain { flags |= UInt(X509_V_FLAG_PARTIAL_CHAIN) }
      if request.checksPolicies { flags |= UInt(X509_V_FLAG_POLICY_CHECK) }
      if request.isStrict { flags |= UInt(X509_V_FLAG_X509_STRICT) }
      switch request.revocation {
      case .off: break
      case .leaf: flags |= UInt(X509_V_FLAG_CRL_CHECK)
      case .path: flags |= UInt(X509_V_FLAG_CRL_CHECK | X509_V_FLAG_CRL_CHECK_ALL)
      }
      guard unsafe X509_VERIFY_PARAM_set_flags(parameters, flags) == 1 else { return false }
      unsafe X509_VERIFY_PARAM_set_auth_level(parameters, CInt(request.securityLevel))
      if request.checksPolicies {
        // Any policy will do, as long as there is one where one is required; without this OpenSSL finds none acceptable.
        guard unsafe X509_VERIFY_PARAM_add0_policy(parameters, OBJ_nid2obj(NID_any_policy)) == 1 else { return false }
      }
      if let at = request.at { unsafe X509_VERIFY_PARAM_set_time(parameters, Int(at)) }
      let purpose =
        switch request.purpose {
        case .server: X509_PURPOSE_SSL_SERVER
        case .client: X509_PURPOSE_SSL_CLIENT
        case .any: X509_PURPOSE_ANY
        }
      guard unsafe X509_VERIFY_PARAM_set_purpose(parameters, purpose) == 1 else { return false }
      guard let hostname = request.hostname else { return true }
      if IPAddress.bytes(of: hostname) != nil {
        return unsafe X509_VERIFY_PARAM_set1_ip_asc(parameters, hostname) == 1
      }
      // An empty name would switch the check off.
      guard !hostname.isEmpty else { return false }
      unsafe X509_VERIFY_PARAM_set_hostflags(
        parameters, UInt32(X509_CHECK_FLAG_NEVER_CHECK_SUBJECT | X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS))
      return unsafe X509_VERIFY_PARAM_set1_host(parameters, hostname, hostname.utf8.count) == 1
    }

    private func path(of context: UnsafeMutablePointer<X509_STORE_CTX>) -> [[UInt8]] {
      let chain = unsafe X509_STORE_CTX_get0_chain(context)
      let count = unsafe rogues_certificates_count(chain)
      return (0..<count).compactMap { index in
        unsafe try? encodeDER("write a certificate") { unsafe i2d_X509(rogues_certificates_at(chain, index), $0) }
      }
    }
  }

  /// The errors of one verification; touched by one thread only.
  @safe final class Problems {
    private(set) var list: [Problem] = []

    func add(_ context: UnsafeMutablePointer<X509_STORE_CTX>) {
      let code = unsafe X509_STORE_CTX_get_error(context)
      let text = unsafe X509_verify_cert_error_string(Int(code)).map { unsafe String(cString: $0) }
      let problem = Problem(
        code: Int(code), text: text ?? "error \(code)", depth: Int(unsafe X509_STORE_CTX_get_error_depth(context)))
      // A chain of certificates from outside may hold any number of faults.
      if list.count < 64, !list.contains(problem) { list.append(problem) }
    }
  }
}

extension X509Verifier.Revocation {
  var crls: [[UInt8]] {
    switch self {
    case .off: []
    case .leaf(let crls), .path(let crls): crls
    }
  }
}

private func collectProblem(_ verified: CInt, _ context: UnsafeMutablePointer<X509_STORE_CTX>?) -> CInt {
  if verified == 0, let context = unsafe context, let data = unsafe X509_STORE_CTX_get_ex_data(context, 0) {
    unsafe Unmanaged<X509Verifier.Problems>.fromOpaque(data).takeUnretainedValue().add(context)
  }
  return 1
}
