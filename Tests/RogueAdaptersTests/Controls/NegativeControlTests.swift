import RogueModel
import RoguePlatform
import Testing

@testable import RogueAdapters

/// The command, built beside the tests.
private func command() throws -> String {
  var folder = try Files.currentExecutable()
  while let slash = folder.lastIndex(of: "/"), slash > folder.startIndex {
    folder = String(folder[..<slash])
    if Files.isExecutable("\(folder)/rogues") { return "\(folder)/rogues" }
  }
  throw SystemError(code: 2, operation: "cannot find", path: "rogues")
}

private func perform(_ control: NegativeControl) async throws -> AdapterReport {
  let adapter = AdapterFactory.adapter(control: control, executable: try command())
  #expect(adapter.description.isControl)
  return try await adapter.perform(.sample(deadline: control == .hangs ? 500 : 3_600_000))
}

@Suite struct NegativeControlTests {
  @Test(arguments: [NegativeControl.neverConnects, .sendsBeforeChecking])
  func `a refusal that a control claims is passed on`(control: NegativeControl) async throws {
    guard case .statement(let statement) = try await perform(control).outcome else {
      Issue.record("no statement")
      return
    }
    #expect(statement.said == .cancel)
    #expect(statement.reason == .untrusted)
  }

  @Test(
    arguments: [
      (.crashes, .crashed), (.floodsStdout, .flooded), (.answersGarbage, .garbled), (.hangs, .hung),
    ] as [(NegativeControl, AdapterFault.Kind)])
  func `those that break the contract are faults of their kind`(
    control: NegativeControl, kind: AdapterFault.Kind
  ) async throws {
    #expect(try await perform(control).outcome.fault?.kind == kind)
  }

  @Test func `a made up nonce looks like one and is another each time`() async throws {
    var nonces: Set<String> = []
    for _ in 0..<2 {
      guard case .statement(let statement) = try await perform(.liesAboutTheNonce).outcome else { continue }
      #expect(statement.said == .accept)
      nonces.insert(try #require(statement.nonce))
    }
    #expect(nonces.count == 2)
  }

  @Test func `a process left behind by a fork is ended without waiting for it`() async throws {
    let report = try await perform(.forksAway)
    #expect(report.milliseconds < 30_000)
    guard case .statement = report.outcome else {
      Issue.record("\(report.outcome)")
      return
    }
    // Its environment, and with it the attempt's id, is that of the process it left.
    let left = await ChildCommand(
      program: "/bin/sh",
      arguments: ["-c", "grep -lsaF ROGUES_DIR=\"$1\" /proc/[0-9]*/environ | wc -l", "sh", try folder(of: report)],
      environment: ["PATH": "/usr/bin:/bin"], deadlineMilliseconds: 3_600_000
    ).run()
    #expect(String(decoding: left.standardOutput, as: UTF8.self).contains("0\n"))
  }

  private func folder(of report: AdapterReport) throws -> String {
    let command = try #require(report.command)
    let word = try #require(command.split(separator: " ").first { $0.hasPrefix("ROGUES_DIR=") })
    return String(word.dropFirst("ROGUES_DIR=".count))
  }

  /// SIGKILL leaves the runner no word of its own; SIGTERM it takes as it takes Ctrl-C.
  @Test(arguments: [("KILL", "137"), ("TERM", "130")])
  func `a runner that is ended leaves no validator running`(signal: String, status: String) async throws {
    let workshop = try Workshop()
    let root = #filePath.components(before: "/Tests/")
    // The shell waits until the runner has started a validator (a child that is no watchdog), kills the runner as
    // nothing else can be killed, and looks for the validator afterwards.
    let script = """
      "$1" run --catalogue "$2" --adapter hangs healthy/chain-two-tiers --timeout 60m >/dev/null 2>&1 &
      runner=$!
      child=
      while kill -0 $runner; do
        child=$(grep -l 'Name:.*rogues' $(sed 's,\\([0-9]\\+\\),/proc/\\1/status,g' /proc/$runner/task/*/children) \
          2>/dev/null </dev/null | sed 's,[^0-9],,g' | head -1)
        [ "$child" ] && break
        sleep 0.05
      done
      echo "started:$child"
      kill -s "$3" $runner
      wait $runner
      echo "status:$?"
      for _ in $(seq 6000); do
        grep -s State: /proc/$child/status | grep -qv Z || break
        sleep 0.1
      done
      # A zombie is dead: its new parent has not looked yet.
      grep -s State: /proc/$child/status | grep -v Z && echo survived
      exit 0
      """
    let result = await ChildCommand(
      program: "/bin/sh", arguments: ["-c", script, "sh", try command(), root, signal],
      environment: ["PATH": "/usr/bin:/bin", "HOME": workshop.folder], deadlineMilliseconds: 3_600_000
    ).run()
    let output = String(decoding: result.standardOutput, as: UTF8.self)
    #expect(output.hasPrefix("started:"))
    #expect(!output.hasPrefix("started:\n"))
    #expect(output.contains("status:\(status)\n"), "\(output)")
    #expect(!output.contains("survived"))
  }
}

extension StringProtocol {
  fileprivate func components(before marker: String) -> String {
    firstRange(of: marker).map { String(self[..<$0.lowerBound]) } ?? String(self)
  }
}
