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

  /// Nil when there is anything in it but whole groups and line ends.
  static func decode(_ text: some Sequence<UInt8>) -> [UInt8]? {
    var output: [UInt8] = []
    var group: UInt32 = 0
    var digits = 0
    var padding = 0
    for byte in text where byte != UInt8(ascii: "\n") && byte != UInt8(ascii: "\r") {
      if byte == UInt8(ascii: "=") {
        padding += 1
        continue
      }
      guard padding == 0, let value = alphabet.firstIndex(of: byte) else { return nil }
      group = group << 6 | UInt32(value)
      digits += 1
      guard digits % 4 == 0 else { continue }
      output += [UInt8(group >> 16 & 255), UInt8(group >> 8 & 255), UInt8(group & 255)]
      group = 0
    }
    switch (digits % 4, padding) {
    case (0, 0): break
    case (2, 2): output.append(UInt8(group >> 4 & 255))
    case (3, 1): output += [UInt8(group >> 10 & 255), UInt8(group >> 2 & 255)]
    default: return nil
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

  /// Every block of that label, in order; blocks that are broken are left out.
  static func decode(_ label: Label, in text: [UInt8]) -> [[UInt8]] {
    var ders: [[UInt8]] = []
    var body: [UInt8]?
    for line in text.split(separator: UInt8(ascii: "\n")) {
      switch String(decoding: line, as: UTF8.self) {
      case "-----BEGIN \(label.rawValue)-----": body = []
      case "-----END \(label.rawValue)-----":
        if let whole = body.flatMap(Base64.decode) { ders.append(whole) }
        body = nil
      default: body?.append(contentsOf: line)
      }
    }
    return ders
  }

  static func encode(_ label: Label, all ders: [[UInt8]]) -> [UInt8] { ders.flatMap { encode(label, $0) } }
}
