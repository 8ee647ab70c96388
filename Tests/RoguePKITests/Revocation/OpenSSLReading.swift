import Foundation
import RogueModel
import RoguePlatform

/// Responses and lists as the program `openssl` reads them: a parser and a printer that have nothing to do with ours.
enum OpenSSLReading {
  /// What was printed, by the words before the colon; a label that stands there twice has two values.
  struct Text {
    var values: [String: [String]] = [:]
    var said = ""
    var isRead = false

    /// The labels that differ from another text, signatures left out: those always do.
    func differences(from other: Text) -> Set<String> {
      Set(values.keys).union(other.values.keys).filter { values[$0] != other.values[$0] }
    }
  }

  /// What an OCSP response says, whether its signature is good, and how many certificates travel with it.
  static func response(_ der: [UInt8], issuer: [UInt8], root: [UInt8]) throws -> Text {
    var text = try run(
      """
      openssl x509 -inform DER -in issuer.der -out issuer.pem && openssl x509 -inform DER -in root.der -out root.pem
      openssl ocsp -respin it.der -noverify -resp_text > text.txt 2>/dev/null || exit 1
      openssl ocsp -respin it.der -issuer issuer.pem -CAfile root.pem -attime \(Worlds.clock.secondsSince1970) 2>&1 \
        | grep -E 'Response (verify OK|Verify Failure)'
      sed '/^Certificate:/,$d' text.txt
      echo "Certificates: $(grep -c '^Certificate:' text.txt)"
      """, ["it.der": der, "issuer.der": issuer, "root.der": root])
    text.values["Signature"] = [text.said.contains("Response verify OK") ? "good" : "bad"]
    return text
  }

  /// What a CRL says, and whether its issuer has signed it. Entries are counted and not listed.
  static func list(_ der: [UInt8], issuer: [UInt8]) throws -> Text {
    var text = try run(
      """
      openssl x509 -inform DER -in issuer.der -out issuer.pem
      openssl crl -inform DER -in it.der -noout -text > text.txt 2>/dev/null || exit 1
      openssl crl -inform DER -in it.der -noout -CAfile issuer.pem 2>&1 | grep '^verify'
      sed '/^Revoked Certificates/,/Signature Algorithm/d' text.txt
      grep -A9 'Serial Number' text.txt | head -9
      echo "Entries: $(grep -c 'Serial Number' text.txt)"
      """, ["it.der": der, "issuer.der": issuer])
    text.values["Signature"] = [text.said.contains("verify OK") ? "good" : "bad"]
    return text
  }

  private static func run(_ script: String, _ files: [String: [UInt8]]) throws -> Text {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("rogues-pki-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, bytes) in files { try Data(bytes).write(to: folder.appendingPathComponent(name)) }
    let result = ChildCommand(
      program: "/bin/sh", arguments: ["-c", script],
      environment: ["PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": "/nonexistent", "TZ": "UTC"],
      workingDirectory: folder.path, deadlineMilliseconds: 3_600_000, keptBytes: 1 << 22
    ).runBlocking()
    var text = Text(said: String(decoding: result.standardOutput, as: UTF8.self))
    text.isRead = result.ending == .exited(0)
    guard text.isRead else { return text }
    var label = ""
    for line in text.said.split(separator: "\n") {
      let trimmed = line.trimmingCharacters(in: .whitespaces)
      // Bytes of a signature, and what is said to be good or bad about it, are no labels.
      let isBytes = trimmed.range(of: "^([0-9a-f]{2}:?)+$", options: .regularExpression) != nil
      if isBytes || trimmed.hasPrefix("Response ver") || trimmed.hasPrefix("Response Ver")
        || trimmed.hasPrefix("verify ")
      {
        continue
      }
      if let colon = trimmed.range(of: ":") {
        label = String(trimmed[..<colon.lowerBound])
        text.values[label, default: []].append(
          trimmed[colon.upperBound...].trimmingCharacters(in: .whitespaces))
      } else {
        // What stands below a label, such as the value of an extension.
        text.values[label, default: []].append(trimmed)
      }
    }
    text.values["Signature Value"] = nil
    return text
  }
}
