internal import RogueModel
internal import RogueOpenSSL

/// The parts of an attempt's policy as a command line sees them: which conditions hold, and the pins that apply.
struct RecipePolicy {
  struct Pin {
    /// Counts all pins of the policy, so that files have the same names at every door.
    var index: Int
    var pin: AttemptPolicy.Pin
  }

  let conditions: Set<AdapterManifest.ArgumentGroup.Condition>
  /// The pins of the one set that applies to the host; empty if none applies.
  let pins: [Pin]

  /// Something that a command line has no way to say.
  struct Inexpressible: Error {
    var capability: Capability
    var why: String
  }

  init(_ attempt: Attempt) throws(Inexpressible) {
    let policy = attempt.policy
    pins = try Self.pins(of: policy, for: attempt.connect.host)
    if attempt.needs.contains(.redirects),
      let set = policy.pinSets.first(where: { !$0.applies(to: attempt.connect.host) })
    {
      throw Inexpressible(
        capability: .pin(set.any.first?.kind ?? .spki, set.any.first?.position ?? .leaf),
        why: "a command line holds the pins of one host")
    }
    let pins = pins
    var conditions = Set(
      AdapterManifest.ArgumentGroup.Condition.allCases.filter { pins.contains(where: $0.goesThrough) })
    conditions.formUnion([.always, .last, policy.anchors == nil ? .stores : .anchors])
    conditions.formUnion(try Self.conditions(of: policy.revocation))
    if attempt.needs.contains(.certificatePolicies) { conditions.insert(.certificatePolicies) }
    if policy.transparency != nil { conditions.insert(.transparency) }
    switch policy.identity?.form {
    case .pem:
      conditions.insert(.identityPEM)
      if policy.identity?.chain.isEmpty == false { conditions.insert(.identityIntermediates) }
    case .pkcs12: conditions.insert(.identityPKCS12)
    case nil: break
    }
    if let name = policy.hostname {
      conditions.formUnion([.hostname, IPAddress.bytes(of: name) == nil ? .dnsHostname : .addressHostname])
    } else {
      conditions.insert(.noHostname)
    }
    if policy.time != nil { conditions.insert(.time) }
    self.conditions = conditions.union(Self.conditionsOfConnection(attempt))
  }

  private static func conditions(
    of revocation: AttemptPolicy.Revocation
  ) throws(Inexpressible) -> Set<AdapterManifest.ArgumentGroup.Condition> {
    guard revocation.mode != .off else { return [] }
    let methods = revocation.methods.filter { revocation.allowsNetwork || !$0.requiresNetwork }
    guard let last = methods.last else {
      throw Inexpressible(
        capability: .revocationNoNetwork, why: "none of the policy's methods works without the network")
    }
    guard methods.count == 1 else {
      throw Inexpressible(
        capability: last.capability, why: "a command line enforces each method that it is given, and any one should do")
    }
    let mode: AdapterManifest.ArgumentGroup.Condition = revocation.mode == .require ? .require : .bestEffort
    switch last {
    case .crl: return revocation.crls.isEmpty ? [mode] : [mode, .crl]
    case .crlFetch: return [mode, .crlFetch]
    case .ocspStaple: return [mode, .staple]
    case .ocspFetch: return [mode, .fetch]
    }
  }

  private static func conditionsOfConnection(_ attempt: Attempt) -> Set<AdapterManifest.ArgumentGroup.Condition> {
    var conditions: Set<AdapterManifest.ArgumentGroup.Condition> = []
    if !attempt.alpn.isEmpty { conditions.insert(.alpn) }
    if attempt.reuse == .session {
      conditions.insert(.session)
      if attempt.needs.contains(.earlyData) { conditions.insert(.earlyData) }
    }
    if attempt.needs.contains(.proxy) {
      conditions.insert(attempt.connect.proxyHost == nil ? .plainProxy : .secureProxy)
    }
    switch attempt.connect.startTLS {
    case nil: conditions.insert(.http)
    case .smtp: conditions.insert(.smtp)
    case .imap: conditions.insert(.imap)
    case .postgresql: conditions.insert(.postgresql)
    }
    return conditions
  }

  /// Command lines take the pins of one connection; which sets those are is decided here. What they cannot say, several
  /// sets that must all match, a set that nothing matches, alternatives of two kinds, is refused: leaving a pin out
  /// would be a validator with fewer checks than the scenario is about.
  private static func pins(
    of policy: AttemptPolicy, for host: String
  ) throws(Inexpressible) -> [Pin] {
    var index = 0
    var applying: [[Pin]] = []
    for set in policy.pinSets {
      let numbered = set.any.enumerated().map { Pin(index: index + $0.offset, pin: $0.element) }
      index += set.any.count
      if set.applies(to: host) { applying.append(numbered) }
    }
    guard let pins = applying.first else { return [] }
    guard let kind = pins.first?.pin.kind else {
      throw Inexpressible(
        capability: .pinNone, why: "a command line cannot hold a pin set that nothing matches")
    }
    if applying.count > 1 {
      throw Inexpressible(
        capability: .pin(kind, pins.first?.pin.position ?? .leaf),
        why: "a command line cannot hold several pin sets for one host")
    }
    if let other = pins.first(where: { $0.pin.kind != kind })?.pin {
      throw Inexpressible(
        capability: .pin(other.kind, other.position),
        why: "a command line cannot hold keys and certificates as alternatives")
    }
    return pins
  }
}

extension AdapterManifest.ArgumentGroup.Condition {
  /// Whether a group under this condition is about the pin.
  func goesThrough(_ pin: RecipePolicy.Pin) -> Bool {
    guard let pins else { return false }
    return pins.kind == pin.pin.kind && (pins.position == nil || pins.position == pin.pin.position)
  }
}
