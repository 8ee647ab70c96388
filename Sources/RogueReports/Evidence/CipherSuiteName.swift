/// The names of the cipher suites that rogue servers negotiate.
enum CipherSuiteName {
  /// The IANA name without its prefix, as people write it; the number in hexadecimal for one that is not in use here.
  static func of(_ number: UInt16) -> String {
    if let name = known[number] { return name }
    let digits = String(number, radix: 16)
    return "suite 0x" + String(repeating: "0", count: 4 - digits.count) + digits
  }

  private static let known: [UInt16: String] = [
    0x1301: "AES_128_GCM_SHA256",
    0x1302: "AES_256_GCM_SHA384",
    0x1303: "CHACHA20_POLY1305_SHA256",
    0xc02b: "ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
    0xc02c: "ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
    0xc02f: "ECDHE_RSA_WITH_AES_128_GCM_SHA256",
    0xc030: "ECDHE_RSA_WITH_AES_256_GCM_SHA384",
    0xcca8: "ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256",
    0xcca9: "ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256",
  ]
}
