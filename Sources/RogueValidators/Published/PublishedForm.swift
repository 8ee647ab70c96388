internal import RogueModel
internal import RogueTrust

/// One way to use a published text: a separate validator, as published or without the flaws.
///
/// Forms that would be the same without their flaws share one hardened sibling.
struct PublishedForm: Sendable {
  typealias SetUp = @Sendable (AttemptPolicy, TrustEnvironment, any StateFolder) -> ChallengeHandlerSetup

  var name: String
  var text: PublishedText
  /// The class or method that an application calls, as the text has it.
  var api: String
  /// Its behaviour, as a clause.
  var summary: String
  var isHardened = false
  /// The system's evaluation where the text leaves a server to it; the texts do not specify it.
  var defaultHandling = DefaultHandling.freshTrust
  var setUp: SetUp

  func validator(_ environment: TrustEnvironment) -> BuiltInValidator {
    var validator = BuiltInValidator(
      name: name,
      summary: "\(summary), \(isHardened ? "without the flaws of" : "as in") \"\(text.title)\" (\(text.year)), \(api)",
      kind: .handler { policy, _, files in setUp(policy, environment, files) })
    validator.defaultHandling = defaultHandling
    validator.storesPins = text == .sslConservatory
    return validator
  }

  static let all =
    ofEnforcingRevocation + ofPinnedCertificates + ofDuplicatedCertificates + ofSSLConservatory
    + ofTrustedCertificates

  private static let ofEnforcingRevocation: [PublishedForm] = {
    let delegate = "URLSession:didReceiveChallenge:completionHandler:"
    func form(_ name: String, _ api: String, _ summary: String, _ form: EnforcingRevocation.Form) -> PublishedForm {
      PublishedForm(
        name: name, text: .enforcingRevocation, api: api, summary: summary, isHardened: form == .hardened
      ) { policy, environment, _ in
        .ready(EnforcingRevocation(policy: policy, now: environment.clock(), form: form))
      }
    }
    let meant = "\(delegate) with kSecPolicyOid"
    let answer = "system trust with a positive answer about revocation"
    return [
      form(
        "enforcing-revocation", delegate, "system trust alone: its revocation policy is never added", .asPublished),
      form(
        "enforcing-revocation-as-meant", meant, "\(answer) by any method",
        .asMeant(EnforcingRevocation.Form.strict)),
      form(
        "enforcing-revocation-crl-only", "\(meant) and kSecRevocationCRLMethod", "\(answer) by CRL",
        .asMeant([.crl, .requirePositiveResponse])),
      form(
        "enforcing-revocation-ocsp-only", "\(meant) and kSecRevocationOCSPMethod", "\(answer) by OCSP",
        .asMeant([.ocsp, .requirePositiveResponse])),
      form(
        "enforcing-revocation-best-effort", "\(meant), without kSecRevocationRequirePositiveResponse",
        "system trust, and revocation if there is an answer", .asMeant(.anyMethod)),
      form(
        "enforcing-revocation-no-network", "\(meant) and kSecRevocationNetworkAccessDisabled",
        "\(answer) that is at hand", .asMeant(EnforcingRevocation.Form.strict.union(.networkDisabled))),
      form(
        "enforcing-revocation-hardened", meant, "system trust, pins, and a positive answer about revocation",
        .hardened),
    ]
  }()

  private static let ofPinnedCertificates: [PublishedForm] = [
    PublishedForm(
      name: "rn-pinned-delegate", text: .pinnedCertificates,
      api: "connection:willSendRequestForAuthenticationChallenge: with its code in it",
      summary: "one certificate as the only anchor, read once"
    ) { policy, _, _ in RNPinnedCertValidator.delegate(policy) },
    PublishedForm(
      name: "rn-pinned-cert-validator", text: .pinnedCertificates,
      api: "initWithCertificatePath: and validateChallenge: of RNPinnedCertValidator",
      summary: "one certificate as the only anchor, read at each challenge"
    ) { policy, _, _ in .ready(RNPinnedCertValidator(policy: policy)) },
    PublishedForm(
      name: "rn-pinned-cert-validator-hardened", text: .pinnedCertificates,
      api: "initWithCertificatePath: and validateChallenge: of RNPinnedCertValidator",
      summary: "one certificate as the only anchor", isHardened: true
    ) { policy, _, _ in RNPinnedCertValidator.hardened(policy) },
  ]

  private static let ofDuplicatedCertificates: [PublishedForm] = {
    let delegate = "connection:willSendRequestForAuthenticationChallenge:"
    func form(_ name: String, _ api: String, _ summary: String, _ form: DuplicatedCertificates.Form) -> PublishedForm {
      PublishedForm(
        name: name, text: .duplicatedCertificates, api: api, summary: summary, isHardened: form == .hardened
      ) { policy, _, _ in DuplicatedCertificates.setUp(policy, form) }
    }
    let identity = "a client certificate from PKCS #12, nothing about the server"
    return [
      form("duplicated-certificates", delegate, identity, .asPublished),
      form(
        "duplicated-certificates-nil", "\(delegate) with certificates:nil, the text's own fix", "\(identity)",
        .withoutCertificates),
      form("duplicated-certificates-hardened", delegate, identity, .hardened),
    ]
  }()

  private static let ofSSLConservatory: [PublishedForm] = {
    func form(
      _ name: String, _ api: String, _ summary: String, _ door: ISPCertificatePinning.Door, isHardened: Bool = false
    ) -> PublishedForm {
      PublishedForm(name: name, text: .sslConservatory, api: api, summary: summary, isHardened: isHardened) {
        policy, _, files in
        .ready(ISPCertificatePinning(policy, files: files, door: door, isHardened: isHardened))
      }
    }
    let pins = "certificates pinned by domain"
    let verification = "verifyPinnedCertificateForTrust:andDomain:"
    let (connection, session) = ("ISPPinnedNSURLConnectionDelegate", "ISPPinnedNSURLSessionDelegate")
    return [
      form(
        "isp-bare-verification", "\(verification) without SecTrustEvaluate", "\(pins), in an unevaluated chain",
        .bare),
      form(
        "isp-evaluation-afterwards", "\(verification) with SecTrustEvaluate after it instead of before",
        "\(pins), and then the chain", .evaluationAfterwards),
      form("isp-pinned-connection-delegate", connection, "\(pins), for connections", .connection),
      form(
        "isp-pinned-connection-subclass", "a class that extends \(connection)", "\(pins), for connections",
        .connectionSubclass),
      form(
        "isp-pinned-connection-delegate-hardened", connection, "\(pins), for connections", .connection,
        isHardened: true),
      form("isp-pinned-session-delegate", session, "\(pins), for sessions", .session),
      form("isp-pinned-session-delegate-hardened", session, "\(pins), for sessions", .session, isHardened: true),
    ]
  }()

  private static let ofTrustedCertificates: [PublishedForm] = {
    let delegate =
      "connection:canAuthenticateAgainstProtectionSpace: and connection:didReceiveAuthenticationChallenge:"
    let anchor = "one certificate as the anchor"
    var shared = PublishedForm(
      name: "trusted-ssl-shared-trust", text: .trustedCertificates,
      api: "\(delegate), assumed: default handling evaluates the trust with the anchor",
      summary: "\(anchor), default handling of the same trust otherwise"
    ) { policy, _, _ in .ready(TrustedSSLCertificates(policy: policy)) }
    shared.defaultHandling = .challengesTrust
    return [
      PublishedForm(
        name: "trusted-ssl-delegate", text: .trustedCertificates,
        api: "\(delegate), assumed: default handling evaluates a fresh trust",
        summary: "\(anchor), default handling otherwise"
      ) { policy, _, _ in .ready(TrustedSSLCertificates(policy: policy)) },
      shared,
      PublishedForm(
        name: "trusted-ssl-unset-result", text: .trustedCertificates,
        api: "\(delegate), assumed: an earlier Unspecified is left in the variable of the result",
        summary: "\(anchor), default handling otherwise"
      ) { policy, _, _ in .ready(TrustedSSLCertificates(policy: policy, unsetResult: .unspecified)) },
      PublishedForm(
        name: "trusted-ssl-afnetworking", text: .trustedCertificates,
        api: "setAuthenticationAgainstProtectionSpaceBlock: and setAuthenticationChallengeBlock: of AFNetworking",
        summary: "\(anchor), default handling otherwise"
      ) { policy, _, _ in .ready(RequestOperationBlocks(TrustedSSLCertificates(policy: policy))) },
      PublishedForm(
        name: "trusted-ssl-hardened", text: .trustedCertificates,
        api: "all of its APIs", summary: "\(anchor), and nothing otherwise", isHardened: true
      ) { policy, _, _ in TrustedSSLCertificates.hardened(policy) },
    ]
  }()
}
