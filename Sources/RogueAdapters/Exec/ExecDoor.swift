internal import RogueModel
internal import RoguePlatform

/// The exec door: a program that reads the attempt from its standard input and answers with its last line.
struct ExecDoor: ChildDoor {
  /// Absolute path.
  let program: String
  let arguments: [String]
  /// Variables beyond those of the contract.
  var variables: [String: String] = [:]
  var graceMilliseconds = 2000
  var wantsReceipts: Bool { true }

  func launch(_ files: AttemptFiles) throws(HarnessFailure) -> ChildLaunch {
    let attempt = files.attempt
    let connect = attempt.connect
    let contract = [
      "ROGUES_PROTOCOL": "1",
      "ROGUES_ATTEMPT": attempt.id,
      "ROGUES_NEEDS": attempt.needs.map(\.rawValue).joined(separator: " "),
      "ROGUES_HOST": connect.host,
      "ROGUES_ADDRESS": connect.address,
      "ROGUES_PORT": String(connect.port),
      "ROGUES_PATH": connect.path,
      "ROGUES_URL": "https://\(connect.authority)\(connect.path)",
      "ROGUES_PROXY": connect.proxy ?? "",
      "ROGUES_DIR": files.folder,
      "ROGUES_STATE": files.conversation.state,
      "ROGUES_DEADLINE_MS": String(attempt.deadlineMilliseconds),
    ]
    let input = try files.json().line + "\n"
    let own = contract.merging(variables) { $1 }
    let environment = files.conversation.environment.merging(own) { $1 }
    let command = ChildCommand(
      program: program, arguments: arguments, environment: environment, workingDirectory: files.folder,
      input: .bytes(Array(input.utf8)), deadlineMilliseconds: attempt.deadlineMilliseconds + graceMilliseconds,
      ports: attempt.connect.ports)
    let shown = ShellQuoting.line(
      program: program, arguments: arguments,
      variables: own.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }, input: input)
    return .start(command, shown: shown)
  }

  func outcome(of attempt: Attempt, exitStatus: Int32, _ result: ChildResult) -> AdapterOutcome {
    let answer = ExecOutcome.read(result.standardOutput, of: attempt)
    guard exitStatus == 0 else {
      let said = if case .failure(let complaint) = answer { "; \(complaint)" } else { ", which no answer may have" }
      return AdapterFault.garbled("exit status \(exitStatus)\(said)", result)
    }
    switch answer {
    case .success(let outcome): return outcome
    case .failure(let complaint): return AdapterFault.garbled(complaint.description, result)
    }
  }
}
