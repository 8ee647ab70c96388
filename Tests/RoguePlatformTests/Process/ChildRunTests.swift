import RoguePlatform
import Testing

/// Runs a shell script as a child, with a search path and nothing else in its environment.
private func shell(
  _ script: String, input: ChildCommand.Input = .empty, deadline: Int = 3_600_000, in directory: String? = nil
) async -> ChildResult {
  await ChildCommand(
    program: "/bin/sh", arguments: ["-c", script], environment: ["PATH": "/usr/bin:/bin"],
    workingDirectory: directory, input: input, deadlineMilliseconds: deadline
  ).run()
}

/// The script, and then a wait until the processes it leaves behind have said so by writing to the file `$f`.
private func leaving(_ script: String) -> String {
  "f=$(mktemp); export f; \(script) while [ ! -s $f ]; do sleep 0.01; done; rm $f"
}

private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

private func firstLine(_ result: ChildResult) throws -> Substring {
  try #require(text(result.standardOutput).split(separator: "\n").first)
}

/// Whether the process with the number that the bytes spell is still there (a zombie counts).
private func isAlive(_ number: some StringProtocol) -> Bool { Files.exists("/proc/\(number)") }

@Suite struct ChildRunTests {
  @Test func `both streams and the exit status come back`() async {
    let result = await shell("echo out; echo err >&2; exit 3")
    #expect(result.ending == .exited(3))
    #expect(text(result.standardOutput) == "out\n")
    #expect(text(result.standardError) == "err\n")
    #expect(result.strays == 0)
  }

  @Test func `a crash is the signal, not an exit status`() async {
    #expect(await shell("kill -SEGV $$").ending == .signalled(11))
  }

  @Test func `a missing program is not started, with the system's error`() async {
    let result = await ChildCommand(program: "/nonexistent/program", deadlineMilliseconds: 1000).run()
    guard case .notStarted(let error) = result.ending else {
      Issue.record("\(result)")
      return
    }
    #expect(error.isMissing)
    #expect(error.description == "cannot start /nonexistent/program: No such file or directory")
  }

  @Test(arguments: [
    ("#!/nonexistent/shell -e\n", "the interpreter '/nonexistent/shell' of its first line does not exist"),
    ("#!/dev/null\n", "the interpreter '/dev/null' of its first line cannot be started"),
    ("#! /bin/sh\r\n:\r\n", "its first line ends with a carriage return; save it with Unix line ends"),
    ("#!  \n", "its first line names no interpreter after '#!'"),
    ("print(1)\n", "it is no program of this machine, and no script: the first line of a script begins with '#!'"),
  ])
  func `a script that cannot start is reported with the fault of its first line`(
    content: String, cause: String
  ) async throws {
    let folder = try Files.makeTemporaryDirectory()
    defer { try? Files.removeTemporaryDirectory(folder) }
    let program = "\(folder)/script"
    try Files.write(content, to: program, mode: 0o755)
    let result = await ChildCommand(program: program, deadlineMilliseconds: 1000).run()
    guard case .notStarted(let error) = result.ending else {
      Issue.record("\(result)")
      return
    }
    #expect(error.description == "cannot start \(program): \(cause)")
  }

  @Test func `a missing working folder means not started`() async {
    guard case .notStarted = await shell("true", in: "/nonexistent").ending else {
      Issue.record("started all the same")
      return
    }
  }

  @Test func `the child starts in its working folder`() async {
    #expect(text(await shell("pwd", in: "/usr").standardOutput) == "/usr\n")
  }

  /// Runs a script that never ends until it has printed so many lines before its deadline: a busy machine needs more
  /// than one try.
  private func hang(_ script: String, lines: Int) async throws -> (lines: [Substring], late: Int) {
    for deadline in [300, 3000, 30_000, 300_000] {
      let result = await shell(script, deadline: deadline)
      #expect(result.ending == .hung)
      #expect(result.milliseconds >= deadline)
      let printed = text(result.standardOutput).split(separator: "\n")
      if printed.count == lines { return (printed, result.milliseconds - deadline) }
    }
    throw SystemError(code: 0, operation: "nothing was printed in five minutes")
  }

  @Test func `a child that hangs is ended at its deadline with its descendants`() async throws {
    let hung = try await hang("sleep 600 & echo $!; sleep 601 & echo $!; wait", lines: 2)
    // Not after the ten minutes that its children sleep.
    #expect(hung.late < 500_000)
    for sleeper in hung.lines { #expect(!isAlive(sleeper)) }
  }

  @Test func `a child that ignores TERM is killed soon after`() async throws {
    let hung = try await hang("trap '' TERM; echo $$; while :; do sleep 60; done", lines: 1)
    #expect(hung.late >= 200)
    for process in hung.lines { #expect(!isAlive(process)) }
  }

  @Test func `a flood is cut off and its last bytes are kept`() async {
    let result = await shell("yes")
    #expect(result.ending == .flooded)
    #expect(result.standardOutput.count == 64 << 10)
  }

  @Test func `more than is kept but no flood is read to its end`() async {
    let result = await shell("head -c 300000 /dev/zero | tr '\\0' x; echo; echo last")
    #expect(result.ending == .exited(0))
    #expect(result.standardOutput.count == 64 << 10)
    #expect(text(result.standardOutput).hasSuffix("x\nlast\n"))
  }

  @Test func `a descendant that holds the pipe does not delay the result, and is ended`() async throws {
    let result = await shell("sleep 600 & echo $!")
    #expect(result.ending == .exited(0))
    #expect(result.milliseconds < 500_000)
    #expect(!isAlive(try firstLine(result)))
  }

  @Test func `a descendant in a new session is found and ended`() async throws {
    let result = await shell(leaving("setsid sh -c 'echo $$; echo >$f; sleep 600' &"))
    #expect(result.ending == .exited(0))
    #expect(result.strays >= 1)
    let stray = try firstLine(result)
    #expect(!isAlive(stray))
  }

  @Test func `descendants two sessions away are found when their parents die`() async throws {
    let result = await shell(
      leaving("setsid sh -c 'setsid sh -c \"echo \\$\\$; echo >$f; sleep 600\" & sleep 601' &"))
    #expect(result.strays >= 2)
    #expect(!isAlive(try firstLine(result)))
  }

  @Test func `children that run at the same time do not end each other's descendants`() async {
    let long = Task { await shell("setsid sh -c 'sleep 0.6; echo survived' & wait") }
    for _ in 0..<5 { #expect(await shell(leaving("setsid sh -c 'echo >$f; sleep 600' &")).strays >= 1) }
    let result = await long.value
    #expect(text(result.standardOutput) == "survived\n")
  }

  @Test func `input arrives and ends`() async {
    let big = [UInt8](repeating: UInt8(ascii: "a"), count: 200_000)
    let result = await shell("wc -c", input: .bytes(big))
    #expect(text(result.standardOutput).contains("200000"))
  }

  @Test func `input that the program does not read is not an error`() async {
    let big = [UInt8](repeating: UInt8(ascii: "a"), count: 200_000)
    #expect(await shell("exec <&-; sleep 0.1; exit 4", input: .bytes(big)).ending == .exited(4))
  }

  @Test func `held input stays open until the output fits`() async {
    let input = ChildCommand.Input.held(Array("hello\n".utf8)) { text($0).contains("done") }
    // Ends only when cat sees the end of the input, which must not come before "done".
    let result = await shell("read line; (sleep 0.3; echo done) & cat; echo \"after $line\"", input: input)
    #expect(result.ending == .exited(0))
    #expect(text(result.standardOutput) == "done\nafter hello\n")
  }

  @Test func `input held for output that never comes lasts until the deadline`() async {
    let result = await shell("cat", input: .held([], until: { _ in false }), deadline: 300)
    #expect(result.ending == .hung)
  }

  @Test func `the environment is replaced as a whole`() async {
    let result = await shell("env")
    let names = text(result.standardOutput).split(separator: "\n").map { $0.prefix { $0 != "=" } }
    #expect(Set(names) == ["PATH", "PWD", "ROGUES_CHILD_TAG"])
  }

  @Test func `no descriptor is inherited but the three streams`() async {
    let result = await shell("ls /proc/self/fd")
    // The fourth is the folder that ls reads.
    #expect(text(result.standardOutput) == "0\n1\n2\n3\n")
  }

  @Test func `signals that are blocked or ignored here are not so in the child`() async {
    Signals.ignoreBrokenPipe()
    let result = await shell("grep -E 'SigBlk|SigIgn' /proc/self/status")
    let masks = text(result.standardOutput).split(separator: "\n").map { UInt64($0.suffix(16), radix: 16) }
    #expect(masks.count == 2)
    // Signals 32 and 33 are the C library's own business.
    for mask in masks { #expect(mask.map { $0 & 0x7fff_ffff } == 0) }
  }

  @Test func `a cancelled task ends its child`() async throws {
    let folder = try Files.makeTemporaryDirectory()
    defer { try? Files.removeTree(folder) }
    let task = Task { await shell("echo $$; echo >started; sleep 600", deadline: 600_000, in: folder) }
    while !Files.exists("\(folder)/started") { try await Task.sleep(for: .milliseconds(10)) }
    task.cancel()
    let result = await task.value
    #expect(result.ending == .interrupted)
    #expect(!isAlive(try firstLine(result)))
  }

  @Test func `many children at once leave no descriptor and no zombie behind`() async throws {
    // The child's parent is this process.
    let pipes = "ls -l /proc/$PPID/fd | grep -c pipe:"
    let zombies = "grep -ls 'PPid:.*\\<'$PPID'$' /proc/[0-9]*/status | xargs grep -ls 'State:.*Z' | wc -l"
    func count(_ script: String) async throws -> Int {
      try #require(Int(text(await shell(script).standardOutput).filter(\.isNumber)))
    }
    let (before, dead) = (try await count(pipes), try await count(zombies))
    await withTaskGroup { group in
      for index in 0..<60 {
        group.addTask { await shell("echo \(index)").ending }
      }
      for await ending in group { #expect(ending == .exited(0)) }
    }
    // Other suites run children at the same time, for a moment; a leak would be of sixty, for ever.
    func settled(_ script: String, below limit: Int) async throws -> Bool {
      for _ in 0..<6000 {
        if try await count(script) < limit { return true }
        try await Task.sleep(for: .milliseconds(50))
      }
      return false
    }
    #expect(try await settled(pipes, below: before + 40))
    #expect(try await settled(zombies, below: dead + 40))
  }
}
