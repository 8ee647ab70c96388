import Foundation
import RogueTLS
import Testing

@testable import RogueReports

@Suite struct CipherSuiteNameTests {
  @Test(arguments: CipherSuite.numbers)
  func `every suite that can be spoken here has a name`(number: UInt16) {
    #expect(!CipherSuiteName.of(number).hasPrefix("suite "))
  }

  @Test func `a suite without a name is a number of four digits`() {
    #expect(CipherSuiteName.of(0x000A) == "suite 0x000a")
  }

  /// OpenSSL keeps the registered names beside its own.
  @Test func `names are those that OpenSSL knows the suites by`() throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["openssl", "ciphers", "-stdname", "-V", "ALL:COMPLEMENTOFALL@SECLEVEL=0"]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let listing = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    var registered: [UInt16: String] = [:]
    for line in listing.split(separator: "\n") {
      // 0xC0,0x2B - TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256 - …
      let words = line.split(separator: " ")
      guard words.count > 2, words[2].hasPrefix("TLS_") else { continue }
      let digits = words[0].split(separator: ",").map { $0.dropFirst(2) }.joined()
      if let number = UInt16(digits, radix: 16) { registered[number] = String(words[2].dropFirst(4)) }
    }
    let known = CipherSuite.numbers.filter { registered[$0] != nil }
    for number in known { #expect(CipherSuiteName.of(number) == registered[number]) }
    // What OpenSSL has forgotten: the export suites.
    #expect(Set(CipherSuite.numbers).subtracting(known) == [0x0008])
  }
}
