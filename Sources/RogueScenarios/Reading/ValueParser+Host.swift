internal import RogueModel
internal import RogueYAML

/// Hosts that a client can connect to. Certificates may hold any name; these have to fit in a URL, in the Host
/// field and as SNI (RFC 6066, section 3), so what cannot would be held against the validator.
enum RequestedHost {
  /// The error of the host with a remedy; nil: none.
  ///
  /// - Parameter text: relative to the world's domain, or with a final dot the whole name or an address.
  static func problem(with text: String) -> (message: String, help: String?)? {
    guard text.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7f }) else {
      return ("a host has no spaces and no control characters", nil)
    }
    guard text.unicodeScalars.allSatisfy(\.isASCII) else {
      return ("a host is sent in ASCII", "write its A-labels, such as xn--bcher-kva (RFC 5891)")
    }
    let isAbsolute = text.hasSuffix(".")
    let name = HostName.withoutFinalDot(text)
    if InternetAddress.isValid(name) {
      return isAbsolute ? nil : ("an address needs a final dot here", "write '\(name).'")
    }
    if let other = name.first(where: { "/@:[]?#%\\\"'<>*".contains($0) }) {
      return (
        "'\(other)' is not allowed in a host",
        other == ":" ? "the harness chooses the port" : nil
      )
    }
    let labels = name.split(separator: ".", omittingEmptySubsequences: false)
    if labels.contains(where: \.isEmpty) { return ("a host has no empty labels", nil) }
    if let long = labels.first(where: { $0.utf8.count > 63 }) {
      return ("the label '\(long.prefix(20))...' has \(long.utf8.count) octets; 63 are possible (RFC 1035)", nil)
    }
    return tooLong(name)
  }

  /// A name that is longer than DNS allows.
  static func tooLong(_ name: String) -> (message: String, help: String?)? {
    name.utf8.count <= 253 ? nil : ("the host has \(name.utf8.count) octets; 253 are possible (RFC 1035)", nil)
  }
}

extension ValueParser where Value == String {
  /// A host that a client connects to.
  static func host(_ what: String = "a host name") -> ValueParser {
    ValueParser<YAMLNode.Scalar>.scalar(what).then { scalar, _, reader in
      guard let problem = RequestedHost.problem(with: scalar.text) else { return scalar.text }
      reader.report(
        at: scalar.position, "'\(NodeReader.shortened(scalar.text))' is no valid host: \(problem.message)",
        help: problem.help)
      return nil
    }
  }

  /// A host as an application writes it, who connects to its A-labels.
  static var pinnedHost: ValueParser {
    let form = ValueParser<String>.host()
    return ValueParser<YAMLNode.Scalar>.scalar("a host name").then { scalar, node, reader in
      let text = scalar.text
      guard !text.unicodeScalars.allSatisfy(\.isASCII) else { return form.read(node, reader) }
      let problem =
        text == text.lowercased()
        ? RequestedHost.problem(with: HostName.ascii(text)) : ("U-labels have no capitals", nil)
      guard let problem else { return text }
      reader.report(
        at: scalar.position, "'\(NodeReader.shortened(text))' is no valid host: \(problem.message)", help: problem.help)
      return nil
    }
  }

  /// The domain that hosts are under: never an address, never with a final dot.
  static var domain: ValueParser {
    host("a domain").then { text, node, reader in
      guard text.hasSuffix(".") else { return text }
      reader.report(at: node.position, "a domain has no final dot and is not an address", help: "such as rogues.test")
      return nil
    }
  }

  /// `user@host`.
  static var email: ValueParser {
    let form = ValueSyntax.text(what: "an e-mail address", pattern: nil)
    return text("an e-mail address").then { text, node, reader in
      let parts = text.split(separator: "@", omittingEmptySubsequences: false)
      guard parts.count == 2, !parts.contains(where: \.isEmpty) else {
        return reader.mismatch(node, form, help: "such as postmaster@shop")
      }
      return text
    }
  }
}
