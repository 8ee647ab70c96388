internal import RogueModel
internal import RogueOpenSSL
internal import RogueStimuli
internal import RogueTLS

/// Decides about what a client shows of itself: its list, the path from it, and the proof that it holds the key.
struct ClientCertificateVerifier: Sendable {
  let mode: ClientAuth.Mode
  private let rule: ClientChainRule
  private let anchors: [[UInt8]]
  private let clock: Timestamp?
  /// The names in the CertificateRequest.
  let schemes: [SignatureScheme]

  init(_ client: ClientAuthentication.Served, clock: Timestamp?) {
    mode = client.mode
    rule = ClientChainRule(list: client.list)
    anchors = client.anchors
    schemes =
      client.schemes.isEmpty ? SignatureScheme.known : client.schemes.map { SignatureScheme(rawValue: $0.number) }
    self.clock = clock
  }

  var asks: Bool { mode != .none }

  /// A client that was let in; its key is still to be proven.
  struct Candidate {
    let leaf: X509Certificate
    let kind: SignatureKind?
  }

  /// Judges a Certificate message; nil if the client sent no certificate and needs none.
  func admit(_ message: HandshakeMessage, _ version: TLSVersion) throws(TLSAbort) -> Candidate? {
    let list = CertificateMessage(body: message.body, version: version)
    guard list.isWellFormed else {
      throw TLSAbort(refusingClient: "a Certificate message whose lengths do not add up", .decodeError)
    }
    guard let first = list.entries.first else {
      guard mode == .require else { return nil }
      throw TLSAbort(
        refusingClient: "the client sent no certificate",
        version == .tls13 ? .certificateRequired : .handshakeFailure)
    }
    let leaf = try judge(list.entries, message: Array(message.whole))
    return Candidate(leaf: leaf, kind: CertificateFields(der: first)?.keyKind)
  }

  /// Judges a list that is not empty; gives its leaf.
  func judge(_ list: [[UInt8]], message: [UInt8] = []) throws(TLSAbort) -> X509Certificate {
    let leaf: X509Certificate
    do throws(OpenSSLFailure) { leaf = try X509Certificate(der: list.first ?? []) } catch {
      throw TLSAbort(refusingClient: error.description, .badCertificate)
    }
    let path = verify(list)
    switch rule.decide(TLSPeerFlight(message: message, certificates: list, staple: nil, path: path)) {
    case .accept: return leaf
    case .refuse(.refuse(let alert), let why): throw TLSAbort(refusingClient: why, alert)
    case .refuse(_, let why):
      guard case .untrusted(let code, _, _) = path else { throw TLSAbort(refusingClient: why, .certificateUnknown) }
      throw TLSAbort(refusingClient: why, TLSAlertCode(pathError: code))
    }
  }

  /// As in the libssl engine: strength of keys is not a matter of the path.
  private func verify(_ list: [[UInt8]]) -> TLSPathVerdict {
    var request = X509Verifier.Request(chain: list, anchors: anchors)
    request.purpose = .client
    request.at = clock?.secondsSince1970
    request.allowsPartialChain = true
    request.securityLevel = 0
    switch X509Verifier.verify(request) {
    case .accepted: return .trusted
    case .rejected(let problems):
      guard let first = problems.first, let code = first.code else {
        return .untrusted(code: -1, words: problems.first?.text ?? "no verdict", depth: 0)
      }
      return .untrusted(code: code, words: first.text, depth: first.depth ?? 0)
    }
  }

  /// Judges a CertificateVerify message, which says how and proves that the client holds the key.
  func confirm(
    _ candidate: Candidate, _ message: HandshakeMessage, _ version: TLSVersion, signed: [UInt8]
  ) throws(TLSAbort) {
    var cursor = ByteCursor(message.body)
    guard let number = cursor.uint16(), let signature = cursor.vector16(), cursor.isAtEnd else {
      throw TLSAbort(refusingClient: "a CertificateVerify that does not parse", .decodeError)
    }
    let scheme = SignatureScheme(rawValue: number)
    guard schemes.contains(scheme), let form = scheme.form, let kind = candidate.kind,
      scheme.fits(kind, version)
    else {
      throw TLSAbort(
        refusingClient: "the client signs with scheme 0x\(String(number, radix: 16)), which does not match its key",
        .illegalParameter)
    }
    guard candidate.leaf.verifies(signature, of: signed, as: form) else {
      throw TLSAbort(refusingClient: "the client's signature is not by its certificate's key", .decryptError)
    }
  }
}
