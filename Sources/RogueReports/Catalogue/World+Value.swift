import RogueModel

extension World {
  /// What stands at a mutation's path before it is mutated, in YAML flow form; nil for paths that have no short form.
  func value(at path: [String]) -> String? {
    switch path.first {
    case "server": server.value(at: Array(path.dropFirst()))
    case "certificates" where path.count == 3: certificate(path[1]).flatMap { $0.value(path[2]) }
    case "certificates" where path.count == 4 && path[2] == "crl": certificate(path[1])?.crl.value(path[3])
    case "responders" where path.count >= 2:
      (responders[path[1]] ?? ResponderRecipe()).value(at: Array(path.dropFirst(2)))
    case "platform" where path.count == 2:
      switch path[1] {
      case "denied": flow(platform.denied)
      case "fails": platform.fails?.rawValue ?? "none"
      default: nil
      }
    default: nil
    }
  }
}

extension ServerRecipe {
  fileprivate func value(at path: [String]) -> String? {
    guard let name = path.first else { return nil }
    if name == "connections", path.count == 3, let number = Int(path[1]) {
      let connection = connections[number]
      return path[2] == "present"
        ? flow(connection?.present ?? present) : connection?.key ?? key ?? present.first
    }
    if name == "renegotiation", path.count == 2, let own = renegotiation {
      let (names, key) = presented(by: own)
      return path[1] == "present" ? flow(names) : key ?? names.first
    }
    if name == "starttls", path.count == 2, let startTLS {
      return switch path[1] {
      case "speaks": startTLS.speaks.rawValue
      case "offer": startTLS.offer.rawValue
      case "injects": String(startTLS.injects)
      default: nil
      }
    }
    if name == "proxy", path.count == 2, let proxy {
      return switch path[1] {
      case "host": proxy.host
      case "present": flow(proxy.present)
      case "key": proxy.key ?? proxy.present.first
      default: nil
      }
    }
    if name == "staples", path.count == 2 { return (staples[path[1]] ?? .none).flow }
    if name == "staple", path.count == 2 {
      if case .response(let response) = staple { return response.value(path[1]) }
      return OCSPRecipe().value(path[1])
    }
    guard path.count == 1 else { return nil }
    switch name {
    case "present": return flow(present)
    case "key": return key ?? present.first
    case "tls": return tls?.rawValue
    case "staple": return staple.flow
    case "scts": return scts?.description ?? "none"
    case "alpn": return flow(alpn)
    case "client-auth": return clientAuthentication.mode.rawValue
    case "client-auth-at": return clientAuthentication.moment.rawValue
    case "client-list": return clientAuthentication.list.rawValue
    case "client-anchors": return flow(clientAuthentication.anchors)
    case "client-hints": return String(clientAuthentication.hints)
    case "redirect": return redirect ?? "none"
    case "misdirected": return misdirected.rawValue
    case "resumption": return resumption.rawValue
    case "early-data": return String(takesEarlyData)
    case "keep-alive": return String(keepsAlive)
    case "behaviours": return flow(behaviours.map(\.description))
    case "connections": return connections.isEmpty ? "none" : nil
    case "renegotiation": return renegotiation == nil ? "none" : nil
    default: return nil
    }
  }
}

extension CertificateRecipe {
  fileprivate func value(_ field: String) -> String? {
    switch field {
    case "ca": String(isCA)
    case "issuer": issuer ?? "none (signed by itself)"
    case "path-length": pathLength.map(String.init) ?? "none"
    case "hosts": flow(hosts)
    case "addresses": flow(addresses)
    case "emails": flow(emails)
    case "uris": flow(uris)
    case "common-name": commonName ?? hosts.first ?? "none"
    case "name-constraints": nameConstraints?.description ?? "none"
    case "policies": flow(policies)
    case "requires-policy": String(requiresPolicy)
    case "subject-of": subjectOf ?? "none"
    case "key-of": keyOf ?? "none"
    case "key-type": keyType?.rawValue
    case "key-identifier":
      switch keyIdentifier {
      case .ownKey: "own"
      case .absent: "absent"
      case .copied(let other): "{copied-from: \(other)}"
      }
    case "not-before": DurationText.relative(seconds: notBefore)
    case "not-after": DurationText.relative(seconds: notAfter)
    case "usage": usage.rawValue
    case "revoked": String(revoked)
    case "ocsp-url": String(ocspURL)
    case "crl-url": crlPoints.isEmpty ? String(crlURL) : flow(crlPoints)
    case "crl": crl.flow
    case "must-staple": String(mustStaple)
    case "scts": scts?.description ?? "none"
    case "defects": flow(defects.map(\.description))
    default: nil
    }
  }
}

extension ResponderRecipe {
  fileprivate func value(at path: [String]) -> String? {
    switch path.first {
    case nil: "{ocsp: \(ocspFlow), crl: \(crl.rawValue)}"
    case "ocsp" where path.count == 1: ocspFlow
    case "ocsp" where path.count == 2: (response ?? OCSPRecipe()).value(path[1])
    case "crl": crl.rawValue
    default: nil
    }
  }

  private var ocspFlow: String { ocsp == .honest ? response?.flow ?? ocsp.rawValue : ocsp.rawValue }
}

extension StapleRecipe {
  fileprivate var flow: String {
    switch self {
    case .none: "none"
    case .honest: "honest"
    case .response(let recipe): recipe.flow
    }
  }
}

private func flow(_ list: [String]) -> String { "[\(list.joined(separator: ", "))]" }
