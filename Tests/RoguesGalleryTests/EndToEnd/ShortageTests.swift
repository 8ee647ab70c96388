import Foundation
import Testing

@testable import RoguePlatform

/// What the system has too little of is the harness's trouble: it ends with a sentence, and no validator is to blame.
#if os(Linux)
  @Suite struct ShortageTests {
    private struct Limited {
      var status: Int32
      var text: String
    }

    /// Runs the command under limits, as a user who has no other process.
    private func run(_ limits: [String], _ arguments: [String], asOther: Bool) async throws -> Limited {
      let place = try TemporaryWorkplace()
      for tool in ["setpriv", "prlimit"] where !Files.isExecutable("/usr/bin/\(tool)") {
        try Test.cancel("\(tool) is not installed")
      }
      if asOther, getuid() != 0 { try Test.cancel("only root can run something as another user") }
      // Another run of the tests on this machine has another one.
      let user = "\(getpid() % 30_000 + 60_000)"
      chmod(place.folder, 0o777)
      chmod(place.temporary, 0o777)
      let other = asOther ? ["/usr/bin/setpriv", "--reuid", user, "--regid", user, "--clear-groups"] : []
      let words = other + ["/usr/bin/prlimit"] + limits + [BuiltCommand.program.path] + arguments
      let result = await ChildCommand(
        program: words[0], arguments: Array(words.dropFirst()),
        environment: ["PATH": "/usr/bin:/bin", "HOME": place.folder, "TMPDIR": place.temporary, "LC_ALL": "C.UTF-8"],
        workingDirectory: BuiltCommand.root.path, deadlineMilliseconds: 3_600_000
      ).run()
      guard case .exited(let status) = result.ending else {
        Issue.record("\(result.ending)")
        return Limited(status: -1, text: "")
      }
      return Limited(
        status: status, text: String(decoding: result.standardOutput + result.standardError, as: UTF8.self))
    }

    private static let arguments = ["run", "-a", "reference", "trust/unknown-ca", "--axes", "tls=1.3,policy=system"]

    @Test(arguments: [1, 2, 4, 8])
    func `without threads a run ends at once and names the limit to raise`(processes: Int) async throws {
      let ending = try await run(["--nproc=\(processes):\(processes)"], Self.arguments, asOther: true)
      // A user that may not read this checkout cannot run the command.
      if ending.text.contains("denied") { try Test.cancel("another user cannot run the command here") }
      #expect(ending.status == 70, "\(ending)")
      #expect(ending.text.contains("ulimit -u"), "\(ending)")
    }

    @Test(arguments: [100, 150, 250])
    func `with too little memory a run ends at once and names the limit to raise`(megabytes: Int) async throws {
      let ending = try await run(["--as=\(megabytes << 20)"], Self.arguments, asOther: false)
      #expect(ending.status == 70, "\(ending)")
      #expect(ending.text.contains("ulimit -v"), "\(ending)")
    }

    @Test(arguments: [0, 500 << 20])
    func `with the memory that it requires a run is like any other`(bytes: UInt64) async throws {
      let limit = bytes == 0 ? MemoryLimit.needed : bytes
      for adapter in ["reference", "accept-all"] {
        let ending = try await run(
          ["--as=\(limit)"],
          ["run", "-a", adapter, "trust/unknown-ca", "--axes", "tls=1.3,policy=system", "-j", "4"], asOther: false)
        #expect(ending.status == (adapter == "reference" ? 0 : 1), "\(ending)")
      }
    }

    @Test(arguments: [3, 4, 6, 8, 10, 12, 15])
    func `with too few open files no file is taken for a wrong one`(count: Int) async throws {
      for arguments in [Self.arguments, ["list"], ["lint"]] {
        let ending = try await run(["--nofile=\(count):\(count)"], arguments, asOther: false)
        if ending.text.contains("error while loading shared libraries") { continue }
        #expect(ending.status == 70, "\(arguments): \(ending)")
        #expect(ending.text.contains("ulimit -n"), "\(ending)")
      }
    }

    @Test(arguments: [16, 20, 24, 32])
    func `with few open files no file is reported as wrong`(count: Int) async throws {
      let ending = try await run(["--nofile=\(count):\(count)"], Self.arguments, asOther: false)
      #expect([0, 70].contains(ending.status), "\(ending)")
    }

    /// The kernel does so when memory runs out; no program does it to itself.
    @Test func `a client killed from outside is not accused`() async throws {
      let place = try TemporaryWorkplace()
      let program = try place.adapter(
        "killed", "[ -e \(place.path("spared")) ] && echo ACCEPT $($client) || kill -KILL $$")
      let arguments = ["run", "-a", program, "--axes", "tls=1.3,policy=system", "healthy/chain-two-tiers"]
      let ending = try await place.run(arguments)
      #expect(ending.status == 70, "\(ending)")
      #expect(ending.output.contains("killed from outside (SIGKILL)"), "\(ending)")
      #expect(!ending.output.contains("broke the contract"), "\(ending)")
    }

    @Test func `a case whose control ended in a shortage does not count as a result of the client`() async throws {
      let place = try TemporaryWorkplace()
      // Spares whatever comes until a rogue was refused, and is then killed.
      let program = try place.adapter(
        "killed",
        """
        [ -e \(place.path("refused")) ] && kill -KILL $$
        n=$(${client%--insecure*}--cacert $ROGUES_DIR/system.pem ${client#*--insecure}) && echo ACCEPT $n || {
          : > \(place.path("refused"))
          echo CANCEL other
        }
        """)
      let ending = try await place.run([
        "run", "-a", program, "-j", "1", "--axes", "tls=1.3,policy=system", "--log", place.path("log.jsonl"),
        "trust/unknown-ca",
      ])
      #expect(ending.status == 70, "\(ending)")
      #expect(try place.log().words("killed") == ["harness-error"])
    }

    @Test func `a validator that no process could start is not accused`() async throws {
      // Descriptors run out as processes do, and for any user.
      let ending = try await run(
        ["--nofile=40:40"], ["run", "-a", "curl", "-j", "16", "trust/*", "--axes", "tls=1.3"], asOther: false)
      if ending.text.contains("not installed") { try Test.cancel("no curl") }
      #expect(ending.status == 70, "\(ending)")
      #expect(!ending.text.contains("broke the contract"), "\(ending)")
    }

    @Test func `every error of a start for want of something is a shortage`() {
      for code in [EAGAIN, ENOMEM, EMFILE, ENFILE, EADDRNOTAVAIL] {
        #expect(SystemError(code: code, operation: "cannot start").isShortage)
      }
      for code in [ENOENT, EACCES, ECONNREFUSED, ETIMEDOUT, EPIPE] {
        #expect(!SystemError(code: code, operation: "cannot start").isShortage)
      }
    }
  }
#endif
