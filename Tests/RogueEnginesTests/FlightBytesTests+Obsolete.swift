import RogueModel

// Flights that are wrong in what is spoken, not in how: old versions, weak suites, and certificates in another form.
extension FlightBytesTests {
  static let readingsOfOtherCertificates: [Reading] = [
    Reading(.tls13, "raw-public-key", "SH | CCS | EE(has 20) C(a key) CV F"),
    Reading(.tls12, "raw-public-key", "SH(has 20) C(a key) SKE SHD"),
    Reading(.tls13, "compressed-certificate", "SH | CCS | EE CC(1) CV F"),
    Reading(.tls13, "compressed-certificate", ["fault": .text("short")], "SH | CCS | EE CC(1, -1) CV F"),
    Reading(.tls13, "compressed-certificate", ["fault": .text("long")], "SH | CCS | EE CC(1, +1) CV F"),
    Reading(.tls13, "compressed-certificate", ["fault": .text("bomb")], "SH | CCS | EE … | … | CC(1, +16776967) CV F"),
    Reading(.tls13, "compressed-certificate", ["fault": .text("none")], "SH | CCS | EE C CV F"),
  ]

  static let readingsOfObsoleteHandshakes: [Reading] =
    [
      Reading(.tls12, "old-version", ["version": .text("tls1.0")], "SH(0301, c009) C SKE SHD"),
      Reading(.tls12, "old-version", ["version": .text("tls1.1")], "SH(0302, c009) C SKE SHD"),
      Reading(.tls12, "weak-cipher-suite", "SH(c018) SKE(unsigned) SHD"),
      Reading(.tls12, "weak-cipher-suite", ["kind": .text("dh-anon")], "SH(00a6) SKE(p of 2048, unsigned) SHD"),
      Reading(.tls12, "weak-cipher-suite", ["kind": .text("null")], "SH(c006) C SKE SHD"),
      Reading(.tls12, "weak-cipher-suite", ["kind": .text("psk")], "SH(008c) SHD"),
    ]
    + readingsOfRSA.map { reading in
      var reading = reading
      reading.leaf = "leaf-rsa2048"
      return reading
    }

  private static let readingsOfRSA: [Reading] = [
    Reading(.tls12, "old-version", ["version": .text("tls1.0")], "SH(0301, c013) C SKE SHD"),
    Reading(.tls12, "old-version", ["version": .text("ssl3.0")], "SH(0300, 002f) C SHD"),
    Reading(.tls12, "weak-cipher-suite", ["kind": .text("null")], "SH(c010) C SKE SHD"),
    Reading(.tls12, "weak-cipher-suite", ["kind": .text("export")], "SH(0008) C SKE(n of 512) SHD"),
    Reading(.tls12, "export-rsa-key", "SH(009c) C SKE(n of 512) SHD"),
    Reading(.tls12, "rsa-key-exchange", "SH(009c) C SHD"),
    Reading(.tls12, "rsa-key-exchange", ["cipher": .text("cbc")], "SH(002f) C SHD"),
    Reading(.tls12, "rsa-key-exchange", ["cipher": .text("cbc-sha256")], "SH(003c) C SHD"),
    Reading(.tls12, "dhe", "SH(009e) C SKE(p of 2048) SHD"),
    Reading(.tls12, "dhe", ["field": .text("512-bits")], "SH(009e) C SKE(p of 512) SHD"),
    Reading(.tls12, "dhe", ["field": .text("768-bits")], "SH(009e) C SKE(p of 768) SHD"),
    Reading(.tls12, "dhe", ["field": .text("1024-bits")], "SH(009e) C SKE(p of 1024) SHD"),
    Reading(.tls12, "dhe", ["field": .text("composite")], "SH(009e) C SKE(p of 2048, no prime) SHD"),
    Reading(.tls12, "dhe", ["field": .text("zero")], "SH(009e) C SKE(p of 2048, y = 0) SHD"),
    Reading(.tls12, "dhe", ["field": .text("one")], "SH(009e) C SKE(p of 2048, y = 1) SHD"),
    Reading(.tls12, "dhe", ["field": .text("minus-one")], "SH(009e) C SKE(p of 2048, y = p - 1) SHD"),
    Reading(.tls12, "dhe", ["field": .text("above")], "SH(009e) C SKE(p of 2048, y > p) SHD"),
  ]
}
