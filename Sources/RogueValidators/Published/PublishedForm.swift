internal import RogueModel
internal import RogueTrust

/// One way to use a published text: a validator of its own, as published, or without the flaws.
///
/// Forms that would be the same without their flaws share one hardened sibling.
struct PublishedForm: Sendable {
  typealias SetUp = @Sendable (AttemptPolicy, TrustEnvironment) -> ChallengeHandlerSetup

  var name: String
  var text: PublishedText
  /// The class or method that an application calls, as the text has it.
  var api: String
  /// What it does, as a clause.
  var summary: String
  var isHardened = false
  var setUp: SetUp

  func validator(_ environment: TrustEnvironment) -> BuiltInValidator {
    BuiltInValidator(
      name: name,
      summary: "\(summary), \(isHardened ? "without the flaws of" : "as in") \"\(text.title)\" (\(text.year)), \(api)",
      kind: .handler { policy, _ in setUp(policy, environment) })
  }

  static let all =
    ofEnforcingRevocation + ofPinnedCertValidator + ofDuplicatedCertificates + ofSSLConservatory
    + ofTrustedCertificates

  private static let ofEnforcingRevocation: [PublishedForm] = {
    let delegate = "urlSession(_:didReceive:completionHandler:)"
    func form(_ name: String, _ api: String, _ summary: String, _ way: EnforcingRevocation.Way) -> PublishedForm {
      PublishedForm(
        name: name, text: .enforcingRevocation, api: api, summary: summary, isHardened: way == .asPolicySays
      ) { policy, environment in
        .ready(EnforcingRevocation(policy: policy, now: environment.clock(), way: way))
      }
    }
    return [
      form(
        "enforcing-revocation", delegate, "system trust with a positive answer about revocation by any method",
        .always(.anyMethod)),
      form(
        "enforcing-revocation-crl-only", "\(delegate) with kSecRevocationCRLMethod",
        "system trust with a positive answer about revocation by CRL", .always(.crl)),
      form(
        "enforcing-revocation-ocsp-only", "\(delegate) with kSecRevocationOCSPMethod",
        "system trust with a positive answer about revocation by OCSP", .always(.ocsp)),
      form(
        "enforcing-revocation-hardened", delegate, "system trust, pins, and revocation as the policy has it",
        .asPolicySays),
    ]
  }()

  private static let ofPinnedCertValidator: [PublishedForm] = [
    PublishedForm(
      name: "rn-pinned-delegate", text: .pinnedCertValidator,
      api: "connection:willSendRequestForAuthenticationChallenge: with its code in it",
      summary: "one certificate as the only anchor, read once"
    ) { policy, _ in RNPinnedCertValidator.delegate(policy) },
    PublishedForm(
      name: "rn-pinned-cert-validator", text: .pinnedCertValidator,
      api: "initWithCertificatePath: and validateChallenge:",
      summary: "one certificate as the only anchor, read at each challenge"
    ) { policy, _ in .ready(RNPinnedCertValidator(policy: policy)) },
    PublishedForm(
      name: "rn-pinned-cert-validator-hardened", text: .pinnedCertValidator,
      api: "initWithCertificatePath: and validateChallenge:", summary: "one certificate as the only anchor",
      isHardened: true
    ) { policy, _ in RNPinnedCertValidator.hardened(policy) },
  ]

  private static let ofDuplicatedCertificates: [PublishedForm] = [false, true].map { isHardened in
    PublishedForm(
      name: isHardened ? "duplicated-certificates-hardened" : "duplicated-certificates", text: .duplicatedCertificates,
      api: "connection:willSendRequestForAuthenticationChallenge:",
      summary: "a client certificate from PKCS #12, nothing about the server", isHardened: isHardened
    ) { policy, _ in DuplicatedCertificates.setUp(policy, isHardened: isHardened) }
  }

  private static let ofSSLConservatory: [PublishedForm] = {
    func form(
      _ name: String, _ api: String, _ summary: String, _ door: ISPCertificatePinning.Door, isHardened: Bool = false
    ) -> PublishedForm {
      PublishedForm(name: name, text: .sslConservatory, api: api, summary: summary, isHardened: isHardened) {
        policy, _ in
        .ready(ISPCertificatePinning(policy, door: door, isHardened: isHardened))
      }
    }
    let pins = "certificates pinned by domain"
    let (connection, session) = ("ISPPinnedNSURLConnectionDelegate", "ISPPinnedNSURLSessionDelegate")
    return [
      form(
        "isp-bare-verification", "verifyPinnedCertificateForTrust:andDomain: without SecTrustEvaluate before it",
        "\(pins), in an unevaluated chain", .bare),
      form("isp-pinned-connection-delegate", connection, "\(pins), for connections", .connection),
      form(
        "isp-pinned-connection-delegate-hardened", connection, "\(pins), for connections", .connection,
        isHardened: true),
      form("isp-pinned-session-delegate", session, "\(pins), for sessions", .session),
      form("isp-pinned-session-delegate-hardened", session, "\(pins), for sessions", .session, isHardened: true),
    ]
  }()

  private static let ofTrustedCertificates: [PublishedForm] = [
    PublishedForm(
      name: "trusted-ssl-delegate", text: .trustedCertificates,
      api: "connection:canAuthenticateAgainstProtectionSpace: and connection:didReceiveAuthenticationChallenge:",
      summary: "one certificate as the anchor, default handling otherwise"
    ) { policy, _ in .ready(TrustedSSLCertificates(policy: policy)) },
    PublishedForm(
      name: "trusted-ssl-afnetworking", text: .trustedCertificates,
      api: "setAuthenticationAgainstProtectionSpaceBlock: and setAuthenticationChallengeBlock: of AFNetworking",
      summary: "one certificate as the anchor, default handling otherwise"
    ) { policy, _ in .ready(RequestOperationBlocks(TrustedSSLCertificates(policy: policy))) },
    PublishedForm(
      name: "trusted-ssl-hardened", text: .trustedCertificates,
      api: "both of its APIs", summary: "one certificate as the anchor, and nothing otherwise", isHardened: true
    ) { policy, _ in TrustedSSLCertificates.hardened(policy) },
  ]
}
