#if os(Linux)
  import Foundation
  import RoguePlatform
  import Testing

  @testable import rogues

  /// Every verb, started where something is missing: 0 only if what was asked was done.
  @Suite struct SurroundingsTests {
    /// What was asked, and how it shows that it was done.
    struct Request: Sendable {
      var arguments: [String]
      /// Looks at standard output and at the folder. Nil: it is to fail, wherever it is asked.
      var isDone: (@Sendable (String, TemporaryWorkplace) -> Bool)?

      init(_ arguments: [String], isDone: (@Sendable (String, TemporaryWorkplace) -> Bool)? = nil) {
        self.arguments = arguments
        self.isDone = isDone
      }

      static func says(_ text: String, _ arguments: [String]) -> Request {
        Request(arguments) { output, _ in output.contains(text) }
      }

      static func writes(_ text: String, to file: String, _ arguments: [String]) -> Request {
        Request(arguments) { _, place in place.text(file).contains(text) }
      }
    }

    private static let one = "trust/unknown-ca[tls=1.3,policy=system]"

    /// One of each verb at least.
    private static func requests(_ place: TemporaryWorkplace, _ catalogue: String) -> [Request] {
      let whole = #""complete":true"#
      let old = place.path("old.jsonl")
      let more = ["--catalogue", catalogue]
      return [
        .writes(
          whole, to: "run.jsonl", ["run", "-q", "-a", "reference", "--log", place.path("run.jsonl"), one] + more),
        .writes(
          whole, to: "compare.jsonl",
          ["compare", "-q", "reference", "accept-all", "--log", place.path("compare.jsonl"), "-s", one] + more),
        .writes(
          whole, to: "again.jsonl", ["replay", "-q", old, one, "--log", place.path("again.jsonl")] + more),
        Request(["bisect", "nobody", "trust/unknown-ca", "--from", "1", "--to", "2"] + more),
        Request(["serve", "no/such-thing"] + more),
        .writes(
          "panel", to: "found/explore.json",
          ["explore", "trust/unknown-ca", "-a", "accept-all", "--cases", "1", "--folder", place.path("found")] + more),
        .says("unknown-ca", ["corpus", "list", place.path("corpus.json")]),
        .writes("testcases", to: "own.json", ["export", "--file", place.path("own.json"), "trust/unknown-ca"] + more),
        .writes("</testsuites>", to: "out.xml", ["report", old, "--to", "junit=" + place.path("out.xml")]),
        .says("{", ["diff", old, old, "--json"]),
        .writes(
          "trust/unknown-ca", to: "known.yaml",
          ["baseline", "update", place.path("known.yaml"), old, "--add", "--why", "known"] + more),
        .says("trust/unknown-ca", ["list", "trust/*"] + more),
        .says("trust/unknown-ca", ["explain", "trust/unknown-ca"] + more),
        .says("client-hello/table", ["coverage", "client-hello/table"] + more),
        Request(["lint", place.path("wrong.yaml")] + more),
        Request(["doctor", place.path("nothing")] + more),
        .writes("adapters", to: "made/rogues.yaml", ["init", "acme", "--folder", place.path("made")]),
        Request(["new", "world", "acme-site", "--folder", place.path("new")]) { _, place in
          !place.text("new/Certs/worlds/acme-site.yaml").isEmpty
        },
        .says(
          "example.com",
          ["pins", "import", place.path("pins.txt"), "--from", "curl", "--host", "api.example.com"]),
        .says("additionalProperties", ["schema", "scenario"]),
        .says("rogues", ["completions", "bash"]),
        .says(".TH", ["man"]),
        .says("Usage: rogues run", ["help", "run"]),
        .says("rogues 0.", ["version"]),
        Request(["clock"]) { output, _ in Int(output.filter { !$0.isNewline }) != nil },
        Request(["negative-control", "no-such-control"]),
        Request(["no-such-verb"]),
        Request(["run", "--no-such-flag"]),
      ]
    }

    @Test func `every verb is among the requests`() throws {
      let asked = Self.requests(try TemporaryWorkplace(), "").compactMap(\.arguments.first)
      #expect(Set(CommandTable.verbs.map(\.name)).subtracting(asked) == [])
    }

    @Test(arguments: Surroundings.allCases)
    func `an incomplete command never exits with 0`(_ surroundings: Surroundings) async throws {
      let place = try TemporaryWorkplace()
      try await surroundings.require(in: place)
      try place.write("scenario: wrong/wrong\n", to: "wrong.yaml")
      let pin = Data(repeating: 7, count: 32).base64EncodedString()
      try place.write("--pinnedpubkey 'sha256//\(pin);sha256//\(pin)'\n", to: "pins.txt")
      let program = BuiltCommand.program.path
      _ = await Surroundings.ordinary.run(
        program,
        [
          "run", "-q", "-a", "accept-all", "--log", place.path("old.jsonl"), Self.one, "--catalogue",
          BuiltCommand.root.path,
        ], in: place)
      _ = await Surroundings.ordinary.run(
        program,
        ["export", "--file", place.path("corpus.json"), "trust/unknown-ca", "--catalogue", BuiltCommand.root.path],
        in: place)
      try #require(place.text("old.jsonl").contains(Self.one) && place.text("corpus.json").contains("testcases"))
      for request in Self.requests(place, BuiltCommand.root.path) {
        let result = await surroundings.run(program, request.arguments, in: place)
        let output = String(decoding: result.standardOutput, as: UTF8.self)
        let words = request.arguments.joined(separator: " ")
        guard case .exited(let status) = result.ending else {
          Issue.record("\(words): \(result.ending)")
          continue
        }
        if [.withoutProc, .foreignProc].contains(surroundings) {
          #expect(status == 70 && output.isEmpty, "\(words): \(result.ending): \(result.text)")
        }
        let isDone = request.isDone?(output, place) ?? false
        // A control that accepts everything fails when it is replayed, and that is what was asked.
        let mayFail = request.arguments[0] == "replay"
        if status == 0 { #expect(isDone, "\(words): 0, and it was not done: \(output)") }
        if surroundings == .ordinary, request.isDone != nil {
          #expect(isDone && (status == 0 || mayFail), "\(words): \(result.ending): \(result.text)")
        }
      }
    }
  }

  extension ChildResult {
    fileprivate var text: String { String(decoding: standardOutput + standardError, as: UTF8.self) }
  }
#endif
