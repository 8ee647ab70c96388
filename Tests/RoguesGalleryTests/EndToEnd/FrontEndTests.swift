#if os(Linux)
  import Foundation
  import RoguePlatform
  import TestSupport
  import Testing

  /// The front ends for the test runners of Go, Node and Java, as somebody meets them who follows their pages.
  @Suite(.timeLimit(.minutes(15)))
  struct FrontEndTests {
    static func isHere(_ paths: String...) -> Bool { paths.allSatisfy(FileManager.default.fileExists(atPath:)) }

    /// How the command came here; with `make test-ci` every way is walked.
    enum Installation: Sendable {
      case package
      /// In an empty environment of Python, and for root with the clone out of sight.
      case wheel

      static let walked: [Installation] = Sweep.isNightly ? [.package, .wheel] : [.package]

      fileprivate func script(_ root: String) -> String {
        let made =
          switch self {
          case .package: "'\(root)/Packaging/install' '\(BuiltCommand.program.path)' prefix"
          case .wheel:
            """
            ROGUES_DIST="$PWD/dist" '\(root)/Packaging/wheel' '\(BuiltCommand.program.path)' --level 1
            python3 -m venv venv
            venv/bin/pip install --quiet --disable-pip-version-check --no-index dist/*.whl
            """
          }
        return "\(made)\nmkdir -p bin && ln -s \"$PWD/\(self == .wheel ? "venv" : "prefix")/bin/rogues\" bin/rogues"
      }
    }

    /// Hides the clone from what follows.
    private static func hiding(_ place: TemporaryWorkplace) -> [String] {
      guard getuid() == 0, FileManager.default.fileExists(atPath: place.path("venv/bin/rogues")) else { return [] }
      let hide = "mount -t tmpfs none '\(BuiltCommand.root.path)' && cd \"$PWD\" && exec \"$@\""
      return ["/usr/bin/unshare", "--mount", "/bin/sh", "-c", hide, "sh"]
    }

    static func bash(
      _ script: String, in place: TemporaryWorkplace, at folder: String
    ) async throws -> (status: Int32, output: String) {
      let result = try await blocking {
        let command = hiding(place) + ["/bin/bash", "--noprofile", "--norc", "-ec", "exec 2>&1\n" + script]
        return ChildCommand(
          program: command[0], arguments: Array(command.dropFirst()),
          environment: [
            "PATH": "\(place.path("bin")):/usr/bin:/bin", "HOME": place.path("home"), "TMPDIR": place.temporary,
            "LC_ALL": "C.UTF-8", "GOPROXY": "off", "GOTOOLCHAIN": "local",
          ],
          workingDirectory: folder, deadlineMilliseconds: 840_000, keptBytes: 16 << 20, floodBytes: 64 << 20
        ).runBlocking()
      }
      guard case .exited(let status) = result.ending else { throw BuiltCommand.Abnormal(ending: result.ending) }
      return (status, String(decoding: result.standardOutput, as: UTF8.self))
    }

    /// An empty folder, and the command in PATH: installed, so that nothing of a clone is in reach.
    static func workplace(_ installation: Installation = .package) async throws -> TemporaryWorkplace {
      let place = try TemporaryWorkplace()
      try Files.makeDirectory(place.path("walk"))
      let installed = try await bash(installation.script(BuiltCommand.root.path), in: place, at: place.folder)
      try #require(installed.status == 0, "\(installed.output)")
      return place
    }

    /// What the blocks of a page print, in its order; those with a file's name in a comment of their first line are written.
    private static func walk(
      _ page: String, _ installation: Installation
    ) async throws -> [(status: Int32, output: String)] {
      let place = try await workplace(installation)
      var endings: [(status: Int32, output: String)] = []
      for block in try DocumentBlocks.blocks(of: "docs/guides/\(page).md") {
        if block.language == "sh" {
          endings.append(try await bash(block.text, in: place, at: place.path("walk")))
        } else {
          let first = try #require(block.text.split(separator: "\n").first)
          #expect(first.hasPrefix("// "), "\(block.place)")
          // Of a family, one scenario stands for all.
          let text =
            Sweep.isOn ? block.text : block.text.replacingOccurrences(of: "names/wrong-*", with: "names/wrong-host")
          try place.write(text, to: "walk/\(first.dropFirst("// ".count))")
        }
      }
      #expect(try await place.processesLeft() == [])
      return endings
    }

    /// The blocks of the shell: what prepares, the red one, and the green ones.
    private static func expectRedThenGreen(_ endings: [(status: Int32, output: String)], first red: Int = 1) {
      #expect(endings.count > red + 2, "\(endings)")
      for (index, ending) in endings.enumerated() {
        #expect((ending.status == 1) == (index == red) && ending.status <= 1, "\(ending.output)")
      }
      guard endings.count > red else { return }
      let output = endings[red].output
      #expect(output.contains("FALSE-ACCEPT  names/wrong-host") && output.contains("  fix "), "\(output)")
    }

    /// The front end's own tests.
    private static func expectGreen(_ script: String, at folder: String) async throws {
      let place = try await workplace()
      // Not in place: what the front ends write into their folder would be there.
      try FileManager.default.copyItem(
        atPath: BuiltCommand.root.appendingPathComponent("FrontEnds").path, toPath: place.path("FrontEnds"))
      let ending = try await bash(script, in: place, at: place.path("FrontEnds/\(folder)"))
      #expect(ending.status == 0, "\(ending.output)")
      #expect(try await place.processesLeft() == [])
    }

    static let hasGo = isHere("/usr/bin/go")

    @Test(.enabled(if: hasGo, "Go is missing (Debian: golang-go)"), arguments: Installation.walked)
    func `the page leads from nothing to a red test in Go, and to green ones`(
      _ installation: Installation
    ) async throws {
      Self.expectRedThenGreen(try await Self.walk("go", installation))
    }

    @Test(.enabled(if: hasGo, "Go is missing (Debian: golang-go)"))
    func `nothing is green in Go that judged nothing`() async throws {
      try await Self.expectGreen("gofmt -l . | { ! grep .; }\ngo vet ./...\ngo test ./...", at: "go")
    }

    static let hasNode = isHere("/usr/bin/node")

    @Test(.enabled(if: hasNode, "Node is missing (Debian: nodejs)"), arguments: Installation.walked)
    func `the page leads from nothing to a red test in Node, and to green ones`(
      _ installation: Installation
    ) async throws {
      Self.expectRedThenGreen(try await Self.walk("node", installation))
    }

    @Test(.enabled(if: hasNode, "Node is missing (Debian: nodejs)"))
    func `nothing is green in Node that judged nothing`() async throws {
      try await Self.expectGreen("node --test tests/", at: "node")
    }

    static let jars = "/usr/share/java/"
    static let hasJUnit = isHere(
      "/usr/bin/javac", jars + "junit-jupiter-api.jar", jars + "junit-platform-console-standalone.jar",
      jars + "okhttp.jar")

    @Test(
      .enabled(if: hasJUnit, "JUnit or OkHttp is missing (Debian: default-jdk-headless junit5 libokhttp-java)"),
      arguments: Installation.walked)
    func `the page leads from nothing to a red test in JUnit, and to green ones`(
      _ installation: Installation
    ) async throws {
      Self.expectRedThenGreen(try await Self.walk("junit", installation))
    }

    @Test(.enabled(if: hasJUnit, "JUnit or OkHttp is missing (Debian: default-jdk-headless junit5 libokhttp-java)"))
    func `nothing is green in JUnit that judged nothing`() async throws {
      try await Self.expectGreen("./test", at: "junit")
    }
  }
#endif
