internal import RogueModel
internal import RogueScenarios

/// Lines of Kotlin or Java that call `CertificatePinner.Builder.add(pattern, pins…)`, and a bare list of such pins, for one host.
enum OkHttpPins {
  static func read(
    _ file: SourceFile, host: String? = nil, values: [String: String]
  ) throws(Finding) -> PinConfiguration {
    var configuration = PinConfiguration(sets: [])
    var places: [String: Int] = [:]
    var pattern = host
    var used = false
    for (text, location, isArgument) in try literals(of: file, values) {
      guard text.hasPrefix("sha256/") || text.hasPrefix("sha1/") else {
        // A program has other texts beside its pins, such as what it imports.
        guard isArgument || (try? PinReading.host(text, at: location)) != nil && text.contains(".") else { continue }
        pattern = text
        used = false
        continue
      }
      guard let pattern else {
        throw Finding(
          at: location, "the program does not say here for which host", help: "give it: --host api.example.com")
      }
      guard text.hasPrefix("sha256/") else {
        configuration.notes.append("\(location): SHA-1 pins are left out")
        continue
      }
      let (subdomains, name): (PinConfiguration.Subdomains, Substring) =
        pattern.hasPrefix("**.")
        ? (.all, pattern.dropFirst(3))
        : pattern.hasPrefix("*.") ? (.oneLabel, pattern.dropFirst(2)) : (.none, pattern[...])
      let host = try PinReading.host(String(name), at: location)
      if subdomains == .oneLabel, !used {
        configuration.notes.append("\(location): '\(pattern)' is for hosts below \(host), and not for \(host) itself")
      }
      used = true
      let pin = PinConfiguration.Pin(
        position: .chain,
        digest: try PinReading.digest(String(text.dropFirst("sha256/".count)), at: location, in: "the pin of \(host)"))
      // Pins of one pattern are alternatives, in any number of calls.
      let place = "\(host) \(subdomains)"
      if let same = places[place] {
        configuration.sets[same].pins.append(pin)
      } else {
        places[place] = configuration.sets.count
        configuration.sets.append(
          PinConfiguration.Set(host: host, subdomains: subdomains, expires: nil, pins: [pin]))
      }
    }
    return configuration
  }

  /// The texts of a program, with their places. A name among the arguments of `add` that has no value is an error.
  private static func literals(
    of file: SourceFile, _ values: [String: String]
  ) throws(Finding) -> [(text: String, location: SourceLocation, isArgument: Bool)] {
    let tokens = SourceTokens(file, values: values).tokens
    var found: [(text: String, location: SourceLocation, isArgument: Bool)] = []
    // Of the brackets of `add`; nil: outside.
    var depth: Int?
    for (place, item) in tokens.enumerated() {
      switch item.token {
      case .text(let text): found.append((text, item.location, depth != nil))
      case .mark("("):
        if let open = depth {
          depth = open + 1
        } else if place > 0, case .name(let name) = tokens[place - 1].token, SourceTokens.last(name) == "add" {
          depth = 1
        }
      case .mark(")"): depth = depth.flatMap { $0 > 1 ? $0 - 1 : nil }
      case .name(let name) where depth != nil: throw SourceTokens.unknown(name, at: item.location)
      default: break
      }
    }
    return found
  }

  static func write(_ configuration: PinConfiguration) -> (text: String, notes: [String]) {
    var notes: [String] = []
    var text = "CertificatePinner.Builder()\n"
    for set in configuration.sets {
      if set.expires != nil { notes.append("\(set.host): pins of OkHttp have no end") }
      notes += set.placeNotes("OkHttp")
      if set.pins.isEmpty { notes.append("\(set.host): OkHttp has no empty sets; left out") }
      let prefix =
        switch set.subdomains {
        case .none: ""
        case .oneLabel: "*."
        case .all: "**."
        }
      for pin in set.pins { text += "  .add(\"\(prefix)\(set.host)\", \"sha256/\(pin.base64)\")\n" }
    }
    return (text + "  .build()\n", notes)
  }
}

/// The value of curl's `--pinnedpubkey`: alternatives for the leaf's key, for every host of the command.
enum CurlPins {
  static func read(_ file: SourceFile, host: String?) throws(Finding) -> PinConfiguration {
    let start = SourceLocation(file: file.path, line: 1, column: 1)
    guard let host else {
      throw Finding(at: start, "curl's pins name no host", help: "give it: --host api.example.com")
    }
    let name = try PinReading.host(host, at: start)
    var configuration = PinConfiguration(sets: [])
    let lines = String(decoding: file.bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    var pins: [PinConfiguration.Pin] = []
    for (number, line) in lines.enumerated() {
      let place = SourceLocation(file: file.path, line: number + 1, column: 1)
      for word in line.split(whereSeparator: { " \t'\"\r".contains($0) }) where word.contains("sha256//") {
        for part in word.split(separator: ";", omittingEmptySubsequences: false) {
          guard part.hasPrefix("sha256//") else {
            throw Finding(at: place, "'\(String(part).shown)': each pin begins with sha256//, and curl refuses others")
          }
          pins.append(
            PinConfiguration.Pin(
              position: .leaf,
              digest: try PinReading.digest(
                String(part.dropFirst("sha256//".count)), at: place, in: "the pin of \(name)")))
        }
      }
    }
    guard !pins.isEmpty else { throw Finding(at: start, "there is no sha256// pin") }
    configuration.sets = [PinConfiguration.Set(host: name, subdomains: .none, expires: nil, pins: pins)]
    return configuration
  }

  static func write(_ configuration: PinConfiguration) -> (text: String, notes: [String]) {
    var notes: [String] = []
    var text = ""
    for set in configuration.sets {
      if set.subdomains != .none {
        notes.append("\(set.host): curl pins the host of the URL, and says nothing of others")
      }
      if set.expires != nil { notes.append("\(set.host): curl's pins have no end") }
      let leaves = set.pins.filter { $0.position != .ca }
      if leaves.count < set.pins.count {
        notes.append("\(set.host): curl looks at the leaf's key only; CA pins are left out")
      }
      if set.pins.contains(where: { $0.position == .chain }) {
        notes.append("\(set.host): curl looks at the leaf's key only, and not anywhere in the path")
      }
      guard !leaves.isEmpty else { continue }
      text += "--pinnedpubkey '\(leaves.map { "sha256//\($0.base64)" }.joined(separator: ";"))' https://\(set.host)/\n"
    }
    return (text, notes)
  }
}
