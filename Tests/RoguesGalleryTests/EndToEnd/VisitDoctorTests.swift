import Foundation
import Testing

@testable import RoguePlatform

/// `rogues doctor` without an adapter: a person opens the client, and reads what is missing at it.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/curl")))
struct VisitDoctorTests {
  private static let host = "api.acme.example"

  private struct Doctor {
    let command: RunningCommand
    let place: TemporaryWorkplace
    let port: UInt16

    init(_ place: TemporaryWorkplace) throws {
      self.place = place
      port = try FreePort.any()
      command = try RunningCommand(
        [
          "doctor", "--listen", "127.0.0.1:\(port)", "--host", host, "--roots", place.path("root.pem"),
          "--catalogue", BuiltCommand.root.path,
        ], in: place)
      command.wait { output.contains("Open this with the client: https://\(host):") }
    }

    var output: String {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: place.folder)) ?? []
      return names.filter { $0.hasSuffix(".out") }.map(place.text).joined()
    }

    /// - Parameter url: by itself the right one.
    func curl(_ arguments: [String], url: String? = nil, environment: [String: String] = [:]) {
      let ours = ["--disable", "--silent", "--noproxy", "*", "--max-time", "60", "--connect-to", "::127.0.0.1:\(port)"]
      _ = ChildCommand(
        program: "/usr/bin/curl", arguments: ours + arguments + [url ?? "https://\(host):\(port)/"],
        environment: ["PATH": "/usr/bin:/bin"].merging(environment) { $1 }, deadlineMilliseconds: 600_000
      ).runBlocking()
    }

    var trusting: [String] { ["--cacert", place.path("root.pem.crt")] }

    func wait(for words: String) {
      command.wait { output.contains(words) }
      #expect(output.contains(words), "\(output)")
    }
  }

  @Test func `doctor names what is missing at each connection, and ends when nothing is`() async throws {
    let place = try TemporaryWorkplace()
    try await blocking {
      let doctor = try Doctor(place)
      doctor.curl([])
      doctor.wait(for: "WRONG  it knows no root for this server (alert unknown_ca): install ")
      doctor.curl(doctor.trusting, url: "https://www.acme.example:\(doctor.port)/")
      doctor.wait(for: "it sends www.acme.example as SNI, not \(Self.host)")
      doctor.curl(doctor.trusting + ["--tls-max", "1.2"])
      doctor.wait(for: "it offers TLS 1.2, and not TLS 1.3: turn that on\n")
      doctor.curl([], url: "http://\(Self.host):\(doctor.port)/")
      doctor.wait(for: "sent no ClientHello: does it speak TLS there")
      #expect(doctor.command.isRunning)
      doctor.curl(doctor.trusting)
      let ending = doctor.command.ending()
      #expect(ending.status == 0 && ending.output.hasSuffix("ok     accepts a healthy server (sent GET / HTTP/1.1)\n"))
    }
    #expect(try await place.processesLeft() == [])
  }

  private static let clock = "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1"

  @Test(.enabled(if: FileManager.default.fileExists(atPath: clock), "needs Debian's libfaketime"))
  func `a second connection distinguishes a slow clock from a missing root`() async throws {
    let place = try TemporaryWorkplace()
    try await blocking {
      let doctor = try Doctor(place)
      let wrong = ["LD_PRELOAD": Self.clock, "DONT_FAKE_MONOTONIC": "1", "FAKETIME": "-100d"]
      doctor.curl(doctor.trusting, environment: wrong)
      doctor.wait(for: "Open it once more")
      doctor.curl(doctor.trusting, environment: wrong)
      doctor.wait(for: "WRONG  its clock is wrong: it accepts this server when")
      // The usual server is back: what accepts the wide dates alone is not in order.
      #expect(doctor.command.isRunning)
      doctor.curl(doctor.trusting)
      #expect(doctor.command.ending().status == 0)
    }
  }

  @Test func `without a connection doctor names possible causes, and an interrupt does not count as success`()
    async throws
  {
    let place = try TemporaryWorkplace()
    try await blocking {
      let doctor = try Doctor(place)
      doctor.wait(for: "note   nothing connected to 127.0.0.1:\(doctor.port)")
      doctor.command.send(SIGINT)
      #expect(doctor.command.ending().status == 130)
    }
    let nothing = try await place.run(["doctor"])
    #expect(nothing.status == 64 && nothing.error.contains("or --roots FILE for a client that you open yourself"))
  }
}
