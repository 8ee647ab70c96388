import Foundation
import RogueModel
import RogueScenarios
import RogueTrust
import Testing

/// What pages show of a certificate, against what `openssl x509 -text` says of it.
@Suite struct CertificateTextTests {
  /// Every tenth certificate of the worlds.
  private static func samples() throws -> [(name: String, der: [UInt8])] {
    var samples: [(String, [UInt8])] = []
    var seen: Set<String> = []
    for world in WorldFixture.catalogue.scenarios.map(\.world) where seen.insert(world.id).inserted {
      let hierarchy = try WorldFixture.mint(world)
      for recipe in world.certificates {
        samples.append(("\(world.id) \(recipe.name)", try #require(hierarchy.certificates[recipe.name]).der))
      }
    }
    return samples.enumerated().filter { $0.offset % 10 == 0 }.map(\.element)
  }

  private static func openssl(_ script: String, _ der: [UInt8]) throws -> String {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("rogues-text-\(UUID().uuidString).der")
    try Data(der).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", script, "sh", file.path]
    let pipe = Pipe()
    (process.standardOutput, process.standardError) = (pipe, FileHandle.nullDevice)
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: output, as: UTF8.self)
  }

  private static let names = [
    "X509v3 Subject Alternative Name": "subjectAltName", "X509v3 Basic Constraints": "basicConstraints",
    "X509v3 Key Usage": "keyUsage", "X509v3 Extended Key Usage": "extKeyUsage",
    "X509v3 Subject Key Identifier": "subjectKeyIdentifier",
    "X509v3 Authority Key Identifier": "authorityKeyIdentifier",
  ]

  private static let words = [
    "TLS Web Server Authentication": "serverAuth", "TLS Web Client Authentication": "clientAuth",
    "Code Signing": "codeSigning", "E-mail Protection": "emailProtection", "Time Stamping": "timeStamping",
    "OCSP Signing": "OCSPSigning", "Any Extended Key Usage": "anyExtendedKeyUsage",
    "Digital Signature": "digitalSignature", "Non Repudiation": "nonRepudiation", "Key Encipherment": "keyEncipherment",
    "Data Encipherment": "dataEncipherment", "Key Agreement": "keyAgreement", "Certificate Sign": "keyCertSign",
    "CRL Sign": "cRLSign", "Encipher Only": "encipherOnly", "Decipher Only": "decipherOnly", "CA:TRUE": "CA",
    "CA:FALSE": "no CA",
  ]

  /// OpenSSL's value in our words.
  private static func value(_ name: String, _ text: String) -> String {
    if name.hasSuffix("KeyIdentifier") {
      return text.replacing("keyid:", with: "").replacing(":", with: "").lowercased()
    }
    return text.split(separator: ", ").map { part in
      words[String(part)]
        ?? (part.hasPrefix("IP Address:") ? "IP:" + part.dropFirst(11).lowercased() : String(part))
        .replacing("pathlen:", with: "path length ")
    }.joined(separator: ", ")
  }

  @Test func `names, dates, keys and extensions are what OpenSSL reads`() throws {
    let samples = try Self.samples()
    #expect(samples.count > 20)
    var compared = 0
    for (name, der) in samples {
      let lines = try #require(CertificateText.lines(der), "\(name)")
      let ours = Dictionary(lines.map { ($0.name, $0.value) }) { first, _ in first }
      let theirs = try Self.openssl(
        "openssl x509 -inform DER -in $1 -noout -serial -subject -issuer -dates -dateopt iso_8601 "
          + "-nameopt sep_comma_plus_space,utf8,sname", der)
      guard !theirs.isEmpty else { continue }
      let facts = Dictionary(
        theirs.split(separator: "\n").compactMap { line in
          line.firstIndex(of: "=").map { (String(line[..<$0]), String(line[line.index(after: $0)...])) }
        }
      ) { first, _ in first }
      #expect(ours["subject"] == (facts["subject"]?.isEmpty == false ? facts["subject"] : "empty"), "\(name)")
      #expect(ours["issuer"] == (facts["issuer"]?.isEmpty == false ? facts["issuer"] : "empty"), "\(name)")
      #expect(ours["not before"] == facts["notBefore"]?.replacing(" ", with: "T"), "\(name)")
      #expect(ours["not after"] == facts["notAfter"]?.replacing(" ", with: "T"), "\(name)")
      let serial = facts["serial"]?.lowercased().drop { $0 == "0" }
      #expect(ours["serial number"]?.drop { $0 == "0" } == serial, "\(name)")
      let hash = try Self.openssl(
        "openssl x509 -inform DER -in $1 -noout -pubkey | openssl pkey -pubin -outform DER | openssl dgst -sha256 -binary "
          + "| openssl base64", der)
      #expect(ours["SHA-256 of the key"] == hash.trimmingCharacters(in: .whitespacesAndNewlines), "\(name)")
      let text = try Self.openssl("openssl x509 -inform DER -in $1 -noout -text", der).split(separator: "\n").map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      let algorithm = text.first { $0.hasPrefix("Signature Algorithm: ") }?.dropFirst("Signature Algorithm: ".count)
      #expect(ours["signature"] == algorithm.map(String.init), "\(name)")
      let bits = text.first { $0.hasPrefix("Public-Key: (") }.map { $0.filter(\.isNumber) }
      if let bits { #expect(ours["key"]?.contains("\(bits) bits") == true, "\(name)") }
      for (index, line) in text.enumerated() {
        let parts = line.split(separator: ":", maxSplits: 1)
        guard let part = parts.first, let known = Self.names[String(part)], index + 1 < text.count else { continue }
        let critical = line.hasSuffix("critical") ? "critical; " : ""
        #expect(ours[known] == critical + Self.value(known, text[index + 1]), "\(name) \(known)")
        compared += 1
      }
    }
    #expect(compared > 60)
  }

  @Test func `bytes that are not a certificate have no lines, and unknown values are shown as bytes`() throws {
    #expect(CertificateText.lines([]) == nil)
    #expect(CertificateText.lines([0x30, 0x00]) == nil)
    let (_, der) = try #require(try Self.samples().first)
    #expect(CertificateText.lines(der + [0]) == nil)
    #expect(CertificateText.lines(Array(der.dropLast())) == nil)
  }
}
