import Foundation
import Testing

/// Runs that are cut short: the log is closed and says so, and nothing is left running or lying about.
///
/// On Linux only, where `/proc` tells what runs.
#if os(Linux)
  @Suite struct InterruptionTests {
    /// Starts a run whose validator hangs, sends signals to it once it does, and waits for the end.
    static func interrupt(_ place: Workplace, with signals: Int32...) async throws -> BuiltCommand.Ending {
      try await blocking {
        let command = try RunningCommand(
          [
            "run", "-a", "hangs", "--timeout", "60s", "--axes", "tls=1.3", "--log",
            place.path("log.jsonl"), "trust/*",
          ], in: place)
        for _ in 0..<8000 where !place.processes().contains(where: { $0.contains("negative-control") }) {
          Thread.sleep(forTimeInterval: 0.025)
        }
        for signal in signals { command.send(signal) }
        return command.ending(within: 300)
      }
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func `a request to stop closes the log, says that it is incomplete, and leaves nothing`(signal: Int32) async throws
    {
      let place = try Workplace()
      let ending = try await Self.interrupt(place, with: signal)
      #expect(ending.status == 130, "\(ending)")
      #expect(ending.error.contains("stopping; once more to stop at once"))
      #expect(ending.output.contains("INCOMPLETE"))
      let log = try place.log()
      #expect(log.complete == false)
      #expect(log.words("hangs") == ["not-run"])
      #expect(try await place.processesLeft() == [])
      #expect(try place.foldersLeft() == [])
    }

    @Test func `a second Ctrl-C ends the run at once, and still leaves nothing`() async throws {
      let place = try Workplace()
      // Two of a kind would be one: a signal that is pending is not counted.
      let ending = try await Self.interrupt(place, with: SIGINT, SIGTERM)
      #expect(ending.status == 130, "\(ending)")
      #expect(try await place.processesLeft() == [])
      #expect(try place.foldersLeft() == [])
    }

    @Test func `a runner that is killed takes its validators with it, and its log ends in a whole line`() async throws {
      let place = try Workplace()
      let ending = try await Self.interrupt(place, with: SIGKILL)
      #expect(ending.status == -SIGKILL)
      #expect(try await place.processesLeft() == [])
      let log = try place.log()
      #expect(log.complete == nil)
      #expect(log.words("hangs").isEmpty)
    }

    @Test func `a program that hangs when it is asked what it is can be interrupted as well`() async throws {
      let place = try Workplace()
      let program = try place.write("#!/bin/sh\nsleep 1000\n", to: "mute", executable: true)
      // On a busy machine the program may have been given up before the signal comes.
      var ending: BuiltCommand.Ending
      var tries = 0
      repeat {
        tries += 1
        ending = try await blocking {
          let command = try RunningCommand(["run", "-a", program, "trust/*"], in: place)
          for _ in 0..<8000 where !place.processes().contains(where: { $0.contains("sleep") }) && command.isRunning {
            Thread.sleep(forTimeInterval: 0.01)
          }
          command.send(SIGINT)
          return command.ending(within: 300)
        }
      } while ending.status == 69 && tries < 10
      #expect(ending.status == 130, "\(ending)")
      #expect(try await place.processesLeft() == [])
      #expect(try place.foldersLeft() == [])
    }

    @Test func `a validator that is killed from outside is an error, and its own children go too`() async throws {
      let place = try Workplace()
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
            "run", "-q", "-a", program, "--timeout", "60s", "-j", "1", "--axes", "tls=1.3,policy=system",
            "--log",
            place.path("log.jsonl"), "healthy/two-tier-chain", "trust/unknown-ca",
          ], in: place)
        var killed: Set<Int32> = []
        let deadline = Date().addingTimeInterval(30)
        while command.isRunning, Date() < deadline {
          // A line that is still being written has no end yet.
          for victim in place.text("victims").split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
            guard let number = Int32(victim), killed.insert(number).inserted else { continue }
            kill(number, SIGKILL)
          }
          Thread.sleep(forTimeInterval: 0.02)
        }
        return (command.ending(within: 300), killed.count)
      }
      #expect(ending.status == 1, "\(ending)")
      // The control, the healthy case and the rogue, at least.
      #expect(killed >= 3)
      let log = try place.log()
      #expect(log.complete == true)
      #expect(log.verdicts("victim").count == 2)
      for (name, result) in log.cases["victim"] ?? [:] {
        #expect(result.verdict == "error", "\(name)")
        #expect(result.explanation.contains("SIGKILL"), "\(result)")
      }
      #expect(try await place.processesLeft() == [])
      #expect(try place.foldersLeft() == [])
    }
  }
#endif
