#if os(Linux)
  import Foundation
  import RoguePlatform
  import TestSupport
  import Testing

  /// What the page of the plug-in starts with: environments of Python, and pytest.
  enum InstalledPytest {
    static let isHere =
      Sweep.isOn
      || FileManager.default.fileExists(atPath: "/usr/lib/python3/dist-packages/pytest")
        && (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib"))?.contains {
          FileManager.default.fileExists(atPath: "/usr/lib/\($0)/ensurepip")
        } == true
  }

  /// The wheel and its plug-in for pytest, as somebody meets them who has nothing else of this project.
  ///
  /// With `make test-ci` pytest comes from PyPI; otherwise Debian's stands in for it.
  @Suite(.enabled(if: InstalledPytest.isHere, "python3-venv or python3-pytest is missing"), .timeLimit(.minutes(15)))
  struct PythonFrontEndTests {
    /// A folder with the wheel of the command that is tested, and no catalogue above it.
    private static func workplace() async throws -> TemporaryWorkplace {
      let place = try TemporaryWorkplace()
      // It is what `pytest` starts when the environment of the page has Debian's.
      try place.write("#!/bin/sh\nexec python -m pytest \"$@\"\n", to: "bin/pytest", executable: true)
      try Files.makeDirectory(place.path("walk"))
      let made = try await bash(
        #""$ROOT/Packaging/wheel" "$COMMAND" --level 1 && mv "$ROGUES_DIST"/*.whl walk/"#, in: place, at: "")
      try #require(made.status == 0, "\(made.output)")
      return place
    }

    private static func bash(
      _ script: String, in place: TemporaryWorkplace, at folder: String = "walk"
    ) async throws -> (status: Int32, output: String) {
      var environment = [
        "PATH": "\(place.path("bin")):/usr/bin:/bin", "HOME": place.path("home"), "TMPDIR": place.temporary,
        "LC_ALL": "C.UTF-8", "ROOT": BuiltCommand.root.path, "COMMAND": BuiltCommand.program.path,
        "ROGUES_DIST": place.path("dist"), "PIP_DISABLE_PIP_VERSION_CHECK": "1", "PYTHONDONTWRITEBYTECODE": "1",
      ]
      if Sweep.isOn {
        let network = ProcessInfo.processInfo.environment.filter { name, _ in
          name.hasPrefix("PIP_") || name.lowercased().hasSuffix("_proxy") || name.hasPrefix("SSL_CERT")
        }
        environment.merge(network) { $1 }
      } else {
        environment["PYTHONPATH"] = "/usr/lib/python3/dist-packages"
        environment["PIP_NO_INDEX"] = "1"
      }
      let (arguments, settings) = (["--noprofile", "--norc", "-ec", "exec 2>&1\n" + script], environment)
      let result = try await blocking {
        ChildCommand(
          program: "/bin/bash", arguments: arguments, environment: settings,
          workingDirectory: folder.isEmpty ? place.folder : place.path(folder), deadlineMilliseconds: 840_000,
          keptBytes: 16 << 20, floodBytes: 64 << 20
        ).runBlocking()
      }
      guard case .exited(let status) = result.ending else { throw BuiltCommand.Abnormal(ending: result.ending) }
      return (status, String(decoding: result.standardOutput, as: UTF8.self))
    }

    /// What the blocks of the page print, in its order, with the status with which each ended; files are written.
    private static func walk(in place: TemporaryWorkplace) async throws -> [(status: Int32, output: String)] {
      var endings: [(status: Int32, output: String)] = []
      for block in try DocumentBlocks.blocks(of: "docs/guides/pytest.md") {
        if block.language == "python" {
          let name = try #require(block.text.split(separator: "\n").first?.dropFirst("# ".count))
          try place.write(block.text, to: "walk/\(name)")
        } else {
          #expect(block.language == "sh", "\(block.place)")
          // The page has it all in one shell. A few scenarios stand for all of a test.
          let shell = endings.isEmpty ? "" : ". venv/bin/activate\n"
          let chosen = Sweep.isOn ? "" : "export PYTEST_ADDOPTS='-k \"wrong-host or unknown-ca or store or swapped\"'\n"
          endings.append(try await bash(shell + chosen + block.text, in: place))
        }
      }
      return endings
    }

    @Test func `the page leads from the wheel to a red test, and to green ones`() async throws {
      let place = try await Self.workplace()
      let endings = try await Self.walk(in: place)
      try #require(endings.count == 4, "\(endings)")
      let (installed, red, green, pins) = (endings[0], endings[1], endings[2], endings[3])
      #expect(installed.status == 0, "\(installed.output)")
      #expect(red.status == 1, "\(red.output)")
      #expect(red.output.contains("FALSE-ACCEPT  names/wrong-host"), "\(red.output)")
      #expect(red.output.contains("FAILED test_shop.py::test_certificates[names/wrong-host]"), "\(red.output)")
      #expect(red.output.contains(" passed") && !red.output.contains("Traceback"), "\(red.output)")
      #expect(green.status == 0 && green.output.contains(" passed"), "\(green.output)")
      #expect(pins.status == 0 && pins.output.contains(" passed"), "\(pins.output)")
      #expect(!pins.output.contains("failed") && !pins.output.contains("skipped"), "\(pins.output)")

      let command = try await Self.bash(
        """
        . venv/bin/activate
        rogues run -q -a reference --profile core
        python -m rogues run -q -a accept-all trust/unknown-ca || echo status $?
        ! ldd venv/lib/python*/site-packages/rogues/bin/rogues | grep -E '(gnutls|crypto|yaml|nettle).* => /(usr|lib)'
        """, in: place)
      #expect(command.status == 0 && command.output.contains("status 1"), "\(command.output)")

      // What is to be typed again is what was typed.
      let again = try await Self.bash(
        """
        venv/bin/rogues run --config none -a accept-all trust/unknown-ca --axes tls=1.3 | grep -F ' venv/bin/rogues run '
        . venv/bin/activate
        rogues run --config none -a accept-all trust/unknown-ca --axes tls=1.3 --report markdown=report.md \\
          --report sarif=report.sarif --report junit=report.xml | grep -F ' rogues run ' || true
        rogues compare accept-all -s trust/unknown-ca --axes tls=1.3 | grep -F 'Next  rogues explain '
        grep -F '`rogues run ' report.md && ! grep -F site-packages report.*
        """, in: place)
      #expect(again.status == 0, "\(again.output)")

      // The pages of the other test runners begin so.
      let copies = try await Self.bash(
        """
        . venv/bin/activate
        for runner in go node junit; do rogues new front-end $runner --folder copies/$runner; done
        ls copies/go/roguestest/roguestest.go copies/node/rogues/rogues.mjs copies/junit/rogues/*.java
        """, in: place)
      #expect(copies.status == 0, "\(copies.output)")

      let tests = try await Self.bash(
        """
        . venv/bin/activate
        \(Sweep.isOn ? "pip install --quiet pytest-xdist requests httpx aiohttp" : "")
        python -m pytest -q -p no:cacheprovider "$ROOT/FrontEnds/python/tests"
        """, in: place)
      #expect(tests.status == 0, "\(tests.output)")
    }

    @Test func `the same tree makes the same wheel, of which every file is listed with its digest`() async throws {
      let place = try await Self.workplace()
      let again = try await Self.bash(
        """
        "$ROOT/Packaging/wheel" "$COMMAND" --level 1
        cmp walk/*.whl dist/*.whl
        python3 - dist/*.whl <<'END'
        import base64, hashlib, sys, zipfile
        with zipfile.ZipFile(sys.argv[1]) as wheel:
            names = wheel.namelist()
            record = wheel.read(names[-1]).decode().splitlines()
            for line in record[:-1]:
                name, digest, size = line.replace('"', '').rsplit(",", 2)
                data = wheel.read(name)
                made = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
                assert digest == "sha256=" + made and int(size) == len(data), name
            assert len(record) == len(names) and not any("__pycache__" in name for name in names)
            print(sum(name.startswith("rogues/share/rogues/Scenarios/") for name in names), "scenarios")
        END
        """, in: place, at: "")
      #expect(again.status == 0, "\(again.output)")
      #expect(again.output.contains(" scenarios"), "\(again.output)")
    }

    @Test func `a file that is not a command makes no wheel, with a reason`() async throws {
      let place = try TemporaryWorkplace()
      let none = try await Self.bash(#""$ROOT/Packaging/wheel" nowhere || echo status $?"#, in: place, at: "")
      #expect(none.output == "wheel: there is no program 'nowhere'; make wheel builds it\nstatus 66\n")
      let other = try await Self.bash(#""$ROOT/Packaging/wheel" /bin/true || echo status $?"#, in: place, at: "")
      #expect(other.output.contains("'/bin/true --version' does not say a version\nstatus 70"), "\(other.output)")
    }
  }
#endif
