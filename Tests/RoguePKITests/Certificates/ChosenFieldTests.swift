import RogueGnuTLS
import RogueModel
import RogueOpenSSL
import RoguePKI
import RogueStimuli
import Testing

/// What a world chooses for a certificate, by the word of readers that have nothing to do with ours.
@Suite struct ChosenFieldTests {
  private static func mint(_ change: (inout CertificateRecipe) -> Void) throws -> [String: [UInt8]] {
    var root = CertificateRecipe(name: "root", isCA: true)
    var leaf = CertificateRecipe(name: "leaf", issuer: "root", hosts: ["pinned"])
    change(&root)
    change(&leaf)
    return try Worlds.mint(Worlds.world([root, leaf])).certificates.mapValues(\.der)
  }

  @Test(arguments: [[0x01], [0xff], [0x00], Array(repeating: 0x7f, count: 21)] as [[UInt8]])
  func `a chosen serial number is written as it is, even if the profile forbids it`(serial: [UInt8]) throws {
    let made = try Self.mint { if !$0[IsCA.self] { $0[SerialNumber.self] = serial } }
    let leaf = try #require(made["leaf"])
    let fields = try #require(try CertificateWalk.fields(of: [(leaf, leaf)]).first)
    #expect(fields["serial"]?.hasSuffix(serial.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()) == true)
    let parsed = try X509Certificate(der: leaf)
    // OpenSSL gives the magnitude, which of a negative number is not that of its bytes.
    #expect(parsed.serial.drop { $0 == 0 }.elementsEqual(serial.drop { $0 == 0 }) == (serial[0] < 0x80))
    #expect(try X509Certificate(der: #require(made["root"])).serial.count > 8)
  }

  @Test func `a chosen subject is used, and certificates below name it as issuer`() throws {
    let made = try Self.mint { recipe in
      if recipe[IsCA.self] {
        recipe[SubjectName.self] = [
          .init(type: "2.5.4.6", value: "NL"), .init(type: "2.5.4.10", value: "Shop"),
          .init(type: "2.5.4.3", value: "Shop Root"),
        ]
      }
    }
    let root = try X509Certificate(der: #require(made["root"]))
    #expect(root.subjectText == "CN=Shop Root,O=Shop,C=NL")
    #expect(try X509Certificate(der: #require(made["leaf"])).issuer == root.subject)
  }

  @Test func `a copied subject follows a chosen one`() throws {
    var copy = CertificateRecipe(name: "copy", isCA: true)
    copy[SubjectOf.self] = "root"
    var root = CertificateRecipe(name: "root", isCA: true)
    root[SubjectName.self] = [.init(type: "2.5.4.3", value: "Chosen")]
    let made = try Worlds.mint(Worlds.world([root, copy])).certificates
    #expect(try X509Certificate(der: #require(made["copy"]).der).subjectText == "CN=Chosen")
  }

  @Test func `an extension is added, or replaces the certificate's own`() throws {
    let made = try Self.mint { recipe in
      guard !recipe[IsCA.self] else { return }
      recipe[RawExtensions.self] = [
        .init(identifier: "1.3.6.1.4.1.99999.7", isCritical: true, value: [5, 0]),
        .init(identifier: "2.5.29.37", isCritical: false, value: [0x30, 0]),
        .init(identifier: "2.999.1", isCritical: false, value: [5, 0]),
      ]
    }
    let leaf = try #require(made["leaf"])
    let fields = try #require(try CertificateWalk.fields(of: [(leaf, leaf)]).first)
    // keyUsage stays; the purposes are gone, and nothing else is.
    #expect(fields["extension 551d25"] == ":3000")
    #expect(fields.filter { $0.key.hasPrefix("extension ") && $0.value == "ff:0500" }.count == 1)
    #expect(fields["extension 551d0f"] != nil)
    // The first two arcs are one number of two octets (X.690, section 8.19.4).
    #expect(fields["extension 883701"] == ":0500")
  }
}
