internal import RogueModel
internal import RogueScenarios

/// Android's network-security-config: `domain-config` with `domain` and `pin-set`, and what nested ones inherit.
enum AndroidPins {
  static func read(_ file: SourceFile) throws(Finding) -> PinConfiguration {
    let root = try MarkupReader.read(file)
    guard root.name == "network-security-config" else {
      throw Finding(at: root.location, "the root element is '\(root.name)', and not network-security-config")
    }
    var configuration = PinConfiguration(sets: [])
    for child in root.children {
      switch child.name {
      case "domain-config": try read(child, inherited: nil, into: &configuration)
      case "base-config", "debug-overrides":
        configuration.notes.append("\(child.location): '\(child.name)' has no pins, and its trust anchors are left out")
      default: throw Finding(at: child.location, "'\(child.name)' is not known in a network-security-config")
      }
    }
    return configuration
  }

  private static func read(
    _ element: Markup, inherited: Markup?, into configuration: inout PinConfiguration
  ) throws(Finding) {
    let own = element.children("pin-set").last
    for anchors in element.children("trust-anchors").flatMap({ $0.children("certificates") }) {
      let overrides = anchors.attributes["overridePins"] == "true"
      configuration.notes.append(
        overrides
          ? "\(anchors.location): paths that end in these certificates are not held to the pins (overridePins)"
          : "\(anchors.location): trust anchors are left out; 'policies.NAME.anchors' has them")
    }
    let set = own ?? inherited
    for domain in element.children("domain") {
      guard let set else { continue }
      let host = try PinReading.host(domain.text, at: domain.location)
      let expiration = set.attributes["expiration"]
      var pins: [PinConfiguration.Pin] = []
      for pin in set.children("pin") {
        guard pin.attributes["digest"] == "SHA-256" else {
          throw Finding(
            at: pin.location, "a pin's digest is SHA-256, and not '\((pin.attributes["digest"] ?? "").shown)'")
        }
        pins.append(
          PinConfiguration.Pin(
            position: .chain, digest: try PinReading.digest(pin.text, at: pin.location, in: "the pin of \(host)")))
      }
      if pins.isEmpty {
        configuration.notes.append("\(set.location): a pin-set without pins switches pins off for \(host)")
        continue
      }
      let expires = try expiration.map { (text) throws(Finding) in try PinReading.day(text, at: set.location) }
      configuration.sets.append(
        PinConfiguration.Set(
          host: host, subdomains: domain.attributes["includeSubdomains"] == "true" ? .all : .none, expires: expires,
          pins: pins))
    }
    for nested in element.children("domain-config") { try read(nested, inherited: set, into: &configuration) }
  }

  static func write(_ configuration: PinConfiguration) -> (text: String, notes: [String]) {
    var notes: [String] = []
    var text = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<network-security-config>\n"
    for set in configuration.sets {
      notes += set.depthNotes("Android")
      notes += set.placeNotes("Android")
      if set.pins.isEmpty { notes.append("\(set.host): for Android an empty set means that nothing is pinned") }
      text += "  <domain-config>\n"
      text += "    <domain includeSubdomains=\"\(set.subdomains != .none)\">\(set.host)</domain>\n"
      text += element(set) + "  </domain-config>\n"
    }
    return (text + "</network-security-config>\n", notes)
  }

  /// The `pin-set` of a `domain-config`.
  static func element(_ set: PinConfiguration.Set) -> String {
    let expiration = set.expires.map { " expiration=\"\(PinReading.day(of: $0))\"" } ?? ""
    let pins = set.pins.map { "      <pin digest=\"SHA-256\">\($0.base64)</pin>\n" }.joined()
    return "    <pin-set\(expiration)>\n\(pins)    </pin-set>\n"
  }
}
