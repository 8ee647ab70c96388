import RogueModel
import RoguePKI
import RogueStimuli
import Testing

/// Names, limits and policies that healthy certificates have, read by a program that knows nothing of ours.
@Suite struct LimitsTests {
  static let world: World = {
    var issuing = CertificateRecipe(name: "issuing", issuer: "root", isCA: true)
    issuing[NameConstraints.self] = NameConstraintsRecipe(
      permitted: [
        .init(.dns, "shop"), .init(.dns, ".mail"), .init(.email, "post@shop"), .init(.uri, "shop"),
        .init(.address, "10.0.0.0/9"), .init(.address, "::1/128"), .init(.organization, "Us"),
      ],
      excluded: [.init(.dns, "elsewhere.test.")])
    issuing[CertificatePolicies.self] = ["2.5.29.32.0"]
    issuing[RequiresPolicy.self] = true
    var leaf = CertificateRecipe(name: "leaf", issuer: "issuing", hosts: ["pinned"])
    leaf[EmailAddresses.self] = ["post@shop"]
    leaf[URIs.self] = ["https://a/"]
    leaf[CommonName.self] = "device"
    leaf[CertificatePolicies.self] = ["1.3.6.1.4.1.32473.10"]
    return Worlds.world([CertificateRecipe(name: "root", isCA: true), issuing, leaf])
  }()

  static func hex(_ text: String) -> String { DefectFormTests.hex(text) }

  @Test func `a certificate holds the recipe's values, byte by byte`() throws {
    guard CertificateWalk.isInstalled else { try Test.cancel("there is no Python with cryptography") }
    let hierarchy = try Worlds.mint(Self.world)
    let (root, issuing, leaf) = (hierarchy.der("root")[0], hierarchy.der("issuing")[0], hierarchy.der("leaf")[0])
    let fields = try CertificateWalk.fields(of: [(issuing, root), (leaf, issuing)])
    for certificate in fields { #expect(certificate["verifies"] == "yes") }

    let permitted = [
      "8210" + Self.hex("shop.rogues.test"), "8211" + Self.hex(".mail.rogues.test"),
      "8115" + Self.hex("post@shop.rogues.test"), "8610" + Self.hex("shop.rogues.test"), "87080a000000ff800000",
      "8720" + String(repeating: "00", count: 15) + "01" + String(repeating: "ff", count: 16),
      "a40f300d310b300906035504" + "0a0c02" + Self.hex("Us"),
    ]
    let limits = try #require(fields[0]["extension 551d1e"])
    #expect(limits.hasPrefix("ff:30"))
    for base in permitted { #expect(limits.contains(Self.subtree(base)), "\(base)") }
    #expect(limits.hasSuffix("a112" + Self.subtree("820e" + Self.hex("elsewhere.test"))))
    #expect(fields[0]["extension 551d20"] == ":300830060604551d2000")
    #expect(fields[0]["extension 551d24"] == "ff:3003800100")

    #expect(
      fields[1]["extension 551d11"]
        == ":30378212" + Self.hex("pinned.rogues.test") + "8115" + Self.hex("post@shop.rogues.test") + "860a"
        + Self.hex("https://a/"))
    #expect(fields[1]["extension 551d20"] == ":300d300b06092b0601040181fd590a")
    #expect(fields[1]["subject"]?.hasSuffix("/550403=0c:device.rogues.test") == true)
  }

  private static func subtree(_ base: String) -> String {
    let octets = String(base.count / 2, radix: 16)
    return "30" + (octets.count < 2 ? "0" : "") + octets + base
  }

  @Test(arguments: ["10.0.0.0", "10.0.0.0/33", "shop/8", "10.0.0.0/"])
  func `an invalid network is a failure`(_ text: String) {
    var world = Self.world
    world.certificates[1][NameConstraints.self]?.permitted = [.init(.address, text)]
    #expect(throws: HarnessFailure.self) { try Worlds.mint(world) }
  }
}
