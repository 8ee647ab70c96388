import Foundation
import RogueModel
import RogueScenarios
import TestSupport
import Testing

@testable import RoguesGallery

/// The fields of an attempt that reach each shipped adapter, and that each makes a difference.
@Suite struct AdapterConfigurationTests {
  static let manifests: [AdapterManifest] = folders.compactMap { name in
    let path = "Adapters/\(name)/adapter.yaml"
    guard let bytes = try? Data(contentsOf: BuiltCommand.root.appendingPathComponent(path)) else { return nil }
    return ManifestLoader.load(SourceFile(path: path, bytes: Array(bytes)), stacks: stacks).0
  }

  static let stacks = StackLoader.load((try? ShippedCatalogue.files("Adapters/stacks")) ?? []).stacks

  /// The folders of adapters: all but the one of what they share.
  static let folders: [String] = {
    let folder = BuiltCommand.root.appendingPathComponent("Adapters")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { !["shared", "stacks", "templates"].contains($0) && !$0.hasPrefix(".") }.sorted()
  }()

  /// What is about a connection is the harness's client's where a validator has no TLS.
  static func isTheHarness(_ field: AttemptField, _ manifest: AdapterManifest) -> Bool {
    let name = field.rawValue
    return manifest.isOffline
      && (name.hasPrefix("connect.") || name.hasPrefix("tls.")
        || [.reuse, .learn, .identity, .proxyAnchors].contains(field))
  }

  /// "GnuTLS 1.21.3" would be a version of wget, and of no GnuTLS.
  @Test func `an adapter that is named after a stack has the stack's version`() {
    let stacks = Self.stacks.map(\.name)
    var compared = 0
    for manifest in Self.manifests {
      let library = manifest.library.lowercased().prefix { $0 != " " }
      guard let stack = stacks.first(where: { $0 == library }) else { continue }
      compared += 1
      #expect(
        manifest.stacks[stack] == .after(manifest.versionProbe.after),
        "\(manifest.name) is called \(manifest.library), and its version is not that of the stack \(stack)")
    }
    #expect(compared >= 8)
  }

  @Test func `every shipped adapter states for every field how it is applied, its fixed value, or why it has none`() {
    #expect(Self.manifests.map(\.name) == Self.folders)
    #expect(Self.folders.count >= 15)
    for manifest in Self.manifests {
      guard let configuration = manifest.configuration else {
        Issue.record("\(manifest.name) says nothing")
        continue
      }
      for field in AttemptField.allCases where !Self.isTheHarness(field, manifest) {
        guard configuration.applied[field] == nil, configuration.fixed[field] == nil else { continue }
        // Where no capability is about it, nothing else would say that it is missing.
        #expect(!field.capabilities.isEmpty, "\(manifest.name): \(field.rawValue)")
      }
    }
  }

  @Test func `adapters that README names exist`() throws {
    let rows = try DocumentBlocks.section("Ready adapters", of: "README.md").split(separator: "\n").filter {
      $0.hasPrefix("| ")
    }
    let names = rows.flatMap {
      $0.split(separator: "`").enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }
    }
    #expect(names.count > 20)
    #expect(names.filter { !Self.folders.contains($0) } == [])
  }

  @Test func `the list of adapters matches the descriptions`() throws {
    let page = "records/ready-adapters.md"
    let text = try String(
      decoding: Data(contentsOf: BuiltCommand.root.appendingPathComponent("docs/\(page)")), as: UTF8.self)
    let begin = try #require(text.range(of: "<!-- Made from Adapters/*/adapter.yaml: change it there. -->\n"))
    let end = try #require(text.range(of: "<!-- The end of what is made from Adapters/*/adapter.yaml. -->"))
    let rows = try Self.manifests.map { manifest in
      let about = try #require(manifest.about, "\(manifest.name) has no 'about'")
      let wheel = BuiltCommand.root.appendingPathComponent("Adapters/\(manifest.name)/requirements.txt").path
      let packages =
        FileManager.default.fileExists(atPath: wheel)
        ? "PyPI" : manifest.packages.map { "`\($0)`" }.joined(separator: ", ")
      let door = manifest.doorWord + (manifest.isOffline ? ", offline" : "")
      return "| `\(manifest.name)` | \(manifest.library) \(about.tested) | \(about.licence) | \(door) | \(packages) | "
        + "\(about.pins ?? "") |\n"
    }
    let head =
      "| adapter | library, version here | licence | door | package | a pin is compared with |\n|---|---|---|---|---|---|\n"
    try GeneratedDocumentTests.check(
      text[..<begin.upperBound] + head + rows.joined() + text[end.lowerBound...], page)
  }

  @Test func `descriptions quoted in docs are part of a real one`() throws {
    let shown = try #require(try DocumentBlocks.block("yaml", of: "docs/reference/adapters.md", holding: "applies:\n"))
    let head = """
      adapter: shown
      summary: curl
      library: libcurl
      programs: [curl]
      version: {arguments: [--version], after: "curl "}
      capabilities: [anchors, pin.spki.leaf]
      door: exec

      """
    let loaded = ManifestLoader.load(SourceFile(path: "Adapters/shown/adapter.yaml", bytes: Array((head + shown).utf8)))
    #expect(loaded.1.map(\.rendered) == [])
    #expect(loaded.0?.configuration?.fixed.count == 3)
  }

  @Test func `the page matches the descriptions`() throws {
    try GeneratedDocumentTests.check(Self.page, "records/adapter-configuration.md")
  }

  private static let page: String = {
    var text = """
      # How adapters are configured

      A failure counts only if the validator got the configuration that the attempt describes
      ([the fields](../reference/adapters.md#the-attempt)).
      This page shows how each shipped adapter handles each field, from the `applies` and `fixed` of its `adapter.yaml`.
      `AdapterConfigurationTests` records the page (`make record`) and shows with the installed clients that each applied field has
      an effect.

      | | |
      |---|---|
      | ● | applied: the field reaches the validator |
      | = | fixed: the field does not reach it, and has a known value; a case that needs another value is `unsupported` |
      | · | unsupported: a case that needs the field does not run |
      | (empty) | the harness's own client applies it |


      """
    text += "| field | \(manifests.map(\.name).joined(separator: " | ")) |\n"
    text += "|---|\(String(repeating: "---|", count: manifests.count))\n"
    for field in AttemptField.allCases {
      let marks = manifests.map { manifest in
        if isTheHarness(field, manifest) { return "" }
        if manifest.configuration?.applied[field] != nil { return "●" }
        return manifest.configuration?.fixed[field] != nil ? "=" : "·"
      }
      text += "| `\(field.rawValue)` | \(marks.joined(separator: " | ")) |\n"
    }
    for manifest in manifests {
      text += "\n## \(manifest.name)\n\n\(manifest.summary).\n\n| field | | |\n|---|---|---|\n"
      for field in AttemptField.allCases where !isTheHarness(field, manifest) {
        func row(_ mark: String, _ words: String) -> String {
          "| `\(field.rawValue)` | \(mark) | \(words.replacingOccurrences(of: "|", with: "\\|")) |\n"
        }
        if let how = manifest.configuration?.applied[field] {
          text += row("●", how)
        } else if let instead = manifest.configuration?.fixed[field] {
          text += row("=", instead)
        } else if let why = field.capabilities.compactMap({ manifest.declined[$0] }).first {
          text += row("·", why)
        } else {
          text += row("·", "")
        }
      }
    }
    return text
  }()

  // MARK: The effect

  /// Two cases whose attempts differ in the field and whose right answers differ. Whatever capability is about a field has
  /// pairs of its own (`ProbePair`), which the doctor puts to adapters.
  struct Effect {
    var field: AttemptField
    var told: String
    var untold: String
  }

  /// Fields that no capability is about.
  static let effects = [
    Effect(
      field: .minimumTLS, told: "handshake/tls-1-0-rsa-key-exchange",
      untold: "healthy/rsa-key-exchange-cbc"),
    Effect(
      field: .minimumTLS, told: "handshake/tls-1-1-rsa-key-exchange",
      untold: "healthy/rsa-key-exchange-cbc"),
    Effect(field: .hostname, told: "names/wrong-host", untold: "healthy/chain-two-tiers"),
    Effect(field: .host, told: "names/wrong-host", untold: "healthy/chain-two-tiers"),
    Effect(field: .systemAnchors, told: "trust/unknown-ca", untold: "healthy/chain-two-tiers"),
    Effect(field: .userAnchors, told: "trust/unknown-ca", untold: "trust/user-installed-ca"),
    Effect(field: .pinPosition, told: "pin/leaf-holds-pinned-ca-key", untold: "healthy/chain-two-tiers"),
    Effect(field: .pinPosition, told: "pin/ca-holds-pinned-leaf-key", untold: "healthy/chain-two-tiers"),
    Effect(field: .alpn, told: "healthy/alpn", untold: "healthy/chain-two-tiers"),
    Effect(field: .maximumTLS, told: "healthy/chain-two-tiers", untold: "healthy/chain-two-tiers"),
    Effect(field: .address, told: "healthy/chain-two-tiers", untold: "healthy/chain-two-tiers"),
    Effect(field: .port, told: "healthy/chain-two-tiers", untold: "healthy/chain-two-tiers"),
    Effect(field: .path, told: "healthy/chain-two-tiers", untold: "healthy/chain-two-tiers"),
  ]

  /// Limits of validators, whatever the attempt says: by client and scenario. One that no longer holds fails.
  static let exceptions = [
    "lua-sec names/wrong-host": "compares no names",
    "nss-libpkix names/wrong-host": "compares no names",
    "pyopenssl-store names/wrong-host": "compares no names",
    "strongswan names/wrong-host": "compares no names",
    "wget2 healthy/chain-two-tiers": "looks for the pin of a root among what the server sends",
  ]

  /// Fields of which no answer tells anything.
  static let unseen: [AttemptField: String] = [
    .state: "a folder; what is kept in it is asked for by resumption and first use",
    .deadline: "the harness ends a client that takes longer",
  ]

  @Test func `every field that can be applied has two cases that show it, a capability with a pair, or a reason`()
    throws
  {
    let probes = try Catalogues(only: BuiltCommand.root.path).probes()
    let paired = Set(probes.pairs.map(\.capability)).union(probes.unpaired.keys)
    for field in AttemptField.allCases {
      if field.capabilities.isEmpty {
        #expect(Self.effects.contains { $0.field == field } != (Self.unseen[field] != nil), "\(field.rawValue)")
      } else {
        #expect(field.capabilities.allSatisfy(paired.contains), "\(field.rawValue)")
      }
    }
  }

  @Test func `every installed client follows its attempts where the attempts alone decide`() async throws {
    let installed = try await ListedClients.ofThisMachine.installed
    let clients = Self.manifests.filter { installed.contains($0.name) && RealClients.isAsked($0.name) }
    guard !clients.isEmpty else { try Test.cancel("none of the clients is installed") }
    let scenarios = Set(Self.effects.flatMap { [$0.told, $0.untold] }).sorted()
    let place = try TemporaryWorkplace()
    let ending = try await place.run(
      ["compare", "-q", "--axes", "pairwise", "--timeout", "10m", "--log", place.path("log.jsonl")]
        + scenarios.flatMap { ["-s", $0] } + clients.map(\.name))
    #expect(ending.status == 0, "\(ending.error)")
    let log = try place.log()
    #expect(log.complete == true)
    var asked = 0
    var shown: Set<String> = []
    var excused: Set<String> = []
    for manifest in clients {
      let cases = log.cases[manifest.name] ?? [:]
      for effect in Self.effects where !Self.isTheHarness(effect.field, manifest) {
        let pair = Set([effect.told, effect.untold])
        var passed: Set<String> = []
        for id in pair {
          for (name, result) in cases where name.hasPrefix("\(id)[") && result.verdict != "unsupported" {
            asked += 1
            if result.verdict == "pass" {
              passed.insert(id)
            } else if Self.exceptions["\(manifest.name) \(id)"] != nil {
              excused.insert("\(manifest.name) \(id)")
            } else {
              Issue.record("\(manifest.name), \(effect.field.rawValue), \(name): \(result.explanation)")
            }
          }
        }
        if passed == pair { shown.insert(effect.told) }
      }
    }
    #expect(asked > 20 * clients.count / 2)
    #expect(shown == Set(Self.effects.map(\.told)), "no client shows it")
    let here = Self.exceptions.keys.filter { key in clients.contains { key.hasPrefix("\($0.name) ") } }
    #expect(excused == Set(here), "an exception that no longer holds")
  }
}

extension AdapterManifest {
  fileprivate var doorWord: String {
    switch door {
    case .recipe: "recipe"
    case .exec: "exec"
    case .session: "session"
    }
  }
}
