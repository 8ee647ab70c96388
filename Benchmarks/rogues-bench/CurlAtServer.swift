import BareFloors
import RogueModel
import RoguePlatform

/// The floor of the external case: curl, started bare, at an `openssl s_server` that was started once.
final class CurlAtServer {
  private let server: BareProcess
  private let curl: String
  private let arguments: [String]
  private static let environment = ["PATH": "/usr/bin:/bin", "OPENSSL_CONF": "/dev/null"]

  init(_ world: World, _ hierarchy: Hierarchy, folder: String) throws {
    let searchPath = ProcessEnvironment.value(of: "PATH") ?? "/usr/bin:/bin"
    guard let curl = Files.executable(named: "curl", searchPath: searchPath),
      let openssl = Files.executable(named: "openssl", searchPath: searchPath)
    else { throw HarnessFailure(.adapterUnavailable, "curl and openssl are needed; apt-get install curl openssl") }
    let presented = world.server.present.compactMap { hierarchy.certificates[$0] }
    guard let leaf = presented.first else { throw HarnessFailure(.internal, "the world presents nothing") }
    let roots = world.stores.system.compactMap { hierarchy.certificates[$0]?.der }
    let (leafFile, chainFile, keyFile, rootsFile) = (
      "\(folder)/leaf.pem", "\(folder)/chain.pem", "\(folder)/leaf.key", "\(folder)/roots.pem"
    )
    try Files.write(Self.pem("CERTIFICATE", leaf.der), to: leafFile)
    try Files.write(presented.dropFirst().map { Self.pem("CERTIFICATE", $0.der) }.joined(), to: chainFile)
    try Files.write(Self.pem("PRIVATE KEY", leaf.key.privateKey), to: keyFile, mode: 0o600)
    try Files.write(roots.map { Self.pem("CERTIFICATE", $0) }.joined(), to: rootsFile)
    let port: UInt16
    do {
      // Free a moment ago; s_server cannot choose a port and say which.
      let listener = try TCPListener()
      port = listener.port
      listener.close()
    }
    server = try BareProcess(
      openssl,
      arguments: [
        "s_server", "-accept", "127.0.0.1:\(port)", "-cert", leafFile, "-cert_chain", chainFile, "-key", keyFile,
        "-www",
        "-quiet", "-tls1_3",
      ], environment: Self.environment)
    self.curl = curl
    let host = world.fullName(of: world.host)
    arguments = [
      "--disable", "--silent", "--max-time", "4", "--cacert", rootsFile, "--connect-to",
      "\(host):\(port):127.0.0.1:\(port)", "https://\(host):\(port)/",
    ]
    try waitUntilReady()
  }

  /// Starts curl so many times, one after the other.
  func run(_ count: Int) throws -> Int {
    for _ in 0..<count {
      let status = try BareProcess(curl, arguments: arguments, environment: Self.environment).wait()
      guard status == 0 else { throw HarnessFailure(.internal, "curl ended with \(status) at openssl s_server") }
    }
    return count
  }

  private func waitUntilReady() throws {
    for _ in 0..<100 where try BareProcess(curl, arguments: arguments, environment: Self.environment).wait() == 0 {
      return
    }
    throw HarnessFailure(.network, "openssl s_server does not answer")
  }

  private static func pem(_ label: String, _ der: [UInt8]) -> String {
    var text = "-----BEGIN \(label)-----\n"
    var rest = Base64.encode(der)[...]
    while !rest.isEmpty {
      text += rest.prefix(64) + "\n"
      rest = rest.dropFirst(64)
    }
    return text + "-----END \(label)-----\n"
  }
}
