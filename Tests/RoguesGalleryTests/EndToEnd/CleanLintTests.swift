import Foundation
import RogueEngines
import RogueModel
import RoguePKI
import TestSupport
import Testing

@testable import RoguesGallery

/// What lint lets through can be made and served: whatever is put together, a run is never the place where it shows.
@Suite(.timeLimit(.minutes(30))) struct CleanLintTests {
  /// A scenario of level may that everybody passes.
  private static func scenario(_ name: String, _ rest: String, keys: String = "p256", tls: String = "1.3") -> String {
    """
    scenario: made/\(name)
    title: Something that is put together
    why: It is here to be made and served, whatever it is. Nobody says what would be right.
    level: may
    severity: low
    references: ["RFC 5280, section 6"]
    policies: [system]
    axes: {tls: ["\(tls)"], keys: [\(keys)]}
    expect: {any: [{disposition: accept}, {disposition: cancel, reason: [other]}]}
    \(rest)

    """
  }

  /// The name of a defect or behaviour with parameters, in every form that a file can give it.
  private static func forms(_ descriptor: NamedDescriptor) -> [String] {
    var forms: [[String]] = [[]]
    for parameter in descriptor.parameters {
      let values: [String]
      switch parameter.kind {
      case .flag: values = ["true", "false"]
      case .integer:
        let range = parameter.range ?? 1...2
        values = Set([range.lowerBound, min(range.upperBound, range.lowerBound + 2)]).sorted().map(String.init)
      case .text: values = parameter.choices.isEmpty ? ["x"] : parameter.choices
      }
      let more = values.flatMap { value in forms.map { $0 + ["\(parameter.name): \(value)"] } }
      forms = parameter.isRequired ? more : forms + more
    }
    return forms.map { $0.isEmpty ? descriptor.name : "{\(descriptor.name): {\($0.joined(separator: ", "))}}" }
  }

  /// Lints a repository of these scenarios, takes out what is an error, and runs what is left.
  private static func runWhatIsClean(_ scenarios: [(name: String, text: String)]) async throws -> (
    lines: [String], files: Set<String>, run: BuiltCommand.Ending
  ) {
    let place = try TemporaryWorkplace()
    for (name, text) in scenarios { try place.write(text, to: "own/Scenarios/made/\(name).yaml") }
    let folder = URL(fileURLWithPath: place.path("own"))
    let lint = try await BuiltCommand.run(["lint"], directory: folder, deadlineMilliseconds: 900_000)
    let lines = lint.output.split(separator: "\n").map(String.init).filter { $0.contains(": error: ") }
    let files = Set(lines.compactMap { $0.split(separator: ":").first.map(String.init) })
    for file in files { try FileManager.default.removeItem(atPath: place.path("own/\(file)")) }
    #expect(files.count < scenarios.count, "nothing is left to run: \(lint.output.prefix(2000)) \(lint.error)")
    let run = try await BuiltCommand.run(
      ["run", "-q", "-a", "accept-all", "made/*"], directory: folder, deadlineMilliseconds: 1_200_000)
    #expect(run.status != 70 && run.status != 65, "\(run)")
    #expect(!run.output.contains("harness-error"), "\(run.output)")
    return (lines, files, run)
  }

  @Test(.sweep, arguments: [KeyType.p256, .ed25519, .rsa2048, .rsaExponent3])
  func `every defect can be made with every key, or lint reports that it cannot`(key: KeyType) async throws {
    var scenarios: [(name: String, text: String)] = []
    for descriptor in Defects.descriptors {
      for (number, form) in Self.forms(descriptor).prefix(2).enumerated() {
        for certificate in number == 0 ? ["leaf", "issuing"] : ["leaf"] {
          let name = "\(descriptor.name)-\(number)-\(certificate)"
          let rest = "world: pinned-site\nmutate: {certificates.\(certificate).defects: [\(form)]}"
          scenarios.append((name, Self.scenario(name, rest, keys: key.rawValue)))
        }
      }
    }
    let (lines, files, _) = try await Self.runWhatIsClean(scenarios)
    for line in lines { #expect(line.contains("cannot be made with \(key.rawValue) keys"), "\(line)") }
    // Pairs that were faults of the harness, in the middle of a run.
    let impossible: Set<String> =
      switch key {
      case .p256: ["pkcs1-forgery", "md5-signature", "pss-parameters", "pss-only-key"]
      case .ed25519:
        ["pkcs1-forgery", "md5-signature", "pss-parameters", "pss-only-key", "explicit-curve", "sha1-signature"]
      case .rsa2048: ["pkcs1-forgery", "explicit-curve"]
      default: ["explicit-curve"]
      }
    for name in impossible { #expect(files.contains { $0.contains("/\(name)-") }, "\(name)") }
  }

  @Test(.sweep, arguments: [TLSVersion.tls12, .tls13])
  func `every behaviour can be served with every key, or lint reports that it cannot`(version: TLSVersion) async throws
  {
    var scenarios: [(name: String, text: String)] = []
    for descriptor in Behaviours.descriptors where descriptor.versions.contains(version) {
      for (number, form) in Self.forms(descriptor).prefix(2).enumerated() {
        let name = "\(descriptor.name)-\(number)"
        let rest = "world: pinned-site\nmutate: {server.behaviours: [\(form)]}"
        let keys = number == 0 ? "p256, ed25519, rsa2048" : "p256"
        scenarios.append((name, Self.scenario(name, rest, keys: keys, tls: version.rawValue)))
      }
    }
    _ = try await Self.runWhatIsClean(scenarios)
  }

  @Test(.sweep) func `two features of a server work together, or lint reports that they do not`() async throws {
    let features = [
      "alpn: [h2, http/1.1]", "client-auth: request", "resumption: true", "keep-alive: true", "redirect: other",
      "misdirected: other-hosts", "staple: honest", "starttls: {speaks: smtp}", "proxy: {host: gateway}",
      "renegotiation: {present: [rekeyed-leaf, issuing]}", "connections: {2: {present: [rekeyed-leaf, issuing]}}",
    ]
    let place = try TemporaryWorkplace()
    let world = try String(
      contentsOf: BuiltCommand.root.appendingPathComponent("Certs/worlds/pinned-site.yaml"), encoding: .utf8)
    for (index, feature) in features.enumerated() {
      let text = world.replacingOccurrences(of: "world: pinned-site", with: "world: site-\(index)")
        .replacingOccurrences(
          of: "server: {present: [leaf, issuing]", with: "server: {present: [leaf, issuing], \(feature)")
      #expect(text.contains(feature))
      try place.write(text, to: "own/Certs/worlds/site-\(index).yaml")
      for (other, second) in features.enumerated() where other != index {
        let key = second.prefix { $0 != ":" }
        let value = second.dropFirst(key.count + 2)
        let rest = "world: site-\(index)\nmutate: {server.\(key): \(value)}"
        let name = "pair-\(index)-\(other)"
        try place.write(Self.scenario(name, rest, tls: "1.2"), to: "own/Scenarios/made/\(name).yaml")
      }
    }
    let folder = URL(fileURLWithPath: place.path("own"))
    let lint = try await BuiltCommand.run(["lint"], directory: folder, deadlineMilliseconds: 900_000)
    let lines = lint.output.split(separator: "\n").map(String.init).filter { $0.contains(": error: ") }
    #expect(lines.contains { $0.contains("'redirect' belongs to HTTP") }, "\(lint.output.prefix(3000))")
    for file in Set(lines.compactMap { $0.split(separator: ":").first.map(String.init) }) {
      try FileManager.default.removeItem(atPath: place.path("own/\(file)"))
    }
    let run = try await BuiltCommand.run(
      ["run", "-q", "-a", "accept-all", "made/*"], directory: folder, deadlineMilliseconds: 900_000)
    #expect(run.status != 70 && run.status != 65, "\(run)")
    #expect(!run.output.contains("harness-error"), "\(run.output)")
  }
}
