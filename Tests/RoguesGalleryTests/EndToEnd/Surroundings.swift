#if os(Linux)
  import Foundation
  import RoguePlatform
  import Testing

  /// Where the command is started: as everywhere, or where something is missing that it has everywhere else.
  enum Surroundings: String, Sendable, CaseIterable {
    case ordinary
    /// An empty `/proc`, as in a chroot.
    case withoutProc
    /// `socket(AF_NETLINK)` fails, as in sandboxes.
    case withoutNetlink
    /// A pid namespace of its own with the `/proc` of another.
    case foreignProc
    case withoutInput, withoutOutput, withoutError, withoutStreams
    case emptyPath
    /// The working folder is gone.
    case deletedFolder
    case emptyHome

    /// Refuses netlink to everything that this process becomes: seccomp(2), a filter on the first argument of `socket`.
    private static let withoutNetlinkScript = """
      import ctypes, os, platform, struct, sys
      number = {'x86_64': 41, 'aarch64': 198}[platform.machine()]
      program = [(0x20, 0, 0, 0), (0x15, 0, 3, number), (0x20, 0, 0, 16), (0x15, 0, 1, 16), (0x06, 0, 0, 0x00050061),
                 (0x06, 0, 0, 0x7fff0000)]
      code = ctypes.create_string_buffer(b''.join(struct.pack('HBBI', *line) for line in program))
      filter = ctypes.create_string_buffer(struct.pack('HxxxxxxP', len(program), ctypes.addressof(code)))
      libc = ctypes.CDLL(None, use_errno=True)
      if libc.prctl(38, 1, 0, 0, 0) or libc.prctl(22, 2, filter): sys.exit('no seccomp')
      os.execv(sys.argv[1], sys.argv[1:])
      """

    /// What the command line begins with.
    private var words: [String] {
      let unshare = ["/usr/bin/unshare"] + (getuid() == 0 ? [] : ["--map-root-user"])
      func shell(_ script: String) -> [String] { ["/bin/sh", "-c", script + #" exec "$@""#, "sh"] }
      return switch self {
      case .ordinary: []
      case .withoutProc: unshare + ["--mount", "--propagation", "private"] + shell("mount -t tmpfs none /proc &&")
      case .withoutNetlink: ["/usr/bin/python3", "-c", Self.withoutNetlinkScript]
      case .foreignProc: unshare + ["--pid", "--fork"]
      case .withoutInput: shell("exec 0<&-;")
      case .withoutOutput: shell("exec 1>&-;")
      case .withoutError: shell("exec 2>&-;")
      case .withoutStreams: shell("exec 0<&- 1>&- 2>&-;")
      case .emptyPath: ["/usr/bin/env", "PATH="]
      case .deletedFolder: shell("mkdir gone.$$ && cd gone.$$ && rmdir ../gone.$$ &&")
      case .emptyHome: ["/usr/bin/env", "HOME="]
      }
    }

    /// Runs a program there.
    ///
    /// - Parameter place: the working folder, and where everything goes.
    func run(_ program: String, _ arguments: [String], in place: TemporaryWorkplace) async -> ChildResult {
      let all = words + [program] + arguments
      return await ChildCommand(
        program: all[0], arguments: Array(all.dropFirst()),
        environment: [
          "PATH": "/usr/bin:/bin", "HOME": place.path("home"), "TMPDIR": place.temporary, "LC_ALL": "C.UTF-8",
        ], workingDirectory: place.folder, deadlineMilliseconds: 1_200_000
      ).run()
    }

    /// Cancels the test where this machine cannot make such surroundings, as some do not let a user make namespaces.
    func require(in place: TemporaryWorkplace) async throws {
      let trial = await run("/bin/true", [], in: place)
      if trial.ending != .exited(0) {
        try Test.cancel("no \(rawValue) here: \(String(decoding: trial.standardError, as: UTF8.self))")
      }
    }
  }
#endif
