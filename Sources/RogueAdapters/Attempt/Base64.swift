/// Base64 (RFC 4648, section 4): what pins and PEM files are written in.
enum Base64 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  static func encode(_ bytes: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity((bytes.count + 2) / 3 * 4)
    var index = 0
    while index < bytes.count {
      let first = UInt32(bytes[index]) << 16
      let second = index + 1 < bytes.count ? UInt32(bytes[index + 1]) << 8 : 0
      let third = index + 2 < bytes.count ? UInt32(bytes[index + 2]) : 0
      let group = first | second | third
      let padding = max(0, index + 3 - bytes.count)
      for position in 0..<4 - padding { output.append(alphabet[Int(group >> UInt32(18 - 6 * position) & 63)]) }
      for _ in 0..<padding { output.append(UInt8(ascii: "=")) }
      index += 3
    }
    return output
  }
}

/// Textual encodings of keys and certificates (RFC 7468).
enum PEM {
  enum Label: String {
    case certificate = "CERTIFICATE"
    case publicKey = "PUBLIC KEY"
    /// PKCS #8, unencrypted.
    case privateKey = "PRIVATE KEY"
    case crl = "X509 CRL"
  }

  static func encode(_ label: Label, _ der: [UInt8]) -> [UInt8] {
    var output = Array("-----BEGIN \(label.rawValue)-----\n".utf8)
    let text = Base64.encode(der)
    for start in stride(from: 0, to: text.count, by: 64) {
      output += text[start..<min(start + 64, text.count)]
      output.append(UInt8(ascii: "\n"))
    }
    output += Array("-----END \(label.rawValue)-----\n".utf8)
    return output
  }

  static func encode(_ label: Label, all ders: [[UInt8]]) -> [UInt8] { ders.flatMap { encode(label, $0) } }
}
