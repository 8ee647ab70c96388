import Foundation
import Testing

/// `rogues doctor` for a client that is built once: what is missing at the client, from its connections alone.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/curl")))
struct DeviceDoctorTests {
  private static let host = "api.acme.example"

  /// An app that says nothing of its reasons.
  ///
  /// - Parameters:
  ///   - surroundings: in front of the client's command.
  ///   - flags: of the client.
  private static func doctor(
    _ place: TemporaryWorkplace, surroundings: String = "", flags: String, url: String = "$ROGUES_URL",
    port: String = "$ROGUES_PORT", connections: String = "started"
  ) async throws -> BuiltCommand.Ending {
    let program = try place.adapter(
      "app",
      """
      for need in $ROGUES_NEEDS; do case $need in anchors|tls1.3) ;; *) echo UNSUPPORTED $need; exit;; esac; done
      n=$(\(surroundings) curl --disable --silent --noproxy '*' --max-time 60 --http1.1 \(flags) \
        --connect-to ::$ROGUES_ADDRESS:\(port) \(url))
      case $? in 0) echo ACCEPT $n;; 7) echo FAILED network;; *) echo CANCEL;; esac
      """, capabilities: ["anchors", "tls1.3"], connections: connections)
    return try await place.run([
      "doctor", program, "--listen", "127.0.0.1:\(try FreePort.any())", "--host", host, "--roots",
      place.path("root.pem"), "--catalogue", BuiltCommand.root.path,
    ])
  }

  private static func trusting(_ place: TemporaryWorkplace) -> String { "--cacert \(place.path("root.pem.crt"))" }

  @Test func `a client with everything in place gets no complaint`() async throws {
    let place = try TemporaryWorkplace()
    let ending = try await Self.doctor(place, flags: Self.trusting(place))
    #expect(ending.status == 0, "\(ending)")
    #expect(ending.output.contains("ok     accepts a healthy server"), "\(ending)")
  }

  @Test func `a root that is not installed is named`() async throws {
    let place = try TemporaryWorkplace()
    let ending = try await Self.doctor(place, flags: "")
    #expect(ending.status == 1, "\(ending)")
    #expect(ending.output.contains("it knows no root for this server (alert unknown_ca): install "), "\(ending)")
    #expect(ending.output.contains("root.pem.crt where the client looks"), "\(ending)")
  }

  private static let clock = "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1"

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: clock), "needs Debian's libfaketime"),
    arguments: [
      ("-100d", "its clock is wrong: it accepts this server when"), ("+100d", "set its clock, which is ahead"),
    ])
  func `a wrong clock is distinguished from a missing root`(by: String, words: String) async throws {
    let place = try TemporaryWorkplace()
    let ending = try await Self.doctor(
      place, surroundings: "env LD_PRELOAD=\(Self.clock) DONT_FAKE_MONOTONIC=1 FAKETIME=\(by)",
      flags: Self.trusting(place))
    #expect(ending.status == 1 && ending.output.contains(words), "\(ending)")
    #expect(!ending.output.contains("install "), "\(ending)")
  }

  @Test func `another host, an old version and a wrong port are named`() async throws {
    let place = try TemporaryWorkplace()
    let other = try await Self.doctor(
      place, flags: Self.trusting(place), url: "https://www.acme.example:$ROGUES_PORT$ROGUES_PATH")
    #expect(other.output.contains("it sends www.acme.example as SNI, not \(Self.host)"), "\(other)")
    let old = try await Self.doctor(place, flags: Self.trusting(place) + " --tls-max 1.2")
    #expect(old.output.contains("it offers TLS 1.2, and not TLS 1.3"), "\(old)")
    let plain = try await Self.doctor(place, flags: "", url: "http://\(Self.host):$ROGUES_PORT$ROGUES_PATH")
    #expect(plain.output.contains("sent no ClientHello: does it speak TLS there"), "\(plain)")
    let nowhere = try await Self.doctor(place, flags: Self.trusting(place), port: "9")
    #expect(nowhere.output.contains("nothing connected to 127.0.0.1:"), "\(nowhere)")
    for ending in [other, old, plain, nowhere] { #expect(ending.status == 1, "\(ending)") }
  }

  #if os(Linux)
    @Test(.enabled(if: getuid() == 0, "network namespaces need root"))
    func `a client whose network does not reach the server, and one that is not the declared one, are named`()
      async throws
    {
      let place = try TemporaryWorkplace()
      let apart = try await Self.doctor(place, surroundings: "unshare -n", flags: Self.trusting(place))
      #expect(apart.status == 1 && apart.output.contains("nothing connected to "), "\(apart)")
      let stranger = try await Self.doctor(place, flags: Self.trusting(place), connections: "address 127.0.0.9")
      #expect(stranger.status == 1 && stranger.output.contains("and none counts"), "\(stranger)")
    }
  #endif
}
