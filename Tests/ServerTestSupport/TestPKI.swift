import Foundation
package import RogueModel

/// Certificates made by the `openssl` program, once per test run: nothing here was made by the code under test.
package struct TestPKI: Sendable {
  package static let shared = TestPKI()

  private let place: URL

  private init() {
    place = FileManager.default.temporaryDirectory.appendingPathComponent("rogue-servers-\(UUID().uuidString)")
    try? FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    let server =
      "basicConstraints=critical,CA:false\nextendedKeyUsage=serverAuth\nsubjectAltName=DNS:pinned.rogues.test"
    let ca = "basicConstraints=critical,CA:true\nkeyUsage=critical,keyCertSign,cRLSign\nsubjectKeyIdentifier=hash"
    let client = "basicConstraints=critical,CA:false\nextendedKeyUsage=clientAuth"
    make("root", issuer: nil, ca)
    make("issuing", issuer: "root", ca)
    for key in ["p256", "p384", "ed25519", "rsa2048", "rsapss"] {
      make("leaf-\(key)", key: key, issuer: "issuing", server)
      make("other-\(key)", key: key, issuer: "issuing", server)
    }
    make("signs-only-certificates", issuer: "issuing", "keyUsage=critical,keyCertSign\n" + server)
    make("client-root", issuer: nil, ca)
    make("client-issuing", issuer: "client-root", ca)
    make("client-leaf", issuer: "client-issuing", client)
    make("client-stranger", issuer: "root", client)
    make("client-for-servers", issuer: "client-issuing", server)
  }

  private func make(_ name: String, key: String = "p256", issuer: String?, _ extensions: String) {
    let algorithm =
      switch key {
      case "ed25519": ["-algorithm", "ED25519"]
      case "rsa2048": ["-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048"]
      case "rsapss": ["-algorithm", "RSA-PSS", "-pkeyopt", "rsa_keygen_bits:2048"]
      case "p384": ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-384"]
      default: ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256"]
      }
    Tool.run("openssl", ["genpkey"] + algorithm + ["-out", path("\(name).key")])
    Tool.run(
      "openssl",
      ["pkcs8", "-topk8", "-nocrypt", "-in", path("\(name).key"), "-outform", "DER", "-out", path("\(name).p8")])
    try? Data("[v3]\n\(extensions)\n".utf8).write(to: url("\(name).cnf"))
    Tool.run(
      "openssl", ["req", "-new", "-key", path("\(name).key"), "-subj", "/CN=\(name)", "-out", path("\(name).csr")])
    let signer =
      issuer.map { ["-CA", path("\($0).pem"), "-CAkey", path("\($0).key")] } ?? ["-signkey", path("\(name).key")]
    Tool.run(
      "openssl",
      ["x509", "-req", "-in", path("\(name).csr"), "-days", "30", "-extfile", path("\(name).cnf"), "-extensions", "v3"]
        + [
          "-set_serial", "0x\(UUID().uuidString.replacingOccurrences(of: "-", with: ""))", "-out", path("\(name).pem"),
        ]
        + signer)
    Tool.run("openssl", ["x509", "-in", path("\(name).pem"), "-outform", "DER", "-out", path("\(name).der")])
  }

  private func url(_ name: String) -> URL { place.appendingPathComponent(name) }
  package func path(_ name: String) -> String { url(name).path }

  /// DER.
  package func certificate(_ name: String) -> [UInt8] { bytes("\(name).der") }
  package func certificates(_ names: String...) -> [[UInt8]] { names.map(certificate) }

  package func pem(_ name: String) -> [UInt8] { bytes("\(name).pem") }

  package func key(_ name: String, _ type: KeyType = .p256) -> KeyMaterial {
    KeyMaterial(type: type, spki: [], privateKey: bytes("\(name).p8"))
  }

  private func bytes(_ name: String) -> [UInt8] {
    FileManager.default.contents(atPath: path(name)).map { Array($0) } ?? []
  }

  package func presentation(_ names: String..., key: String? = nil) -> ServedAttempt.Presentation {
    ServedAttempt.Presentation(certificates: names.map(certificate), key: self.key(key ?? names[0]))
  }

  /// A new folder of the fixture.
  package func folder() -> String {
    let made = url(UUID().uuidString)
    try? FileManager.default.createDirectory(at: made, withIntermediateDirectories: true)
    return made.path
  }

  /// Another file of the fixture, written now.
  package func file(_ bytes: [UInt8]) -> String {
    let name = UUID().uuidString
    try? Data(bytes).write(to: url(name))
    return path(name)
  }
}
