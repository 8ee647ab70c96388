internal import RogueModel
internal import RogueScenarios

/// A value of a property list in XML, as in configurations of pins.
enum PropertyList {
  case dictionary([(key: String, value: PropertyList)], SourceLocation)
  case array([PropertyList], SourceLocation)
  case text(String, SourceLocation)
  case flag(Bool, SourceLocation)
  case other(SourceLocation)

  static func read(_ file: SourceFile) throws(Finding) -> PropertyList {
    if file.bytes.starts(with: Array("bplist".utf8)) {
      throw Finding(
        at: SourceLocation(file: file.path, line: 1, column: 1), "this property list is binary",
        help: "plutil -convert xml1 -o pins.plist \(file.path)")
    }
    var root = try MarkupReader.read(file)
    if root.name == "plist", root.children.count == 1 { root = root.children[0] }
    return try value(of: root)
  }

  /// The dictionaries of hosts under a key, at any depth.
  static func domains(of file: SourceFile, under key: String) throws(Finding) -> [(host: String, domain: PropertyList)]
  {
    let list = try read(file)
    guard let domains = list.found(key) else { throw Finding(at: list.location, "there is no '\(key)'") }
    var found: [(host: String, domain: PropertyList)] = []
    for (name, domain) in try domains.entries("'\(key)'") {
      let host = try PinReading.host(name, at: domain.location)
      _ = try domain.entries("'\(host)'")
      found.append((host, domain))
    }
    return found
  }

  private static func value(of element: Markup) throws(Finding) -> PropertyList {
    switch element.name {
    case "dict":
      var entries: [(key: String, value: PropertyList)] = []
      var key: String?
      for child in element.children {
        if child.name == "key" {
          guard key == nil else { throw Finding(at: child.location, "the key '\(key ?? "")' has no value") }
          key = child.text.trimmed
        } else {
          guard let name = key else { throw Finding(at: child.location, "a value without a key") }
          guard !entries.contains(where: { $0.key == name }) else {
            throw Finding(at: child.location, "the key '\(name.shown)' is given twice")
          }
          entries.append((name, try value(of: child)))
          key = nil
        }
      }
      if let key { throw Finding(at: element.location, "the key '\(key.shown)' has no value") }
      return .dictionary(entries, element.location)
    case "array":
      var values: [PropertyList] = []
      for child in element.children { values.append(try value(of: child)) }
      return .array(values, element.location)
    case "string", "date": return .text(element.text, element.location)
    case "true": return .flag(true, element.location)
    case "false": return .flag(false, element.location)
    case "integer", "real", "data": return .other(element.location)
    default: throw Finding(at: element.location, "'\(element.name.shown)' is not known in a property list")
    }
  }

  var location: SourceLocation {
    switch self {
    case .dictionary(_, let place), .array(_, let place), .text(_, let place), .flag(_, let place), .other(let place):
      place
    }
  }

  /// The entries; throws if this is no dictionary.
  func entries(_ what: String) throws(Finding) -> [(key: String, value: PropertyList)] {
    guard case .dictionary(let entries, _) = self else { throw Finding(at: location, "\(what) is a dictionary") }
    return entries
  }

  subscript(key: String) -> PropertyList? {
    guard case .dictionary(let entries, _) = self else { return nil }
    return entries.first { $0.key == key }?.value
  }

  /// The value of the first key of this name, at any depth.
  func found(_ key: String) -> PropertyList? {
    guard case .dictionary(let entries, _) = self else { return nil }
    if let here = self[key] { return here }
    for entry in entries { if let deeper = entry.value.found(key) { return deeper } }
    return nil
  }

  /// Absent: false. Throws if it is something else.
  func flag(_ key: String) throws(Finding) -> Bool {
    switch self[key] {
    case nil: return false
    case .flag(let value, _)?: return value
    // Property lists that people write by hand.
    case .text(let text, _)? where ["YES", "true"].contains(text.trimmed): return true
    case .text(let text, _)? where ["NO", "false"].contains(text.trimmed): return false
    case let other?: throw Finding(at: other.location, "'\(key)' is true or false")
    }
  }

  /// Absent: none. Throws if it is no array.
  func elements(_ key: String) throws(Finding) -> [PropertyList]? {
    guard let value = self[key] else { return nil }
    guard case .array(let elements, _) = value else { throw Finding(at: value.location, "'\(key)' is an array") }
    return elements
  }

  static func document(_ content: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    <dict>
    \(content)</dict>
    </plist>

    """
  }
}

/// TrustKit's `TSKPinnedDomains`.
enum TrustKitPins {
  static func read(_ file: SourceFile) throws(Finding) -> PinConfiguration {
    var configuration = PinConfiguration(sets: [])
    for (host, domain) in try PropertyList.domains(of: file, under: "TSKPinnedDomains") {
      if domain["TSKEnforcePinning"] != nil, try !domain.flag("TSKEnforcePinning") {
        configuration.notes.append(
          "\(domain.location): pins of \(host) are reported and not enforced (TSKEnforcePinning)")
        continue
      }
      if try domain.flag("TSKExcludeSubdomainFromParentPolicy") {
        configuration.notes.append("\(domain.location): \(host) is taken out of its parent's pins")
        continue
      }
      var pins: [PinConfiguration.Pin] = []
      for element in try domain.elements("TSKPublicKeyHashes") ?? [] {
        guard case .text(let text, let place) = element else {
          throw Finding(at: element.location, "a hash is a string")
        }
        pins.append(
          PinConfiguration.Pin(
            position: .chain, digest: try PinReading.digest(text, at: place, in: "the pin of \(host)")))
      }
      guard !pins.isEmpty else { throw Finding(at: domain.location, "\(host) has no 'TSKPublicKeyHashes'") }
      var expires: Timestamp?
      if case .text(let day, let place)? = domain["TSKExpirationDate"] { expires = try PinReading.day(day, at: place) }
      configuration.sets.append(
        PinConfiguration.Set(
          host: host, subdomains: try domain.flag("TSKIncludeSubdomains") ? .all : .none, expires: expires, pins: pins))
    }
    return configuration
  }

  static func write(_ configuration: PinConfiguration) -> (text: String, notes: [String]) {
    var notes: [String] = []
    for set in configuration.sets {
      notes += set.depthNotes("TrustKit") + set.placeNotes("TrustKit")
      if set.pins.count < 2 {
        notes.append("\(set.host): TrustKit wants a second pin, a backup, where pins are enforced")
      }
    }
    return (PropertyList.document(entries(configuration)), notes)
  }

  /// `TSKPinnedDomains`, an entry of TrustKit's dictionary.
  static func entries(_ configuration: PinConfiguration) -> String {
    var text = "  <key>TSKPinnedDomains</key>\n  <dict>\n"
    for set in configuration.sets {
      text += "    <key>\(set.host)</key>\n    <dict>\n      <key>TSKEnforcePinning</key>\n      <true/>\n"
      text += "      <key>TSKIncludeSubdomains</key>\n      <\(set.subdomains != .none)/>\n"
      if let expires = set.expires {
        text += "      <key>TSKExpirationDate</key>\n      <string>\(PinReading.day(of: expires))</string>\n"
      }
      text += "      <key>TSKPublicKeyHashes</key>\n      <array>\n"
      for pin in set.pins { text += "        <string>\(pin.base64)</string>\n" }
      text += "      </array>\n    </dict>\n"
    }
    return text + "  </dict>\n"
  }
}

/// `NSPinnedDomains` of App Transport Security: leaf identities, CA identities, and one label of subdomains.
enum PinnedDomains {
  private static let lists: [(key: String, position: PinPosition)] = [
    ("NSPinnedLeafIdentities", .leaf), ("NSPinnedCAIdentities", .ca),
  ]

  static func read(_ file: SourceFile) throws(Finding) -> PinConfiguration {
    var configuration = PinConfiguration(sets: [])
    for (host, domain) in try PropertyList.domains(of: file, under: "NSPinnedDomains") {
      let subdomains: PinConfiguration.Subdomains = try domain.flag("NSIncludesSubdomains") ? .oneLabel : .none
      // Each list has to be met: two lists are two sets.
      for (key, position) in lists {
        guard let identities = try domain.elements(key) else { continue }
        var pins: [PinConfiguration.Pin] = []
        for identity in identities {
          guard case .text(let text, let place)? = identity["SPKI-SHA256-BASE64"] else {
            throw Finding(at: identity.location, "an identity has 'SPKI-SHA256-BASE64', a string")
          }
          pins.append(
            PinConfiguration.Pin(
              position: position, digest: try PinReading.digest(text, at: place, in: "the pin of \(host)")))
        }
        configuration.sets.append(
          PinConfiguration.Set(host: host, subdomains: subdomains, expires: nil, pins: pins))
      }
    }
    return configuration
  }

  static func write(_ configuration: PinConfiguration) -> (text: String, notes: [String]) {
    var notes: [String] = []
    var hosts: [String] = []
    for set in configuration.sets where !hosts.contains(set.host) { hosts.append(set.host) }
    var text = "  <key>NSAppTransportSecurity</key>\n  <dict>\n    <key>NSPinnedDomains</key>\n    <dict>\n"
    for host in hosts {
      let sets = configuration.sets.filter { $0.host == host }
      if sets.contains(where: { $0.subdomains == .all }) {
        notes.append("\(host): NSIncludesSubdomains includes one label, and not hosts of any depth")
      }
      if sets.contains(where: { $0.expires != nil }) { notes.append("\(host): NSPinnedDomains has no end") }
      text += "      <key>\(host)</key>\n      <dict>\n        <key>NSIncludesSubdomains</key>\n"
      text += "        <\(sets.contains { $0.subdomains != .none })/>\n"
      for (key, position) in lists {
        // A key that may be anywhere is the caller's to place.
        let pins = sets.flatMap(\.pins).filter { $0.position == position || $0.position == .chain && position == .ca }
        guard !pins.isEmpty || sets.contains(where: \.pins.isEmpty) && position == .leaf else { continue }
        text += "        <key>\(key)</key>\n        <array>\n"
        for pin in pins {
          text += "          <dict>\n            <key>SPKI-SHA256-BASE64</key>\n"
          text += "            <string>\(pin.base64)</string>\n          </dict>\n"
        }
        text += "        </array>\n"
      }
      text += "      </dict>\n"
    }
    return (PropertyList.document(text + "    </dict>\n  </dict>\n"), notes)
  }
}
