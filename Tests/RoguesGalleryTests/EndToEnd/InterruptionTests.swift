import Foundation
import Testing

@testable import RogueAdapters

/// Runs that are cut short: the log is closed and says so, and nothing is left running or lying about.
///
/// On Linux only, where `/proc` tells what runs.
#if os(Linux)
  @Suite struct InterruptionTests {
    /// Starts a run whose validator hangs, sends signals to it once it does, and waits for the end.
    static func interrupt(
      _ place: TemporaryWorkplace, _ flags: [String] = [], with signals: Int32...
    ) async throws -> BuiltCommand.Ending {
      try await blocking {
        let command = try RunningCommand(
          [
            // Longer than any machine takes to come to the signal: nothing here may be over before.
            "run", "-a", "hangs", "--timeout", "60m", "--axes", "tls=1.3", "--log",
            place.path("log.jsonl"), "trust/*",
          ] + flags, in: place)
        command.wait { place.processes().contains { $0.contains("negative-control") } }
        for signal in signals { command.send(signal) }
        return command.ending()
      }
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
    func `a request to stop closes the log, marks it incomplete, and leaves no files`(signal: Int32) async throws {
      let place = try TemporaryWorkplace()
      let ending = try await Self.interrupt(place, with: signal)
      #expect(ending.status == 130, "\(ending)")
      #expect(ending.error.contains("stopping; interrupt again to stop at once"))
      #expect(ending.output.contains("INCOMPLETE"))
      let log = try place.log()
      #expect(log.complete == false)
      #expect(log.words("hangs") == ["not-run"])
      #expect(try await place.processesLeft() == [])
      #expect(try place.foldersLeft() == [])
    }

    @Test func `a second Ctrl-C ends the run at once, and still leaves no files`() async throws {
      let place = try TemporaryWorkplace()
      // Two of a kind would be one: a signal that is pending is not counted.
      let ending = try await Self.interrupt(
        place, ["--report", "junit=\(place.path("junit.xml"))"], with: SIGINT, SIGTERM)
      #expect(ending.status == 130, "\(ending)")
      #expect(try await place.processesLeft() == [])
      #expect(try await blocking { try place.foldersLeftByWatchdog() } == [])
      #expect(place.text("log.jsonl").hasSuffix("}\n"))
      // The run may have come to its end in order before the second one was heard: then the report is a whole one.
      let names = try FileManager.default.contentsOfDirectory(atPath: place.folder)
      #expect(!names.contains { $0.hasSuffix(".part") })
      if names.contains("junit.xml") { #expect(try XMLDocumentCheck(place.path("junit.xml")).isWellFormed) }
    }

    @Test func `a runner that is killed takes its validators with it, and its log ends in a whole line`() async throws {
      let place = try TemporaryWorkplace()
      let ending = try await Self.interrupt(place, with: SIGKILL)
      #expect(ending.status == -SIGKILL)
      #expect(try await place.processesLeft() == [])
      let log = try place.log()
      #expect(log.complete == nil)
      #expect(log.words("hangs").isEmpty)
    }

    @Test func `temporary files of a killed runner are removed, private keys included`() async throws {
      let place = try TemporaryWorkplace()
      let program = try place.adapter(
        "keeps-key", "echo >> \(place.path("asked")); sleep 3600", capabilities: TemporaryWorkplace.capabilities)
      let hadKeys = try await blocking {
        let command = try RunningCommand(
          [
            "run", "-a", program, "--timeout", "60m", "-j", "2", "--axes", "tls=1.3",
            "healthy/client-certificate-required",
          ], in: place)
        command.wait { !place.text("asked").isEmpty && !place.keysLeft().isEmpty }
        let keys = place.keysLeft()
        command.send(SIGKILL)
        _ = command.ending()
        return !keys.isEmpty
      }
      #expect(hadKeys)
      #expect(try await place.processesLeft() == [])
      // By the watchdog, which is none of the place's own processes.
      #expect(try await blocking { try place.foldersLeftByWatchdog() } == [])
    }

    @Test func `files of a killed runner and watchdog are removed by the next run, those of a live run are kept`()
      async throws
    {
      let place = try TemporaryWorkplace()
      let program = try place.adapter("sleeps", "echo >> \(place.path("asked")); sleep 3600")
      @Sendable func start() throws -> RunningCommand {
        try place.write("", to: "asked")
        let command = try RunningCommand(
          ["run", "-a", program, "--timeout", "60m", "-j", "1", "--axes", "tls=1.3", "healthy/chain-two-tiers"],
          in: place)
        command.wait { !place.text("asked").isEmpty }
        return command
      }
      let (dead, live, kept) = try await blocking {
        let killed = try start()
        let dead = try place.foldersLeft()
        // The watchdog is one of its children.
        killed.send(SIGSTOP)
        for child in killed.children() { kill(child, SIGKILL) }
        killed.send(SIGKILL)
        _ = killed.ending()
        for process in place.processes() {
          if let number = Int32(process.prefix { $0.isNumber }) { kill(number, SIGKILL) }
        }
        let living = try start()
        let live = try place.foldersLeft()
        _ = try RunningCommand(["run", "-q", "-a", "reference", "healthy/chain-two-tiers"], in: place).ending()
        let kept = try place.foldersLeft()
        living.send(SIGINT)
        _ = living.ending()
        return (dead, live, kept)
      }
      #expect(!dead.isEmpty && !live.isEmpty)
      #expect(Set(live).isDisjoint(with: dead))
      #expect(Set(kept).isSuperset(of: live))
      #expect(try await place.processesLeft() == [])
      #expect(try place.foldersLeft() == [])
    }

    /// Where a run goes on to its end, `RecipeAdapterTests` looks.
    @Test(
      .enabled(if: PreloadedLibrary.faketime.path != nil && FileManager.default.fileExists(atPath: "/dev/shm")),
      arguments: [SIGINT, SIGKILL])
    func `libfaketime's shared memory is removed with a stopped run`(signal: Int32) async throws {
      let place = try TemporaryWorkplace()
      try place.write(
        """
        adapter: held
        summary: it waits
        library: sh
        programs: [sh]
        version: {arguments: [-c, "echo 1"], after: ""}
        names: connect-to
        clock: libfaketime
        capabilities: [tls1.3, clock]
        door: recipe
        arguments: [{always: [-c, "echo $$ >> \(place.path("numbers")); sleep 3600"]}]
        outcomes: [{exit: 7, failed: network}]

        """, to: "held/adapter.yaml")
      @Sendable func objects() -> [String] {
        place.text("numbers").split(separator: "\n").flatMap { number in
          PreloadedLibrary.clockObjects.map { "\($0)\(number)" }
        }.filter(FileManager.default.fileExists(atPath:))
      }
      let (ending, kept) = try await blocking {
        let command = try RunningCommand(
          [
            "run", "-a", place.path("held"), "--timeout", "60m", "--at", "2026-11-20T12:00:00Z", "--axes", "tls=1.3",
            "healthy/chain-two-tiers",
          ], in: place)
        command.wait { objects().count >= PreloadedLibrary.clockObjects.count }
        let kept = objects()
        command.send(signal)
        return (command.ending(), kept)
      }
      #expect(ending.status == (signal == SIGKILL ? -SIGKILL : 130), "\(ending)")
      #expect(kept.count >= PreloadedLibrary.clockObjects.count, "\(ending)")
      #expect(try await place.processesLeft() == [])
      // After SIGKILL by the watchdog, which is none of the place's own processes.
      try await blocking {
        let deadline = Date().addingTimeInterval(RunningCommand.longest)
        while signal == SIGKILL, !objects().isEmpty, Date() < deadline { Thread.sleep(forTimeInterval: 0.02) }
      }
      #expect(objects() == [])
    }

    @Test func `a program that hangs at its description can be interrupted as well`() async throws {
      let place = try TemporaryWorkplace()
      let program = try place.write("#!/bin/sh\nsleep 1000\n", to: "mute", executable: true)
      // It is given twenty seconds, and a busy machine may come to the signal later than that.
      var ending: BuiltCommand.Ending
      repeat {
        ending = try await blocking {
          let command = try RunningCommand(["run", "-a", program, "trust/*"], in: place)
          command.wait { place.processes().contains { $0.contains("sleep") } }
          command.send(SIGINT)
          return command.ending()
        }
      } while ending.status == 69
      #expect(ending.status == 130, "\(ending)")
      #expect(try await place.processesLeft() == [])
      #expect(try place.foldersLeft() == [])
    }

    @Test func `a validator that is killed from outside has not failed, and its own children go too`() async throws {
      let place = try TemporaryWorkplace()
      let program = try place.adapter(
        "victim",
        """
        sleep 1000 &
        echo $$ >> \(place.path("victims"))
        wait
        echo "CANCEL untrusted"
        """)
      let (ending, killed) = try await blocking {
        let command = try RunningCommand(
          [
            "run", "-q", "-a", program, "--timeout", "60m", "-j", "1", "--axes", "tls=1.3,policy=system",
            "--log",
            place.path("log.jsonl"), "healthy/chain-two-tiers", "trust/unknown-ca",
          ], in: place)
        var killed: Set<Int32> = []
        command.wait {
          // A line that is still being written has no end yet.
          for victim in place.text("victims").split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
            guard let number = Int32(victim), killed.insert(number).inserted else { continue }
            kill(number, SIGKILL)
          }
          return false
        }
        return (command.ending(), killed.count)
      }
      #expect(ending.status == 70, "\(ending)")
      // The control, the healthy case and the rogue, at least.
      #expect(killed >= 3)
      let log = try place.log()
      #expect(log.complete == true)
      #expect(log.verdicts("victim").count == 2)
      for (name, result) in log.cases["victim"] ?? [:] {
        #expect(result.verdict == "harness-error", "\(name)")
        #expect(result.explanation.contains("SIGKILL"), "\(result)")
      }
      #expect(try await place.processesLeft() == [])
      #expect(try place.foldersLeft() == [])
    }

    /// The parent of what a client leaves behind is the command, whatever it did to its group and its environment.
    @Test func `descendants that end by themselves while other clients run do not stay as zombies`() async throws {
      let place = try TemporaryWorkplace()
      let program = try place.adapter(
        "litter",
        """
        setsid -f env -i sleep 0.05
        set +f
        grep -ls "PPid:.*\\<$PPID$" /proc/[0-9]*/status | xargs grep -ls 'State:.*Z' | wc -l >>\(place.path("counts"))
        echo "CANCEL untrusted"
        """)
      let ending = try await BuiltCommand.run([
        "run", "-q", "-a", program, "--timeout", "60m", "-j", "4", "--axes", "tls=1.3", "ca/*", "trust/*",
      ])
      #expect(ending.status == 2, "\(ending)")
      let counts = place.text("counts").split(separator: "\n").compactMap { Int($0) }
      #expect(counts.count > 100)
      // Those that ended since the last client did, of four at most at a time.
      #expect(counts.max() ?? .max <= 40, "\(counts)")
    }
  }
#endif
