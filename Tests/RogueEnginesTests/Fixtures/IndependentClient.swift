import Foundation
import RogueModel
import ServerTestSupport
import Synchronization
import Testing

/// A TLS implementation that nobody here wrote, and how it is made to fetch the nonce.
struct IndependentClient: Sendable, CustomTestStringConvertible {
  struct Visit: Sendable {
    var port: UInt16
    var proxy: String
    var version: TLSVersion
    /// Path of a PEM file.
    var anchor: String
    var options: [String] = []
  }

  struct Command: Sendable {
    var program: String
    var arguments: [String]
    var input: String?
  }

  var name: String
  /// What must be there, programs and files.
  var needs: [String]
  /// A shell command that prints which release it is.
  var tellsRelease: String
  var versions = TLSVersion.allCases
  /// Refuses a server of an unknown CA; some programs only tell.
  var judges = true
  var command: @Sendable (Visit) -> Command

  var testDescription: String { name }

  var isInstalled: Bool {
    needs.allSatisfy { $0.hasPrefix("/") ? FileManager.default.fileExists(atPath: $0) : Tool.isInstalled($0) }
  }

  /// One line; "unknown" where nobody says.
  var release: String {
    let presented = Tool.run("sh", ["-c", tellsRelease])
    return presented.output.split(whereSeparator: \.isNewline).first.map(String.init) ?? "unknown"
  }

  /// What is made once for all visits: programs that are compiled, databases.
  private static let made = Mutex<[String: String]>([:])

  private static func once(_ name: String, _ make: () -> String) -> String {
    made.withLock { made in
      if let path = made[name] { return path }
      let path = make()
      made[name] = path
      return path
    }
  }

  static let all = [curl, openssl, gnutls, wget, python, node, java, nss, boringSSL, botan, mbedTLS, wolfSSL, rustls]
  static var installed: [IndependentClient] {
    for client in all where !client.isInstalled { print("interoperability: \(client.name) is not installed") }
    return all.filter(\.isInstalled)
  }

  static let host = "pinned.rogues.test"
  private static let ask = "ROGUES the-attempt\n"

  static let curl = IndependentClient(name: "curl", needs: ["curl"], tellsRelease: "curl --version") { visit in
    Command(
      program: "curl",
      arguments: ["--silent", "--show-error", "--cacert", visit.anchor, "--connect-to", "::127.0.0.1:\(visit.port)"]
        + visit.options + ["https://\(host):\(visit.port)/the-path"])
  }

  static let openssl = IndependentClient(name: "OpenSSL", needs: ["openssl"], tellsRelease: "openssl version") {
    visit in
    Command(
      program: "openssl",
      arguments: ["s_client", "-connect", "127.0.0.1:\(visit.port)", "-servername", host, "-CAfile", visit.anchor]
        + ["-verify_return_error", "-quiet"] + visit.options, input: ask)
  }

  static let gnutls = IndependentClient(name: "GnuTLS", needs: ["gnutls-cli"], tellsRelease: "gnutls-cli --version") {
    visit in
    Command(
      program: "gnutls-cli",
      arguments: ["--x509cafile", visit.anchor, "--verify-hostname", host, "--port", "\(visit.port)"]
        + ["--sni-hostname", host] + visit.options + ["127.0.0.1"], input: ask)
  }

  static let wget = IndependentClient(name: "wget", needs: ["wget"], tellsRelease: "wget --version") { visit in
    Command(
      program: "env",
      arguments: ["https_proxy=http://\(visit.proxy)/", "wget", "-q", "-O", "-", "--tries=1"]
        + ["--ca-certificate=\(visit.anchor)", "https://\(host):\(visit.port)/the-path"])
  }

  static let python = IndependentClient(
    name: "Python", needs: ["python3"], tellsRelease: "python3 -c 'import ssl; print(ssl.OPENSSL_VERSION)'"
  ) { visit in
    let program = """
      import socket, ssl, sys
      context = ssl.create_default_context(cafile=sys.argv[2])
      # Python's own choice depends on who has built it.
      context.set_ciphers('DEFAULT')
      plain = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
      with context.wrap_socket(plain, server_hostname="\(host)") as tls:
        tls.sendall(b"ROGUES the-attempt\\n")
        print(tls.recv(100).decode())
      """
    return Command(program: "python3", arguments: ["-c", program, "\(visit.port)", visit.anchor])
  }

  static let node = IndependentClient(name: "Node", needs: ["node"], tellsRelease: "node -v") { visit in
    let program = """
      const [port, anchor] = process.argv.slice(1);
      const ca = require("fs").readFileSync(anchor);
      const socket = require("tls").connect({host: "127.0.0.1", port, servername: "\(host)", ca}, () => {
        socket.write("ROGUES the-attempt\\n");
      });
      socket.on("data", (bytes) => console.log(bytes.toString()));
      socket.on("error", (error) => { console.log(error.code); process.exit(1); });
      """
    return Command(program: "node", arguments: ["-e", program, "\(visit.port)", visit.anchor])
  }

  static let java = IndependentClient(name: "Java", needs: ["java", "javac"], tellsRelease: "java -version 2>&1") {
    visit in
    let program = """
      import java.io.*; import java.net.*; import java.security.*; import java.security.cert.*; import javax.net.ssl.*;
      class Fetch {
        public static void main(String[] arguments) throws Exception {
          KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
          store.load(null, null);
          try (InputStream input = new FileInputStream(arguments[1])) {
            store.setCertificateEntry("anchor", CertificateFactory.getInstance("X.509").generateCertificate(input));
          }
          TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
          trust.init(store);
          SSLContext context = SSLContext.getInstance("TLS");
          context.init(null, trust.getTrustManagers(), null);
          int port = Integer.parseInt(arguments[0]);
          SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(
              new Socket("127.0.0.1", port), "\(host)", port, true);
          SSLParameters parameters = socket.getSSLParameters();
          parameters.setEndpointIdentificationAlgorithm("HTTPS");
          socket.setSSLParameters(parameters);
          socket.getOutputStream().write("ROGUES the-attempt\\n".getBytes());
          System.out.println(new BufferedReader(new InputStreamReader(socket.getInputStream())).readLine());
        }
      }
      """
    let folder = once("java") {
      let folder = TestPKI.shared.folder()
      try? Data(program.utf8).write(to: URL(fileURLWithPath: "\(folder)/Fetch.java"))
      let result = Tool.run("javac", ["-d", folder, "\(folder)/Fetch.java"])
      if result.status != 0 { print(result.output) }
      return folder
    }
    return Command(
      program: "java",
      arguments: ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"] + visit.options
        + ["-cp", folder, "Fetch", "\(visit.port)", visit.anchor])
  }

  static let nss = IndependentClient(
    name: "NSS", needs: ["tstclnt", "certutil"], tellsRelease: "dpkg-query -W -f '${Version}' libnss3"
  ) { visit in
    let folder = once("nss \(visit.anchor)") {
      let folder = TestPKI.shared.folder()
      Tool.run("certutil", ["-N", "-d", "sql:\(folder)", "--empty-password"])
      Tool.run("certutil", ["-A", "-n", "anchor", "-t", "C,,", "-i", visit.anchor, "-d", "sql:\(folder)"])
      return folder
    }
    // Without -O a second thread judges the certificate, and what NSS makes of a message after the server's Finished
    // depends on which of the two is first.
    return Command(
      program: "tstclnt",
      arguments: ["-O", "-h", "127.0.0.1", "-p", "\(visit.port)", "-a", host, "-d", "sql:\(folder)"]
        + ["-A", TestPKI.shared.file(Array(ask.utf8))] + visit.options)
  }

  static let boringSSL = IndependentClient(
    name: "BoringSSL", needs: ["bssl-tool"], tellsRelease: "dpkg-query -W -f '${Version}' android-libboringssl"
  ) { visit in
    Command(
      program: "bssl-tool",
      arguments: ["client", "-connect", "127.0.0.1:\(visit.port)", "-server-name", host, "-root-certs", visit.anchor]
        + ["-grease"], input: ask)
  }

  static let botan = IndependentClient(
    name: "Botan", needs: ["botan"], tellsRelease: "botan version", versions: [.tls12], judges: false
  ) { visit in
    Command(
      program: "botan",
      arguments: ["tls_client", "127.0.0.1", "--port=\(visit.port)", "--trusted-cas=\(visit.anchor)"]
        + ["--skip-system-cert-store"], input: ask)
  }

  static let mbedTLS = IndependentClient(
    name: "mbedTLS", needs: ["cc", "/usr/include/mbedtls/ssl.h"],
    tellsRelease: "dpkg-query -W -f '${Version}' libmbedtls-dev", versions: [.tls12]
  ) { visit in
    compiled(Source.mbedTLS, ["-lmbedtls", "-lmbedx509", "-lmbedcrypto"], visit)
  }

  static let wolfSSL = IndependentClient(
    name: "wolfSSL", needs: ["cc", "/usr/include/wolfssl/ssl.h"],
    tellsRelease: "dpkg-query -W -f '${Version}' libwolfssl-dev"
  ) { visit in
    compiled(Source.wolfSSL, ["-lwolfssl"], visit)
  }

  /// Through the pyreqwest package, wherever a Python has it.
  static let rustls = IndependentClient(
    name: "rustls", needs: ["python3-with-pyreqwest"], tellsRelease: "python3-with-pyreqwest -m pip show pyreqwest"
  ) { visit in
    let program = """
      import sys
      from pyreqwest.client import SyncClientBuilder
      from pyreqwest.proxy import ProxyBuilder
      pem = open(sys.argv[2], "rb").read()
      proxy = ProxyBuilder.all("http://" + sys.argv[3])
      with SyncClientBuilder().add_root_certificate_pem(pem).proxy(proxy).build() as client:
        print(client.get("https://\(host):" + sys.argv[1] + "/the-path").build().send().text())
      """
    return Command(
      program: "python3-with-pyreqwest", arguments: ["-c", program, "\(visit.port)", visit.anchor, visit.proxy])
  }

  private static func compiled(_ source: String, _ libraries: [String], _ visit: Visit) -> Command {
    let program = once(libraries.joined()) {
      let program = TestPKI.shared.folder() + "/client"
      let result = Tool.run("cc", ["-x", "c", "-o", program, TestPKI.shared.file(Array(source.utf8))] + libraries)
      if result.status != 0 { print(result.output) }
      return program
    }
    return Command(program: program, arguments: ["\(visit.port)", visit.anchor, host])
  }
}
