import Foundation
import RoguePlatform
import Testing

@testable import RogueTrust

/// Path validation by a library that this project does not link: a small program puts questions to it, as the library's
/// own TLS client would.
struct PathLibrary: Sendable {
  /// As docs/records/path-validation.md has it.
  var name: String
  var program: String
  var fileName: String
  var source: String
  var arguments: [String]

  static let all = [go, jsse, nss]

  /// Whether the library accepts what each question presents.
  func answers(to questions: [PathQuestion]) throws -> [Bool] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "paths-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(source.utf8).write(to: folder.appending(path: fileName))
    let lines = questions.map { question in
      let (served, anchors) = (question.served.map(Self.hex), question.anchors.map(Self.hex))
      return
        "\(question.reference ?? "-") \(question.time) \(served.joined(separator: ",")) \(anchors.joined(separator: ","))"
    }
    try Data(lines.joined(separator: "\n").utf8).write(to: folder.appending(path: "questions"))
    let result = ChildCommand(
      program: "/usr/bin/env", arguments: [program] + arguments + [fileName, "questions"],
      environment: ProcessInfo.processInfo.environment, workingDirectory: folder.path, deadlineMilliseconds: 300_000,
      keptBytes: 1 << 20, floodBytes: 1 << 20
    ).runBlocking()
    let errors = String(decoding: result.standardError.suffix(2000), as: UTF8.self)
    guard case .exited(0) = result.ending else {
      Issue.record("\(name): \(result.ending): \(errors)")
      return []
    }
    let words = String(decoding: result.standardOutput, as: UTF8.self).split(separator: "\n")
    try #require(words.count == questions.count && words.allSatisfy { ["accept", "refuse"].contains($0) }, "\(errors)")
    return words.map { $0 == "accept" }
  }

  private static func hex(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// `crypto/tls` reads every certificate that it gets, then asks `crypto/x509`.
  private static let go = PathLibrary(
    name: "Go", program: "go", fileName: "paths.go",
    source: """
      package main

      import ("bufio"; "crypto/x509"; "encoding/hex"; "fmt"; "os"; "strconv"; "strings"; "time")

      func read(list string) []*x509.Certificate {
        var found []*x509.Certificate
        for _, word := range strings.Split(list, ",") {
          if word == "" { continue }
          der, _ := hex.DecodeString(word)
          certificate, err := x509.ParseCertificate(der)
          if err != nil { return nil }
          found = append(found, certificate)
        }
        return found
      }

      func accepts(words []string) bool {
        served := read(words[2])
        if len(served) == 0 { return false }
        seconds, _ := strconv.ParseInt(words[1], 10, 64)
        options := x509.VerifyOptions{
          DNSName: words[0], Roots: x509.NewCertPool(), Intermediates: x509.NewCertPool(), CurrentTime: time.Unix(seconds, 0),
        }
        if words[0] == "-" { options.DNSName = "" }
        for _, anchor := range read(words[3]) { options.Roots.AddCert(anchor) }
        for _, other := range served[1:] { options.Intermediates.AddCert(other) }
        _, err := served[0].Verify(options)
        return err == nil
      }

      func main() {
        file, err := os.Open(os.Args[1])
        if err != nil { panic(err) }
        lines := bufio.NewScanner(file)
        lines.Buffer(nil, 1 << 30)
        for lines.Scan() {
          if accepts(strings.Split(lines.Text(), " ")) { fmt.Println("accept") } else { fmt.Println("refuse") }
        }
        if lines.Err() != nil { panic(lines.Err()) }
      }
      """, arguments: ["run"])

  /// JSSE's trust manager, and its comparison of names.
  private static let jsse = PathLibrary(
    name: "JSSE", program: "java", fileName: "Paths.java",
    source: """
      import java.io.ByteArrayInputStream;
      import java.nio.file.*;
      import java.security.*;
      import java.security.cert.*;
      import java.util.*;
      import javax.net.ssl.*;
      import sun.security.util.HostnameChecker;

      class Paths {
        static X509Certificate[] read(String list) throws CertificateException {
          var found = new ArrayList<X509Certificate>();
          for (String word : list.split(",")) {
            if (word.isEmpty()) continue;
            byte[] der = HexFormat.of().parseHex(word);
            found.add((X509Certificate) CertificateFactory.getInstance("X.509")
                .generateCertificate(new ByteArrayInputStream(der)));
          }
          return found.toArray(new X509Certificate[0]);
        }

        static boolean accepts(String[] words) throws GeneralSecurityException {
          try {
            var anchors = new HashSet<TrustAnchor>();
            for (X509Certificate anchor : read(words.length > 3 ? words[3] : "")) anchors.add(new TrustAnchor(anchor, null));
            if (anchors.isEmpty()) return false;
            var parameters = new PKIXBuilderParameters(anchors, new X509CertSelector());
            parameters.setRevocationEnabled(false);
            parameters.setDate(new Date(Long.parseLong(words[1]) * 1000));
            var factory = TrustManagerFactory.getInstance("PKIX");
            factory.init(new CertPathTrustManagerParameters(parameters));
            X509Certificate[] served = read(words[2]);
            if (served.length == 0) return false;
            ((X509TrustManager) factory.getTrustManagers()[0]).checkServerTrusted(served, "UNKNOWN");
            if (!words[0].equals("-")) HostnameChecker.getInstance(HostnameChecker.TYPE_TLS).match(words[0], served[0]);
            return true;
          } catch (CertificateException | RuntimeException refusal) {
            return false;
          }
        }

        public static void main(String[] arguments) throws Exception {
          for (String line : Files.readAllLines(Path.of(arguments[0]))) {
            System.out.println(accepts(line.split(" ")) ? "accept" : "refuse");
          }
        }
      }
      """, arguments: ["--add-exports", "java.base/sun.security.util=ALL-UNNAMED"])

  /// What `SSL_AuthCertificate` asks. Each question has a process, so that no certificate of another one is found.
  private static let nss = PathLibrary(
    name: "NSS", program: "python3", fileName: "paths.py",
    source: """
      import ctypes, os, sys
      from ctypes import byref, c_int, c_int64, c_void_p

      class Item(ctypes.Structure):
          _fields_ = [("type", c_int), ("data", ctypes.c_char_p), ("length", ctypes.c_uint)]

      class Trust(ctypes.Structure):
          _fields_ = [("ssl", ctypes.c_uint), ("email", ctypes.c_uint), ("object", ctypes.c_uint)]

      nss = ctypes.CDLL("libnss3.so")
      nss.CERT_GetDefaultCertDB.restype = c_void_p
      nss.CERT_NewTempCertificate.restype = c_void_p
      nss.CERT_NewTempCertificate.argtypes = [c_void_p, c_void_p, c_void_p, c_int, c_int]
      nss.CERT_ChangeCertTrust.argtypes = [c_void_p, c_void_p, c_void_p]
      nss.CERT_VerifyCert.argtypes = [c_void_p, c_void_p, c_int, c_int, c_int64, c_void_p, c_void_p]
      nss.CERT_VerifyCertName.argtypes = [c_void_p, ctypes.c_char_p]
      SERVER = 1                 # certUsageSSLServer
      CA, PEER = 0x18, 0x03      # as certutil -t C and P

      def accepts(words):
          if nss.NSS_NoDB_Init(None) != 0: raise RuntimeError("NSS_NoDB_Init")
          base = nss.CERT_GetDefaultCertDB()
          def read(words):
              found = []
              for word in filter(None, words.split(",")):
                  der = bytes.fromhex(word)
                  found.append(nss.CERT_NewTempCertificate(base, byref(Item(0, der, len(der))), None, 0, 1))
              return found
          for anchor in filter(None, read(words[3])):
              if nss.CERT_ChangeCertTrust(base, anchor, byref(Trust(CA | PEER, 0, 0))) != 0:
                  raise RuntimeError("CERT_ChangeCertTrust")
          served = read(words[2])
          if not served or None in served: return False
          if nss.CERT_VerifyCert(base, served[0], 1, SERVER, int(words[1]) * 1000000, None, None) != 0: return False
          return words[0] == "-" or nss.CERT_VerifyCertName(served[0], words[0].encode()) == 0

      for line in open(sys.argv[1]):
          sys.stdout.flush()
          child = os.fork()
          if child == 0:
              code = 2
              try:
                  code = 0 if accepts(line.rstrip("\\n").split(" ")) else 1
              finally:
                  os._exit(code)
          status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
          print({0: "accept", 1: "refuse"}.get(status, f"ended with {status}"))
      """, arguments: [])
}
