/// One field of an attempt that a validator must get, named as in the contract's documentation.
///
/// A failure counts only if the validator got the configuration that the attempt describes. So an adapter's description
/// says for each field how it is applied, or which value is fixed instead. A field in neither list is unsupported.
public enum AttemptField: String, Hashable, Sendable, CaseIterable {
  case host = "connect.host"
  case address = "connect.address"
  case port = "connect.port"
  case path = "connect.path"
  case proxy = "connect.proxy"
  case proxyHost = "connect.proxyHost"
  case startTLS = "connect.starttls"
  case minimumTLS = "tls.minimum"
  case maximumTLS = "tls.maximum"
  case alpn = "tls.alpn"
  case reuse
  case learn
  case state
  case deadline = "deadlineMilliseconds"
  case systemAnchors = "policy.systemAnchors"
  case userAnchors = "policy.userAnchors"
  case anchors = "policy.anchors"
  case proxyAnchors = "policy.proxyAnchors"
  case hostname = "policy.hostname"
  case pinHost = "policy.pinSets.host"
  case pinSubdomains = "policy.pinSets.includeSubdomains"
  case pinExpiry = "policy.pinSets.expires"
  case pins = "policy.pinSets.any"
  case pinPosition = "policy.pinSets.any.position"
  case revocationMode = "policy.revocation.mode"
  case revocationMethods = "policy.revocation.methods"
  case revocationNetwork = "policy.revocation.network"
  case transparencyMinimum = "policy.transparency.require"
  case transparencyOperators = "policy.transparency.operators"
  case transparencyLogs = "policy.transparency.logs"
  case identity = "policy.identity"
  case otherIdentities = "policy.identity.others"
  case time = "policy.time"

  /// The connection fields of every attempt.
  public static let ofEveryConnection: [AttemptField] = [.host, .address, .port, .path, .maximumTLS]
  /// The policy fields without a capability.
  public static let ofEveryPolicy: [AttemptField] = [.systemAnchors, .userAnchors, .hostname]

  /// The capabilities with which an adapter declares that it applies the field; empty: there is no such capability, so
  /// only the adapter's description says it.
  public var capabilities: [Capability] {
    let pins = PinKind.allCases.flatMap { kind in PinPosition.allCases.map { Capability.pin(kind, $0) } }
    let methods = AttemptPolicy.Revocation.Method.allCases.map(\.capability)
    return switch self {
    case .host, .address, .port, .path, .minimumTLS, .maximumTLS, .alpn, .state, .deadline, .systemAnchors,
      .userAnchors, .hostname, .pinPosition:
      []
    case .proxy: [.proxy]
    case .proxyHost: [.proxyTLS]
    case .startTLS: StartTLSRecipe.Language.allCases.map(Capability.startTLS)
    case .reuse: [.resumption, .keepAlive]
    case .learn: [.tofu]
    case .anchors: [.anchors]
    case .proxyAnchors: [.proxyAnchors]
    case .pinHost, .pins: pins
    case .pinSubdomains: [.pinSubdomains]
    case .pinExpiry: [.pinExpiry]
    // Off and best effort are what a method alone says.
    case .revocationMode: [.revocationRequire]
    case .revocationMethods: methods
    case .revocationNetwork: [.revocationNoNetwork]
    case .transparencyMinimum, .transparencyLogs: Capability.transparencyWays
    case .transparencyOperators: [.transparencyOperators]
    case .identity: [.identityPEM, .identityPKCS12]
    case .otherIdentities: [.identityChoice]
    case .time: [.clock]
    }
  }
}

/// An adapter's statements about the fields of attempts.
public struct AdapterConfiguration: Hashable, Sendable {
  /// Fields that reach the validator, with the option or call.
  public var applied: [AttemptField: String]
  /// Fields that do not reach it, with the value that holds instead, whatever the attempt says.
  public var fixed: [AttemptField: String]

  public init(applied: [AttemptField: String], fixed: [AttemptField: String]) {
    self.applied = applied
    self.fixed = fixed
  }

  /// Something in it that cannot be, with a way out.
  public struct Contradiction: Hashable, Sendable {
    public enum Place: Hashable, Sendable {
      case applied(AttemptField), fixed(AttemptField)
      /// Something is missing.
      case nowhere
    }
    public var place: Place
    public var text: String
    public var help: String?
  }

  /// Where it does not fit what the adapter declares, and what it lacks.
  public func contradictions(_ capabilities: [Capability], isOffline: Bool) -> [Contradiction] {
    func words(_ capabilities: [Capability]) -> String { capabilities.map { "'\($0)'" }.joined(separator: ", ") }
    var found: [Contradiction] = []
    for field in AttemptField.allCases where applied[field] != nil && !field.capabilities.isEmpty {
      guard !field.capabilities.contains(where: capabilities.contains) else { continue }
      found.append(
        Contradiction(
          place: .applied(field), text: "'\(field.rawValue)' is applied, but no capability declares it",
          help: "declare one of \(words(field.capabilities)), or say under 'fixed' what holds instead"))
    }
    for field in AttemptField.allCases where fixed[field] != nil {
      if applied[field] != nil {
        found.append(Contradiction(place: .fixed(field), text: "'\(field.rawValue)' is also applied"))
      } else if let capability = field.capabilities.first(where: capabilities.contains) {
        found.append(
          Contradiction(
            place: .fixed(field),
            text: "'\(field.rawValue)' is fixed, but the capability '\(capability)' says that it is applied"))
      }
    }
    for field in AttemptField.allCases where applied[field] == nil && fixed[field] == nil {
      guard let capability = field.capabilities.first(where: capabilities.contains) else { continue }
      found.append(
        Contradiction(
          place: .nowhere,
          text: "'\(capability)' is declared, but 'applies' does not say how '\(field.rawValue)' reaches the validator")
      )
    }
    // The harness's client connects for a validator without TLS.
    let needed = (isOffline ? [] : AttemptField.ofEveryConnection) + AttemptField.ofEveryPolicy
    let silent = needed.filter { applied[$0] == nil && fixed[$0] == nil }
    if !silent.isEmpty {
      let names = silent.map { "'\($0.rawValue)'" }.joined(separator: ", ")
      found.append(
        Contradiction(
          place: .nowhere, text: "neither 'applies' nor 'fixed' has \(names), which every attempt needs",
          help: "say under 'applies' how it reaches the validator, or under 'fixed' what holds instead"))
    }
    return found
  }
}
