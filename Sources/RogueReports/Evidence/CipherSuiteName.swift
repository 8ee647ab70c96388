/// The names of the cipher suites that rogue servers choose, as IANA registers them.
enum CipherSuiteName {
  /// The IANA name without its prefix, as people write it; the number in hexadecimal for one that is not in use here.
  static func of(_ number: UInt16) -> String {
    if let name = known[number] { return name }
    let digits = String(number, radix: 16)
    return "suite 0x" + String(repeating: "0", count: 4 - digits.count) + digits
  }

  private static let known: [UInt16: String] = [
    0x0002: "RSA_WITH_NULL_SHA",
    0x0008: "RSA_EXPORT_WITH_DES40_CBC_SHA",
    0x002f: "RSA_WITH_AES_128_CBC_SHA",
    0x0033: "DHE_RSA_WITH_AES_128_CBC_SHA",
    0x0034: "DH_anon_WITH_AES_128_CBC_SHA",
    0x0035: "RSA_WITH_AES_256_CBC_SHA",
    0x0039: "DHE_RSA_WITH_AES_256_CBC_SHA",
    0x003a: "DH_anon_WITH_AES_256_CBC_SHA",
    0x003b: "RSA_WITH_NULL_SHA256",
    0x003c: "RSA_WITH_AES_128_CBC_SHA256",
    0x008c: "PSK_WITH_AES_128_CBC_SHA",
    0x009c: "RSA_WITH_AES_128_GCM_SHA256",
    0x009d: "RSA_WITH_AES_256_GCM_SHA384",
    0x009e: "DHE_RSA_WITH_AES_128_GCM_SHA256",
    0x009f: "DHE_RSA_WITH_AES_256_GCM_SHA384",
    0x00a6: "DH_anon_WITH_AES_128_GCM_SHA256",
    0x1301: "AES_128_GCM_SHA256",
    0x1302: "AES_256_GCM_SHA384",
    0x1303: "CHACHA20_POLY1305_SHA256",
    0xc006: "ECDHE_ECDSA_WITH_NULL_SHA",
    0xc007: "ECDHE_ECDSA_WITH_RC4_128_SHA",
    0xc009: "ECDHE_ECDSA_WITH_AES_128_CBC_SHA",
    0xc00a: "ECDHE_ECDSA_WITH_AES_256_CBC_SHA",
    0xc010: "ECDHE_RSA_WITH_NULL_SHA",
    0xc013: "ECDHE_RSA_WITH_AES_128_CBC_SHA",
    0xc014: "ECDHE_RSA_WITH_AES_256_CBC_SHA",
    0xc018: "ECDH_anon_WITH_AES_128_CBC_SHA",
    0xc019: "ECDH_anon_WITH_AES_256_CBC_SHA",
    0xc02b: "ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
    0xc02c: "ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
    0xc02f: "ECDHE_RSA_WITH_AES_128_GCM_SHA256",
    0xc030: "ECDHE_RSA_WITH_AES_256_GCM_SHA384",
    0xc0b4: "SHA256_SHA256",
    0xcca8: "ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256",
    0xcca9: "ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256",
    0xccaa: "DHE_RSA_WITH_CHACHA20_POLY1305_SHA256",
  ]
}
