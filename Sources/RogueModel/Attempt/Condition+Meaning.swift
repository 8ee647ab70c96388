extension AdapterManifest.ArgumentGroup.Condition: ExplainedWord {
  public static let listName = "condition"
  public static let listSummary = "When a recipe adds a group of arguments."

  public var meaning: String {
    if let pins {
      return pins.position.map { "the attempt has \(pins.kind.rawValue) pins for the position `\($0.rawValue)`" }
        ?? "the attempt has \(pins.kind.rawValue) pins"
    }
    return connectionMeaning ?? policyMeaning
  }

  private var policyMeaning: String {
    switch self {
    case .anchors: "the attempt has its own anchors, which replace the stores"
    case .stores: "the attempt has no anchors of its own"
    case .crl: "the policy lists CRLs that are supplied, and there are some"
    case .crlFetch: "the policy lists CRLs of distribution points, and does not forbid the network"
    case .staple: "the policy lists stapled OCSP responses"
    case .fetch: "the policy lists OCSP responders, and does not forbid the network"
    case .bestEffort: "the policy checks revocation, and a status that is missing is no reason to refuse"
    case .require: "the policy requires a good status"
    case .transparency: "the policy requires SCTs"
    case .identityPEM: "the client has an identity in PEM"
    case .identityIntermediates:
      "the client has an identity in PEM with intermediates; some clients refuse an empty file"
    case .identityPKCS12: "the client has an identity in a PKCS #12 bundle"
    case .hostname: "there is a name to check"
    case .dnsHostname: "the name to check is a DNS name"
    case .addressHostname: "the name to check is an IP address"
    case .noHostname: "there is no name to check"
    case .certificatePolicies: "the attempt needs that capability"
    case .always: "always"
    case .last: "always; its arguments come after all others"
    default: ""
    }
  }

  private var connectionMeaning: String? {
    switch self {
    case .time: "the attempt sets the time"
    case .alpn: "the attempt sets protocols to offer"
    case .session: "the step should offer an earlier step's session, which the program left in `{state}`"
    case .earlyData: "the step should send its request in early data, with such a session"
    case .plainProxy: "the client goes through a proxy in plaintext"
    case .secureProxy: "the client goes through a proxy over TLS"
    case .http: "the connection starts with TLS, and HTTP follows under it"
    case .smtp: "the connection starts in plaintext, with SMTP"
    case .imap: "the connection starts in plaintext, with IMAP"
    case .postgresql: "the connection starts in plaintext, with PostgreSQL"
    case .servedRest: "the server sent more than one certificate; only with `offline: true`"
    case .servedStaple: "the server stapled a response; only with `offline: true`"
    default: nil
    }
  }
}
