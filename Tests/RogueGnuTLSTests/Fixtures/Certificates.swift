import Foundation
import RoguePlatform

/// Certificates made by the `openssl` program, once per test run: nothing here was made by the code under test.
struct Certificates {
  static let shared = Certificates()

  struct Entry: Sendable {
    /// DER.
    var certificate: [UInt8]
    /// DER, PKCS #8.
    var key: [UInt8]
  }

  let root, leaf, stranger: Entry

  private init() {
    let place = FileManager.default.temporaryDirectory.appendingPathComponent("rogue-gnutls-\(UUID().uuidString)")
    try? FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: place) }
    func make(_ name: String, by issuer: String? = nil, _ extensions: String...) -> Entry {
      let signer = issuer.map { ["-CA", "\($0).pem", "-CAkey", "\($0).key"] } ?? []
      let file = { (kind: String) in "\(name).\(kind)" }
      Self.openssl(
        at: place,
        ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=\(name)"]
          + ["-days", "30", "-keyout", file("key"), "-out", file("pem")] + signer
          + extensions.flatMap { ["-addext", $0] })
      Self.openssl(at: place, ["x509", "-in", file("pem"), "-outform", "DER", "-out", file("der")])
      Self.openssl(
        at: place, ["pkcs8", "-topk8", "-nocrypt", "-in", file("key"), "-outform", "DER", "-out", file("p8")])
      let read = { (kind: String) in
        FileManager.default.contents(atPath: place.appendingPathComponent(file(kind)).path).map { Array($0) } ?? []
      }
      return Entry(certificate: read("der"), key: read("p8"))
    }
    let ca = "keyUsage=critical,keyCertSign,cRLSign"
    root = make("root", ca)
    stranger = make("stranger", ca)
    leaf = make(
      "leaf", by: "root", "basicConstraints=critical,CA:false", "extendedKeyUsage=serverAuth",
      "subjectAltName=DNS:pinned.rogues.test,DNS:*.rogues.test,IP:127.0.0.1")
  }

  private static func openssl(at place: URL, _ arguments: [String]) {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let command = ChildCommand(
      program: "/usr/bin/env", arguments: ["openssl"] + arguments, environment: ["PATH": path],
      workingDirectory: place.path, deadlineMilliseconds: 600_000)
    _ = command.runBlocking()
  }
}
