import Foundation
import Testing

/// Whom and what a run is asked for, when that is not to be had.
@Suite struct SelectionTests {
  static func run(_ arguments: String...) async throws -> BuiltCommand.Ending {
    try await BuiltCommand.run(arguments)
  }

  @Test func `an unknown adapter name is a usage error with its near miss`() async throws {
    for verb in [["run", "-a", "acept-all"], ["compare", "acept-all"]] {
      let ending = try await BuiltCommand.run(verb)
      #expect(ending.status == 64)
      #expect(ending.error.contains("there is no adapter 'acept-all'; did you mean 'accept-all'?"))
    }
    let far = try await Self.run("run", "-a", "zzzzzzzz")
    #expect(far.status == 64)
    #expect(far.error.contains(/\n  of the catalogue: aiohttp, .* and \d+ more\n/))
    // A hundred names would hide the rest.
    #expect(far.error.split(separator: "\n").allSatisfy { $0.count < 300 })
    #expect(far.error.contains("\n  built in: reference, "))
    #expect(far.error.contains("\n  your own: the path of a program"))
    // Neither of them is what anybody looks for, and there are two hundred.
    #expect(!far.error.contains("mutant-"))
    let twice = try await Self.run("run", "-a", "accept-all", "-a", "accept-all")
    #expect(twice.status == 64)
    #expect(twice.error.contains("'accept-all' is named twice"))
  }

  @Test func `a named adapter whose program is not installed stops a run and a comparison`() async throws {
    let place = try TemporaryWorkplace()
    let description = try place.write(
      """
      adapter: absent
      summary: a client that no machine has
      library: libabsent
      programs: [no-such-client]
      packages: [absent-client]
      version: {arguments: [--version], after: "absent "}
      names: connect-to
      capabilities: [anchors, tls1.2, tls1.3]
      door: recipe
      arguments:
        - last: ["{url}"]
      outcomes:
        - {exit: 60, cancel: untrusted}

      """, to: "absent/adapter.yaml")
    let alone = try await place.run(["run", "-a", description, "-a", "accept-all", "trust/unknown-ca"])
    #expect(alone.status == 69)
    #expect(alone.error.contains("'no-such-client' is not installed; apt-get install absent-client"), "\(alone)")
    #expect(alone.output.isEmpty)
    let beside = try await place.run(["compare", description, "accept-all", "-s", "trust/unknown-ca"])
    #expect(beside.status == 69)
    #expect(beside.error.contains("not here"))
    #expect(beside.output.isEmpty)
    let pattern = try await place.run(["compare", "-s", "trust/unknown-ca", "accept-all", "trust/same-name-ca"])
    #expect(pattern.status == 69)
    #expect(pattern.error.contains("scenarios of a comparison are chosen with --scenario"), "\(pattern.error)")
    let program = try await place.run(["run", "-a", place.path("nothing"), "trust/unknown-ca"])
    #expect(program.status == 69)
    #expect(program.error.contains("No such file or directory"))
  }

  @Test func `a comparison without names goes on without an adapter that is not here`() async throws {
    let place = try TemporaryWorkplace()
    try place.smallCatalogue()
    try place.write(
      """
      adapter: absent
      summary: a client that no machine has
      library: libabsent
      programs: [no-such-client]
      packages: [absent-client]
      version: {arguments: [--version], after: "absent "}
      names: connect-to
      capabilities: [tls1.3]
      door: recipe
      arguments:
        - last: ["{url}"]
      outcomes:
        - {exit: 60, cancel: untrusted}

      """, to: "catalogue/Adapters/absent/adapter.yaml")
    for file in ["Adapters/openssl/adapter.yaml", "Adapters/stacks/openssl.yaml"] {
      let source = "\(BuiltCommand.root.path)/\(file)"
      try place.write(try String(contentsOfFile: source, encoding: .utf8), to: "catalogue/\(file)")
    }
    let ending = try await place.run(["compare", "--catalogue", place.path("catalogue"), "--timeout", "60s"])
    #expect(ending.status == 0, "\(ending.error)")
    let lines = ending.error.split(separator: "\n").filter { $0.contains("no client here") || $0.contains("absent") }
    #expect(
      lines.count == 1
        && lines[0].contains("1 adapter of the catalogue has no client here; rogues list --adapters"), "\(ending.error)"
    )
    let list = try await place.run(["list", "--adapters", "--catalogue", place.path("catalogue")])
    #expect(
      list.output.contains("not here: the program 'no-such-client' is not installed; apt-get install absent-client"))
    #expect(ending.output.contains("openssl"))
  }

  @Test func `two reports on standard output are a usage error`() async throws {
    for flags in [["--log", "-", "--report", "junit=-"], ["--report", "junit=-", "--report", "junit=-"]] {
      let ending = try await BuiltCommand.run(["run", "-a", "accept-all", "trust/unknown-ca"] + flags)
      #expect(ending.status == 64)
      #expect(ending.error.contains("two streams go to standard output"))
      #expect(ending.output.isEmpty)
    }
  }

  @Test func `a program that is not an adapter differs from a missing one`() async throws {
    let place = try TemporaryWorkplace()
    let silent = try place.write("#!/bin/sh\n", to: "silent", executable: true)
    let ending = try await place.run(["run", "-a", silent, "trust/unknown-ca"])
    #expect(ending.status == 65)
    #expect(ending.error.contains("printed nothing; expected one JSON object for ROGUES_HELLO=1"), "\(ending)")
    let silly = try place.write("#!/bin/sh\necho hello\n", to: "silly", executable: true)
    for arguments in [["run", "-a", silly, "trust/unknown-ca"], ["compare", silly, "accept-all"], ["doctor", silly]] {
      let ending = try await place.run(arguments)
      #expect(ending.status == 65, "\(arguments): \(ending)")
      #expect(ending.error.contains("printed 'hello'; expected one JSON object"), "\(ending)")
      #expect(!ending.error.contains("not here") && ending.output.isEmpty, "\(ending)")
    }
    // It is an adapter, and what it drives is missing.
    let waiting = try place.write("#!/bin/sh\necho no device >&2\nexit 1\n", to: "waiting", executable: true)
    let missing = try await place.run(["run", "-a", waiting, "trust/unknown-ca"])
    #expect(missing.status == 69 && missing.error.contains("no device"), "\(missing)")
    let plain = try place.write("text\n", to: "plain")
    #expect(try await place.run(["run", "-a", plain, "trust/unknown-ca"]).error.contains("not an executable program"))
  }

  @Test func `a catalogue without adapters is reported, and the controls are judged all the same`() async throws {
    let place = try TemporaryWorkplace()
    try place.smallCatalogue()
    let catalogue = ["--catalogue", place.path("catalogue")]
    for makesFolder in [false, true] {
      if makesFolder {
        try FileManager.default.createDirectory(
          atPath: place.path("catalogue/Adapters"), withIntermediateDirectories: true)
      }
      let ending = try await place.run(["compare"] + catalogue)
      #expect(ending.status == 69)
      #expect(ending.error.contains("the catalogue has no adapter"), "\(ending)")
      #expect(try await place.run(["compare", "accept-all"] + catalogue).status == 0)
    }
  }

  @Test func `a broken description of an adapter stops the run with its position`() async throws {
    let place = try TemporaryWorkplace()
    try place.smallCatalogue()
    try place.write("adapter: mine\nprogram: [x]\n", to: "catalogue/Adapters/mine/adapter.yaml")
    let ending = try await place.run(["run", "-a", "accept-all", "--catalogue", place.path("catalogue")])
    #expect(ending.status == 65)
    #expect(ending.error.contains("Adapters/mine/adapter.yaml:2:1: error: unknown key 'program'"), "\(ending)")
    #expect(ending.error.contains("did you mean 'programs'?"))
  }

  @Test func `a pattern or tag that matches nothing is exit status 4 with a near miss`() async throws {
    let pattern = try await Self.run("run", "-a", "accept-all", "trust/unknown-cs")
    #expect(pattern.status == 4)
    #expect(pattern.error.contains("did you mean 'trust/unknown-ca'?"), "\(pattern)")
    #expect(try await Self.run("run", "-a", "accept-all", "--tag", "no-such-tag").status == 4)
    let axes = try await Self.run("run", "-a", "accept-all", "--axes", "policy=nobody", "trust/unknown-ca")
    #expect(axes.status == 4)
    #expect(axes.error.contains("no case is left"))
    // One that fits does not make up for one that is a slip.
    #expect(try await Self.run("run", "-a", "accept-all", "healthy/wildcard", "trust/unknown-cs").status == 4)
  }

  @Test func `a dry run prints the plan and starts nothing`() async throws {
    let place = try TemporaryWorkplace()
    let program = try place.adapter("counted", "touch \(place.path("attempted")); echo CANCEL untrusted")
    let ending = try await place.run([
      "compare", "-n", "accept-all", program, "-s", "trust/unknown-ca", "--log", place.path("log.jsonl"), "--artifacts",
      place.path("artifacts"),
    ])
    #expect(ending.status == 0)
    #expect(ending.output.contains("accept-all (built in 1): 6 of 6 cases"), "\(ending.output)")
    #expect(ending.output.contains("  trust/unknown-ca[tls=1.3,policy=leaf-spki]\n"))
    for name in ["attempted", "log.jsonl", "artifacts"] {
      #expect(!FileManager.default.fileExists(atPath: place.path(name)), "\(name)")
    }
  }
}
