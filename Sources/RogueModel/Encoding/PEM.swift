/// Textual encodings of keys and certificates (RFC 7468).
public enum PEM {
  public enum Label: String, Sendable {
    case certificate = "CERTIFICATE"
    case publicKey = "PUBLIC KEY"
    /// PKCS #8, unencrypted.
    case privateKey = "PRIVATE KEY"
    case crl = "X509 CRL"
  }

  public static func encode(_ label: Label, _ der: [UInt8]) -> [UInt8] {
    var output = Array("-----BEGIN \(label.rawValue)-----\n".utf8)
    let text = Array(Base64.encode(der).utf8)
    for start in stride(from: 0, to: text.count, by: 64) {
      output += text[start..<min(start + 64, text.count)]
      output.append(UInt8(ascii: "\n"))
    }
    output += Array("-----END \(label.rawValue)-----\n".utf8)
    return output
  }

  /// Every block of that label, in order; blocks that are broken are left out.
  package static func decode(_ label: Label, in text: [UInt8]) -> [[UInt8]] {
    var ders: [[UInt8]] = []
    var body: [UInt8]?
    for line in text.split(separator: UInt8(ascii: "\n")) {
      switch String(decoding: line, as: UTF8.self) {
      case "-----BEGIN \(label.rawValue)-----": body = []
      case "-----END \(label.rawValue)-----":
        if let whole = body.flatMap({ Base64.decode($0, .lines) }) { ders.append(whole) }
        body = nil
      default: body?.append(contentsOf: line)
      }
    }
    return ders
  }

  package static func encode(_ label: Label, all ders: [[UInt8]]) -> [UInt8] { ders.flatMap { encode(label, $0) } }
}
