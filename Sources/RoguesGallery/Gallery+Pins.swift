internal import RogueModel
internal import RoguePlatform
internal import RogueScenarios

extension Gallery {
  /// The names of the forms that configurations of pins have.
  public static let pinFormats = PinFormat.allCases.map(\.rawValue)

  /// Those that can be written.
  public static let writtenPinFormats = PinFormat.written.map(\.rawValue)

  /// The possible positions of a key.
  public static let pinPositions = [PinPosition.leaf, .ca].map(\.rawValue)

  /// Reads an app's configuration of pins, and writes it as a world or in another form. What the result cannot hold is
  /// said on standard error.
  public static func pins(_ request: PinsRequest) -> ExitStatus {
    do throws(HarnessFailure) {
      var configuration = try Self.configuration(of: request)
      if let position = request.position.flatMap(PinPosition.init(rawValue:)) { configuration.place(at: position) }
      if request.to == PinFormat.ats.rawValue, configuration.sets.contains(where: \.isAnywhere) {
        throw HarnessFailure(
          .usage,
          "\(request.file) does not have the position of its keys in the path, and NSPinnedDomains has a list for leaves and one "
            + "for CAs; give --position leaf or --position ca")
      }
      if request.to != nil, configuration.sets.contains(where: { $0.pins.contains { $0.kind == .certificate } }) {
        throw HarnessFailure(
          .usage, "\(request.file) pins certificates, and the other forms pin keys: only 'pins import' can take it")
      }
      let written: (text: String, notes: [String])
      if let to = request.to.flatMap(PinFormat.init(rawValue:)) {
        written = to.write(configuration)
        try say(configuration.notes + written.notes)
      } else {
        let world = PinnedWorld(
          configuration: configuration, name: request.world, source: request.file,
          now: Timestamp(secondsSince1970: WallClock.secondsSince1970))
        written = world.file
        try say(written.notes + ownHosts(world))
        if let folder = request.folder {
          try check(request.world)
          try Gallery.write(
            [ScaffoldFile("Certs/worlds/\(request.world).yaml", written.text)]
              + PinnedScenarios(world, catalogue: builtInScenarios).files,
            in: folder, keeps: false)
          try StandardWriters.output("next   rogues run --adapter NAME --profile \(request.world)\n")
          return .asExpected
        }
      }
      try StandardWriters.output(written.text)
      return .asExpected
    } catch {
      return report(error)
    }
  }

  /// The ids of the built-in catalogue; none where there is no catalogue.
  private static var builtInScenarios: [String] {
    guard let catalogues = try? Catalogues.find(explicit: []), let builtIn = catalogues.builtIn,
      let listing = try? Listing(catalogues, patterns: [], tags: [])
    else { return [] }
    return listing.known.filter { $0.file.hasPrefix("\(builtIn.prefix)Scenarios/") }.map(\.id)
  }

  /// What the file says; throws where it says nothing.
  private static func configuration(of request: PinsRequest) throws(HarnessFailure) -> PinConfiguration {
    let bytes: [UInt8]
    do throws(SystemError) { bytes = try Files.read(request.file, cap: 1 << 20) } catch {
      throw HarnessFailure(.badData, error.description)
    }
    let file = SourceFile(path: request.file, bytes: bytes, isNamed: true)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw HarnessFailure(.badData, "\(request.file) is not text in UTF-8")
    }
    guard let format = request.from.flatMap(PinFormat.init(rawValue:)) ?? PinFormat.of(text) else {
      throw HarnessFailure(
        .badData,
        "\(request.file) has no known format of pins; name it with --from: "
          + pinFormats.joined(separator: ", ")
          + ". Pins whose values are elsewhere: --value NAME=VALUE")
    }
    let configuration: PinConfiguration
    do throws(Finding) {
      configuration = try format.read(file, host: request.host, values: try values(request.values))
    } catch {
      throw HarnessFailure(.badData, "the configuration cannot be read\n\(error.rendered)")
    }
    guard !configuration.sets.isEmpty else {
      throw HarnessFailure(
        .badData, "\(request.file) pins nothing" + configuration.notes.map { "\n  \($0)" }.joined())
    }
    return configuration
  }

  /// `NAME=VALUE` by the last part of the name.
  private static func values(_ texts: [String]) throws(Finding) -> [String: String] {
    var values: [String: String] = [:]
    for text in texts {
      guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
        throw Finding(.error, "--value '\(text.shown)' is not NAME=VALUE, such as PIN_PRIMARY=sha256/…")
      }
      values[SourceTokens.last(String(text[..<equals]))] = String(text[text.index(after: equals)...])
    }
    return values
  }

  /// For a client that is built once.
  private static func ownHosts(_ world: PinnedWorld) -> [String] {
    let hosts = world.hosts.map { "--host \($0) " }.joined()
    return hosts.isEmpty
      ? []
      : [
        "to judge the app under its own hosts: rogues run --adapter NAME \(hosts)--roots FILE --listen 127.0.0.1:8443 "
          + "--profile \(world.name)"
      ]
  }

  private static func say(_ notes: [String]) throws(HarnessFailure) {
    for note in notes { try StandardWriters.error("rogues: \(note)\n") }
  }
}
