internal import RogueModel
internal import RogueYAML

/// The words in braces that a recipe's texts may hold; the doors fill them in.
enum Placeholder {
  /// Of the attempt.
  static let attempt = [
    "url", "request", "authority", "host", "sni", "hostname", "address", "port", "path", "attempt", "proxy",
    "proxy-host",
    "proxy-port", "proxy-roots", "dir", "state", "roots", "anchors",
    "system", "crls", "roots+crls", "p12", "password", "certificate", "intermediates", "certificate-chain", "key",
    "time", "time-epoch", "ct-logs", "ct-logs-openssl", "served", "leaf", "rest", "staple",
  ]
  /// The server's flight: only for programs that run after it.
  static let offline: Set = ["served", "leaf", "rest", "staple"]
  /// Address, names and keys for connecting: only for programs that connect themselves.
  static let connecting: Set = [
    "url", "request", "authority", "address", "port", "path", "proxy", "proxy-host", "proxy-port", "proxy-roots", "p12",
    "password",
    "certificate", "intermediates", "certificate-chain",
    "key",
  ]
  /// Of one pin, inside `each`.
  static let item = ["base64", "hex", "der", "pem"]

  /// Reports every word in braces that is not among the known ones; `{{` is a brace that means itself.
  static func check(_ scalar: YAMLNode.Scalar, _ known: [String], _ reader: NodeReader) {
    let scalars = Array(scalar.text.unicodeScalars)
    var offset = 0
    while offset < scalars.count {
      guard scalars[offset] == "{" else {
        offset += 1
        continue
      }
      if offset + 1 < scalars.count, scalars[offset + 1] == "{" {
        offset += 2
        continue
      }
      guard let end = scalars[offset...].firstIndex(of: "}") else {
        reader.report(
          at: scalar.part(at: offset, length: 1), "a brace without its end", help: "write {{ for a brace itself")
        return
      }
      var name = String.UnicodeScalarView()
      name.append(contentsOf: scalars[offset + 1..<end])
      check(String(name), at: scalar.part(at: offset, length: end - offset + 1), known, reader)
      offset = end + 1
    }
  }

  private static func check(_ name: String, at position: YAMLPosition, _ known: [String], _ reader: NodeReader) {
    guard !known.contains(name) else { return }
    if item.contains(name) {
      reader.report(
        at: position, "{\(name)} belongs to one pin",
        help: "use it inside {each: ...} under pins.spki or pins.certificate")
    } else {
      reader.report(
        at: position, "unknown placeholder {\(NodeReader.shortened(name))}",
        help: NearMiss.question(for: name, among: known) ?? "write {{ for a brace itself")
    }
  }
}

extension ValueParser where Value == String {
  /// Text with placeholders of the attempt.
  static var template: ValueParser { template(Placeholder.attempt) }

  static func template(_ known: [String]) -> ValueParser {
    let form = ValueSyntax.text(what: "text", pattern: nil)
    return ValueParser(form) { node, reader in
      guard case .scalar(let scalar) = node, !scalar.isNull else { return reader.mismatch(node, form) }
      let before = reader.errors
      Placeholder.check(scalar, known, reader)
      return reader.errors == before ? scalar.text : nil
    }
  }
}
