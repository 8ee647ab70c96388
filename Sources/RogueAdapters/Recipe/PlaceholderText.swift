internal import RogueModel
internal import RogueOpenSSL

/// Fills the placeholders of a recipe's texts; files come into being as they are named.
struct PlaceholderText {
  let files: AttemptFiles

  /// A placeholder whose value the attempt does not have: a recipe's mistake.
  static func missing(_ name: String) -> HarnessFailure {
    HarnessFailure(.badData, "the placeholder {\(name)} has no value in this attempt; use it under its condition")
  }

  /// - Parameter pin: the item, inside `each`.
  func fill(_ template: String, pin: RecipePolicy.Pin? = nil) throws(HarnessFailure) -> String {
    guard template.contains("{") else { return template }
    var output = ""
    var rest = template[...]
    while let brace = rest.firstIndex(of: "{") {
      output += rest[..<brace]
      rest = rest[rest.index(after: brace)...]
      if rest.first == "{" {
        output += "{"
        rest = rest.dropFirst()
        continue
      }
      guard let end = rest.firstIndex(of: "}") else {
        throw HarnessFailure(.badData, "a brace without its end in \(quoted(template))")
      }
      output += try value(of: String(rest[..<end]), pin)
      rest = rest[rest.index(after: end)...]
    }
    return output + rest
  }

  private func value(of name: String, _ pin: RecipePolicy.Pin?) throws(HarnessFailure) -> String {
    if let pin, let value = try item(name, pin) { return value }
    if let value = plain(name) { return value }
    guard let file = try file(name) else { throw Self.missing(name) }
    return "\(files.folder)/\(file)"
  }

  private func item(_ name: String, _ pin: RecipePolicy.Pin) throws(HarnessFailure) -> String? {
    switch name {
    case "base64": Base64.encode(pin.pin.digest)
    case "hex": Hexadecimal.encode(pin.pin.digest)
    case "der" where pin.pin.likeness == nil: "\(files.folder)/\(try files.pinDER(pin.pin, pin.index))"
    case "pem" where pin.pin.likeness == nil: "\(files.folder)/\(try files.pinPEM(pin.pin, pin.index))"
    default: nil
    }
  }

  /// The request of a client that sends its input unchanged: HTTP, or the bare line in other protocols.
  private var request: String {
    let connect = files.attempt.connect
    guard connect.startTLS == nil else { return "ROGUES \(files.attempt.id)\r\n" }
    return "GET \(connect.path) HTTP/1.1\r\nHost: \(connect.authority)\r\n\r\n"
  }

  private func plain(_ name: String) -> String? {
    let attempt = files.attempt
    let connect = attempt.connect
    switch name {
    case "url": return "https://\(connect.authority)\(connect.path)"
    case "authority": return connect.authority
    case "request": return request
    case "host": return connect.host
    case "sni": return HostName.withoutFinalDot(connect.host)
    case "hostname": return attempt.policy.hostname
    case "address": return connect.address
    case "port": return String(connect.port)
    case "path": return connect.path
    case "attempt": return attempt.id
    case "proxy": return connect.proxy
    case "proxy-host": return connect.proxyHost
    case "proxy-port": return connect.proxy?.split(separator: ":").last.map(String.init)
    case "dir": return files.folder
    case "state": return files.conversation.state
    case "password": return attempt.policy.identity?.password
    case "time": return attempt.policy.time?.description
    case "time-epoch": return attempt.policy.time.map { String($0.secondsSince1970) }
    default: return nil
    }
  }

  private func file(_ name: String) throws(HarnessFailure) -> String? {
    switch name {
    case "roots": return try files.roots()
    case "anchors": return try files.anchors()
    case "proxy-roots": return try files.proxyRoots()
    case "system": return try files.systemAnchors()
    case "crls": return try files.allCRLs()
    case "roots+crls": return try files.rootsAndCRLs()
    case "served": return try files.servedPEM()
    case "leaf": return try files.servedLeaf()
    case "rest": return try files.servedRest()
    case "staple": return try files.servedStaple()
    default: break
    }
    if let transparency = files.attempt.policy.transparency {
      switch name {
      case "ct-logs": return try files.logs(transparency)
      case "ct-logs-openssl": return try files.opensslLogs(transparency)
      default: break
      }
    }
    guard let identity = files.attempt.policy.identity else { return nil }
    switch name {
    case "p12": return try files.identityPKCS12(identity)
    case "certificate": return try files.identityCertificate(identity)
    case "intermediates": return try files.identityIntermediates(identity)
    case "certificate-chain": return try files.identityChain(identity)
    case "key": return try files.identityKey(identity)
    default: return nil
    }
  }
}
