import Foundation
import RoguePlatform

/// Certificates, keys and the program of Go, made once by programs that are not ours.
enum ServerFiles {
  static let searchPath = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"

  static let folder: URL = {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tls-client-\(UUID().uuidString)")
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let algorithms = [
      "p256": ["ec", "-pkeyopt", "ec_paramgen_curve:P-256"], "p384": ["ec", "-pkeyopt", "ec_paramgen_curve:P-384"],
      "ed25519": ["ed25519"], "rsa": ["rsa:2048"], "rsapss": ["rsa-pss"],
      "client": ["ec", "-pkeyopt", "ec_paramgen_curve:P-256"],
    ]
    for (name, algorithm) in algorithms {
      run(
        ["openssl", "req", "-x509", "-nodes", "-days", "2", "-subj", "/CN=\(name)", "-newkey"] + algorithm
          + ["-keyout", name + ".key", "-out", name + ".crt"], in: folder)
      run(["openssl", "x509", "-in", name + ".crt", "-outform", "DER", "-out", name + ".der"], in: folder)
    }
    run(
      ["openssl", "pkcs8", "-topk8", "-nocrypt", "-in", "client.key", "-outform", "DER", "-out", "client.p8"],
      in: folder)
    return folder
  }()

  /// Compiled when it is first asked for; false when Go is not here.
  static let hasGoServer: Bool = {
    guard isInstalled("go") else { return false }
    try? Data(GoServer.source.utf8).write(to: folder.appendingPathComponent("server.go"))
    run(["go", "build", "-o", "go-server", "server.go"], in: folder)
    return FileManager.default.fileExists(atPath: folder.appendingPathComponent("go-server").path)
  }()

  static func isInstalled(_ name: String) -> Bool {
    searchPath.split(separator: ":").contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
  }

  static func bytes(_ name: String) -> [UInt8] {
    (try? Data(contentsOf: folder.appendingPathComponent(name))).map { Array($0) } ?? []
  }

  static func run(_ arguments: [String], in folder: URL) {
    let home = ProcessInfo.processInfo.environment["HOME"] ?? folder.path
    _ = ChildCommand(
      program: "/usr/bin/env", arguments: arguments, environment: ["PATH": searchPath, "HOME": home],
      workingDirectory: folder.path, deadlineMilliseconds: 3_600_000
    ).runBlocking()
  }
}

/// An echo server on Go's crypto/tls.
enum GoServer {
  static let source = #"""
    package main

    import (
      "crypto/tls"
      "crypto/x509"
      "flag"
      "fmt"
      "io"
      "net"
      "os"
    )

    func main() {
      port := flag.Int("port", 0, "")
      key := flag.String("key", "p256", "")
      p384 := flag.Bool("p384", false, "")
      chacha := flag.Bool("chacha", false, "")
      client := flag.Bool("client", false, "")
      alpn := flag.String("alpn", "", "")
      flag.Parse()
      certificate, err := tls.LoadX509KeyPair(*key+".crt", *key+".key")
      if err != nil {
        panic(err)
      }
      config := &tls.Config{Certificates: []tls.Certificate{certificate}}
      if *p384 {
        config.CurvePreferences = []tls.CurveID{tls.CurveP384}
      }
      if *chacha {
        config.CipherSuites = []uint16{
          tls.TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256, tls.TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256,
        }
      }
      if *client {
        pem, _ := os.ReadFile("client.crt")
        config.ClientCAs = x509.NewCertPool()
        config.ClientCAs.AppendCertsFromPEM(pem)
        config.ClientAuth = tls.RequireAndVerifyClientCert
      }
      if *alpn != "" {
        config.NextProtos = []string{*alpn}
      }
      listener, err := tls.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", *port), config)
      if err != nil {
        panic(err)
      }
      fmt.Println("ready")
      for {
        connection, err := listener.Accept()
        if err != nil {
          panic(err)
        }
        go func(connection net.Conn) {
          defer connection.Close()
          if _, err := io.Copy(connection, connection); err != nil {
            fmt.Println(err)
          }
        }(connection)
      }
    }
    """#
}
