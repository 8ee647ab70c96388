import Foundation
import RoguePlatform
import TestSupport
import Testing

/// The recipes of CONTRIBUTING.md against the sources, the history, and a newcomer who follows them to the letter.
@Suite(.timeLimit(.minutes(30))) struct RecipeTests {
  static let root = ArchitectureTests.root

  /// One section, with the files in its tables as they are written there.
  struct Recipe: Sendable, CustomTestStringConvertible {
    var title: String
    var text: String

    var testDescription: String { title }

    /// What stands in backquotes.
    var quoted: [String] {
      text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
        .filter { $0.offset % 2 == 1 }.map { String($0.element) }
    }

    /// Paths, some with placeholders: `Sources/RoguePKI/Defects/<Name>.swift`.
    var paths: [String] {
      quoted.filter { word in
        !word.contains(" ") && (word == "Makefile" || RecipeTests.roots.contains { word.hasPrefix($0) })
      }
    }

    func lists(_ path: String) -> Bool { paths.contains { RecipeTests.matches(path, $0) } }
  }

  static let roots = [
    "Sources/", "Tests/", "Scenarios/", "Certs/", "Adapters/", "Findings/", "FrontEnds/", "docs/",
  ]

  static let page: String = {
    let url = root.appendingPathComponent("CONTRIBUTING.md")
    return (try? String(contentsOf: url, encoding: .utf8)) ?? ""
  }()

  static let recipes: [Recipe] = page.components(separatedBy: "\n## ").dropFirst().map { section in
    Recipe(title: section.components(separatedBy: "\n")[0], text: section)
  }

  /// What a row of a table means: `<…>` stands for a part of a name, and `…` at the end for the rest of a path.
  static func pattern(_ row: String) -> Regex<AnyRegexOutput>? {
    let parts = row.split(separator: "<", omittingEmptySubsequences: false).enumerated().map { index, part in
      let literal = index == 0 ? String(part) : String(part.drop { $0 != ">" }.dropFirst())
      return NSRegularExpression.escapedPattern(for: literal)
    }
    return try? Regex(parts.joined(separator: "[^/]+").replacing("…", with: ".+"))
  }

  static func matches(_ path: String, _ row: String) -> Bool {
    pattern(row).map { path.wholeMatch(of: $0) != nil } ?? false
  }

  static let files: [String] = {
    guard let all = FileManager.default.enumerator(atPath: root.path) else { return [] }
    var files: [String] = []
    for case let path as String in all {
      // What is built, and what git keeps, is no source.
      if path == ".build" || path == ".git" { all.skipDescendants() } else { files.append(path) }
    }
    return files
  }()

  @Test func `there is a recipe for each thing that can be added`() {
    #expect(
      Self.recipes.map(\.title) == [
        "A scenario", "A decision table", "A key of a world (a stimulus)", "A demand on the ClientHello",
        "A defect of a certificate", "A behaviour of a server", "A mutant", "An adapter", "A policy key",
        "A capability",
        "A verdict", "A flag or a verb", "A foreign corpus", "A front end", "A lint rule", "A report", "A profile",
        "Rules for every change",
      ])
    for recipe in Self.recipes.dropLast() { #expect(recipe.paths.count >= 2, "\(recipe.title)") }
  }

  @Test(arguments: recipes) func `every file that a recipe names is there, or another one like it`(recipe: Recipe) {
    for path in recipe.paths {
      guard let pattern = Self.pattern(path) else { continue }
      #expect(Self.files.contains { $0 == path || $0.wholeMatch(of: pattern) != nil }, "\(path)")
    }
  }

  /// Types, and members of types, that a recipe names in the sources or in the tests.
  @Test(arguments: recipes) func `every type and suite that a recipe names is there`(recipe: Recipe) throws {
    let name = try Regex("[A-Z][A-Za-z0-9]*[a-z][A-Za-z0-9]*(\\.[a-zA-Z]+)?(\\.swift)?")
    let words = Set(recipe.quoted.filter { $0.wholeMatch(of: name) != nil && $0 != "Makefile" })
    let texts = Self.sources
    for word in words {
      if word.hasSuffix(".swift") {
        #expect(Self.files.contains { $0.hasSuffix("/\(word)") }, "\(word)")
      } else {
        let parts = word.split(separator: ".").map(String.init)
        #expect(texts.contains { text in parts.allSatisfy(text.contains) }, "\(word)")
      }
    }
  }

  private static let sources: [String] = files.filter { $0.hasSuffix(".swift") && !$0.hasSuffix("RecipeTests.swift") }
    .compactMap { try? String(contentsOf: root.appendingPathComponent($0), encoding: .utf8) }

  // MARK: The history

  /// A kind of change, recognized by the file that it adds.
  struct Kind: Sendable, CustomTestStringConvertible {
    var recipe: String
    var adds: String

    var testDescription: String { adds }
  }

  static let kinds: [Kind] = [
    Kind(recipe: "A key of a world (a stimulus)", adds: "Sources/RogueStimuli/Server/<Key>.swift"),
    Kind(recipe: "A key of a world (a stimulus)", adds: "Sources/RogueStimuli/Certificates/<Key>.swift"),
    Kind(recipe: "A demand on the ClientHello", adds: "Sources/RogueStimuli/ClientHello/<Key>Demand.swift"),
  ]

  /// The latest commit that adds one file of the kind and does not touch more than three sources: what needs more has a
  /// commit of its own before it.
  @Test(arguments: kinds) func `the latest commit of its kind touched the files that the recipe lists, and no other`(
    kind: Kind
  ) throws {
    let recipe = try #require(Self.recipes.first { $0.title == kind.recipe })
    let folder = String(kind.adds.prefix { $0 != "<" })
    for commit in Self.git("log", "-M", "--diff-filter=A", "--format=%h", "-n", "20", "--", folder) {
      let changes = Self.git("show", "-M", "--name-status", "--format=", commit).map {
        $0.components(separatedBy: "\t")
      }
      let added = changes.filter { $0[0] == "A" && Self.matches($0[1], kind.adds) }
      let sources = changes.map { $0[$0.count - 1] }.filter { $0.hasPrefix("Sources/") }
      guard added.count == 1, sources.count <= 3 else { continue }
      for path in sources { #expect(recipe.lists(path), "\(commit): \(path)") }
      return
    }
    // A copy without a history has nothing to compare with.
    #expect(Self.git("rev-list", "--count", "HEAD").first.flatMap { Int($0) } ?? 0 < 500)
  }

  private static func git(_ arguments: String...) -> [String] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["git", "-C", root.path] + arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return [] }
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return process.terminationStatus == 0
      ? String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init) : []
  }

  // MARK: Followed to the letter

  /// What a newcomer writes, by the rows of the recipes; the key `serial` is the example of another recipe.
  private static let written: [(recipe: String, row: String, name: String, text: String)] = [
    (
      "A scenario", "Certs/worlds/<world>.yaml", "Certs/worlds/sample-site.yaml",
      """
      world: sample-site
      title: One host under a CA
      domain: rogues.test
      certificates:
        root: {ca: true}
        issuing: {ca: true, issuer: root, path-length: 0}
        leaf: {issuer: issuing, hosts: [sample], serial: "01:02:03"}
        stranger: {ca: true}
        stranger-leaf: {issuer: stranger, hosts: [sample]}
      stores: {system: [root]}
      host: sample
      server: {present: [leaf, issuing]}
      policies:
        system: {}
      """
    ),
    (
      "A scenario", "Scenarios/<family>/<name>.yaml", "Scenarios/samples/unknown-ca.yaml",
      """
      scenario: samples/unknown-ca
      title: The leaf is issued by a CA that is not trusted
      why: Anyone can make a CA. A client that accepts its certificates lets everyone in.
      level: must
      severity: critical
      references: ["RFC 5280, section 6.1.1 (d): trust anchor information"]
      world: sample-site
      mutate: {server.present: [stranger-leaf, stranger]}
      expect:
        by-policy:
          system: {disposition: cancel, reason: [untrusted]}
      """
    ),
    (
      "An adapter", "Adapters/<name>/adapter.yaml", "Adapters/sample/adapter.yaml",
      """
      adapter: sample
      summary: curl by a script
      library: curl
      programs: [sh]
      version: {arguments: [-c, "echo 1"], after: ""}
      capabilities: [tls1.2, tls1.3]
      declined:
        anchors: the script does not take any
      door: exec
      arguments: [client.sh]
      """
    ),
    (
      "An adapter", "Adapters/<name>/<program>", "Adapters/sample/client.sh",
      """
      for need in $ROGUES_NEEDS; do
        case $need in tls1.2 | tls1.3) ;; *) echo "UNSUPPORTED $need"; exit ;; esac
      done
      cat system.pem user.pem >roots.pem 2>/dev/null
      nonce=$(curl --disable -sS --noproxy '*' --cacert roots.pem \\
        --connect-to "$ROGUES_HOST:$ROGUES_PORT:$ROGUES_ADDRESS:$ROGUES_PORT" "$ROGUES_URL" 2>error.txt)
      case $? in
        0) echo "ACCEPT $nonce" ;;
        60) echo "CANCEL untrusted" ;;
        *) echo "FAILED network" ;;
      esac
      """
    ),
  ]

  @Test func `a scenario, a world and an adapter that are written by their recipes judge a client`() async throws {
    let place = try TemporaryWorkplace()
    for file in Self.written {
      let recipe = try #require(Self.recipes.first { $0.title == file.recipe })
      #expect(recipe.paths.contains(file.row), "\(file.row)")
      #expect(Self.matches(file.name, file.row), "\(file.name)")
      try place.write(file.text + "\n", to: "samples/\(file.name)", executable: file.name.hasSuffix(".sh"))
    }
    func run(_ arguments: String...) async throws -> BuiltCommand.Ending {
      try await BuiltCommand.run(
        arguments, environment: ["TMPDIR": place.temporary],
        directory: URL(fileURLWithPath: place.path("samples")), deadlineMilliseconds: 600_000)
    }
    // The steps that the recipes name: lint, doctor, run.
    let lint = try await run("lint", "Scenarios/samples/unknown-ca.yaml")
    #expect(lint.status == 0, "\(lint)")
    let doctor = try await run("doctor", "sample")
    #expect(doctor.status == 0, "\(doctor)")
    let judged = try await run("run", "--adapter", "sample", "samples/unknown-ca")
    #expect(judged.status == 0, "\(judged)")
    #expect(judged.output.contains("1 pass; 2 cases"), "\(judged.output)")
    let fooled = try await run("run", "--adapter", "accept-all", "samples/unknown-ca")
    #expect(fooled.status == 1, "\(fooled)")
  }

  /// A key of the server, one of a certificate and a demand: the files of their recipes, and the line for each list.
  private static let keys: [(row: String, name: String, list: String, line: String, text: String)] = [
    (
      "Sources/RogueStimuli/Server/<Key>.swift", "Sources/RogueStimuli/Server/SampleHeader.swift",
      "Sources/RogueStimuli/Settings/ServerSetting.swift", "SampleHeader.self",
      """
      public import RogueModel

      public enum SampleHeader: ServerSetting {
        public enum Field: String, Hashable, Sendable, CaseIterable { case none, repeated }

        public static let written: SettingParser<Field> = .word(.none)

        public static let stimulus = Stimulus<ServerRecipe>(
          "sample-header", "whether a header of the response is repeated (RFC 9110, section 5.3); default none",
          evidence: .always(.handshake, seenBy: .handshake), text: { $0[SampleHeader.self].rawValue }
        )
        .found(by: "header field")
        .ofHTTP { $0[SampleHeader.self] != .none }
      }
      """
    ),
    (
      "Sources/RogueStimuli/Certificates/<Key>.swift", "Sources/RogueStimuli/Certificates/SampleSerial.swift",
      "Sources/RogueStimuli/Settings/CertificateSetting.swift", "SampleSerial.self",
      """
      public import RogueModel

      public enum SampleSerial: CertificateSetting {
        public static let written: SettingParser<[UInt8]?> = .octets(1...2)

        public static var rivals: [String: String] { [SerialNumber.stimulus.name: "the serial number is short"] }

        public static let stimulus = Stimulus<CertificateRecipe>(
          "sample-serial", "a short serial number (RFC 5280, section 4.1.2.2); default: a hash of the rest",
          evidence: .certificate, text: { $0[SampleSerial.self].map(Octets.text) ?? "derived" }
        )
        .found(by: "serialNumber")
      }
      """
    ),
    (
      "Sources/RogueStimuli/ClientHello/<Key>Demand.swift", "Sources/RogueStimuli/ClientHello/SampleDemand.swift",
      "Sources/RogueStimuli/ClientHello/HelloDemand.swift", "SampleDemand.self",
      """
      public import RogueModel

      public enum SampleDemand: HelloDemand {
        public static let name = "sample"
        public static let summary = "whether it asks for a staple (RFC 6066, section 8)"

        public static let written: SettingParser<Bool?> = .optionalFlag

        public static func text(_ value: Bool?) -> String? { value.map { String($0) } }

        public static func objection(_ value: Bool?, to hello: ClientHelloEvidence, asking host: String) -> String? {
          value == hello.requestsStaple ? nil : "is not as it should be"
        }
      }
      """
    ),
  ]

  /// In a copy of the one module: what compiles there has all that the protocols ask for, and the lists take it.
  @Test(.nightly) func `keys and a demand compile with the files that their recipes list`() async throws {
    let place = try TemporaryWorkplace()
    let module = "Sources/RogueStimuli"
    try FileManager.default.createDirectory(atPath: place.path("Sources"), withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: Self.root.appendingPathComponent(module).path, toPath: place.path(module))
    for key in Self.keys {
      let recipe = try #require(Self.recipes.first { $0.lists(key.name) && $0.paths.contains(key.list) }, "\(key.name)")
      #expect(recipe.paths.contains(key.row))
      try place.write(key.text + "\n", to: key.name)
      let list = place.text(key.list)
      let parts = list.components(separatedBy: "static let all: [")
      try #require(parts.count == 2, "\(key.list)")
      let items = try #require(parts[1].firstRange(of: "= ["))
      try place.write(
        parts[0] + "static let all: [" + parts[1][..<items.upperBound] + key.line + ", "
          + parts[1][items.upperBound...],
        to: key.list)
    }
    let sources = (FileManager.default.subpaths(atPath: place.path(module)) ?? []).filter { $0.hasSuffix(".swift") }
    let features = ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"]
    let result = try await blocking {
      ChildCommand(
        program: "/usr/bin/env",
        arguments: [
          "swiftc", "-typecheck", "-swift-version", "6", "-warnings-as-errors", "-module-name", "RogueStimuli",
        ]
          + features.flatMap { ["-enable-upcoming-feature", $0] }
          + ["-I", Bundle.main.bundleURL.appendingPathComponent("Modules").path]
          + sources.map { place.path("\(module)/\($0)") },
        environment: ProcessInfo.processInfo.environment.merging(["TMPDIR": place.temporary]) { $1 },
        workingDirectory: place.folder, deadlineMilliseconds: 1_800_000, keptBytes: 1 << 20, floodBytes: 64 << 20
      ).runBlocking()
    }
    #expect(result.ending == .exited(0), "\(String(decoding: result.standardError, as: UTF8.self))")
  }
}
