import Foundation
import RoguesGallery
import Testing

@Suite struct CommandTests {
  @Test func `without arguments it shows short help, and nothing else`() async throws {
    let ending = try await BuiltCommand.run([])
    #expect(ending.status == 0)
    #expect(ending.output.contains("rogues --help"))
    #expect(ending.error.isEmpty)
  }

  @Test func `the version is alone on standard output`() async throws {
    for arguments in [["--version"], ["version"]] {
      let ending = try await BuiltCommand.run(arguments)
      #expect(ending.output.wholeMatch(of: /rogues ([^+]*)(\+[0-9a-f]{8})?\n/)?.1.description == Gallery.version)
      #expect(ending.status == 0)
    }
  }

  @Test func `a slip goes to standard error with exit status 64`() async throws {
    let ending = try await BuiltCommand.run(["lst"])
    #expect(ending.status == 64)
    #expect(ending.output.isEmpty)
    #expect(ending.error.contains("did you mean 'list'?"))
  }

  @Test func `a run without an adapter lists the validators`() async throws {
    let ending = try await BuiltCommand.run(["run"])
    #expect(ending.status == 64)
    #expect(ending.error.contains("--adapter NAME"))
  }

  @Test func `every scenario of the catalogue is listed and can be explained`() async throws {
    let ids = try await BuiltCommand.run(["list", "--ids"])
    #expect(ids.status == 0)
    #expect(ids.error.isEmpty)
    let listed = ids.output.split(separator: "\n")
    #expect(listed.count >= 30)
    let told = try await BuiltCommand.run(["explain", "**"])
    #expect(told.status == 0)
    // The head of each explanation is the line that begins with the id.
    let heads = Set(told.output.split(separator: "\n").map { $0.prefix { $0 != " " } })
    #expect(Set(listed).subtracting(heads) == [])
  }

  @Test func `lists and explanations for programs are JSON`() async throws {
    for arguments in [["list", "--json"], ["explain", "trust/*", "--json"], ["lint", "--json"]] {
      let ending = try await BuiltCommand.run(arguments)
      #expect(try JSONSerialization.jsonObject(with: Data(ending.output.utf8)) is [Any], "\(arguments)")
    }
  }

  @Test(arguments: Gallery.schemaNames)
  func `every schema is JSON of the dialect that editors know`(name: String) async throws {
    let ending = try await BuiltCommand.run(["schema", name])
    let schema = try JSONSerialization.jsonObject(with: Data(ending.output.utf8)) as? [String: Any]
    #expect(schema?["$schema"] as? String == "https://json-schema.org/draft/2020-12/schema")
  }

  @Test func `an unknown id gets its near miss and exit status 4`() async throws {
    let ending = try await BuiltCommand.run(["explain", "trust/rogue-ca-in-systm-store"])
    #expect(ending.status == 4)
    #expect(ending.error.contains("did you mean 'trust/rogue-ca-in-system-store'?"))
  }

  @Test func `the catalogue is found from below it and from elsewhere, and a named one is never replaced`()
    async throws
  {
    let below = try await BuiltCommand.run(
      ["list", "--ids", "trust/*"], directory: BuiltCommand.root.appendingPathComponent("Scenarios/trust"))
    #expect(below.status == 0)
    // From a folder that has nothing to do with it, by way of the program's own place.
    let elsewhere = try await BuiltCommand.run(["list", "--ids", "trust/*"], directory: URL(fileURLWithPath: "/"))
    #expect(elsewhere.output == below.output)
    let empty = try await BuiltCommand.run(["list", "--catalogue", "/usr/share"])
    #expect(empty.status == 65)
    #expect(empty.error.contains("'/usr/share' holds no catalogue"))
    let missing = try await BuiltCommand.run(["list"], environment: ["ROGUES_CATALOGUE": "/nowhere"])
    #expect(missing.status == 65)
    #expect(missing.error.contains("ROGUES_CATALOGUE: there is no folder '/nowhere'"))
  }

  @Test func `lint passes the catalogue, and points at a tab in a file beside it`() async throws {
    let clean = try await BuiltCommand.run(["lint"])
    #expect(clean.status == 0, "\(clean.output)")
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("tab-\(UUID().uuidString).yaml")
    try Data("scenario: trust/mine\n\ttitle: x\n".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let ending = try await BuiltCommand.run(["lint", file.path])
    #expect(ending.status == 65)
    #expect(ending.output.contains("\(file.path):2:1: error:"))
    #expect(ending.error.contains("1 file checked: 1 error"))
  }

  @Test func `a file that cannot be read is a finding with its name`() async throws {
    let ending = try await BuiltCommand.run(["lint", "/nowhere/mine.yaml"])
    #expect(ending.status == 65)
    #expect(ending.output.contains("/nowhere/mine.yaml:1:1: error: cannot read"))
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func `output that cannot be written is exit status 74`() async throws {
    for arguments in [["list"], ["--help"], ["schema", "world"]] {
      let ending = try await BuiltCommand.run(arguments, output: "/dev/full")
      #expect(ending.status == 74, "\(arguments)")
    }
  }

  @Test func `without a terminal there is no colour, except on request`() async throws {
    #expect(try await !BuiltCommand.run(["list"]).output.contains("\u{1b}"))
    #expect(try await BuiltCommand.run(["list", "--color", "always"]).output.contains("\u{1b}[1m"))
  }
}
