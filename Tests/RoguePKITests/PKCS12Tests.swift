import GnuTLSPKI
import RogueGnuTLS
import RogueModel
import RogueOpenSSL
import Testing

@Suite struct PKCS12Tests {
  private func bundle(_ type: KeyType, extra: [String]) throws -> (PKCS12, [UInt8]) {
    let hierarchy = try Worlds.mint(Worlds.roles, type)
    let client = try #require(hierarchy.certificates["client"])
    let extra = try extra.map { try #require(hierarchy.certificates[$0]).der }
    let bundle = PKCS12(privateKey: client.key.privateKey, leaf: client.der, extra: extra)
    return (bundle, try bundle.encrypted(password: "sesame"))
  }

  @Test(arguments: KeyType.common)
  func `a bundle survives OpenSSL`(_ type: KeyType) throws {
    let (bundle, der) = try bundle(type, extra: ["issuing"])
    #expect(try PKCS12(der: der, password: "sesame") == bundle)
  }

  @Test(arguments: KeyType.common)
  func `GnuTLS opens a bundle and finds key and chain`(_ type: KeyType) throws {
    let (bundle, der) = try bundle(type, extra: ["issuing"])
    let opened = try GnuTLSBundle(der: der, password: "sesame")
    #expect(opened.hasPrivateKey)
    #expect(opened.chain == [bundle.leaf] + bundle.extra)
  }

  @Test func `duplicate certificates are kept`() throws {
    let (bundle, der) = try bundle(.p256, extra: ["client", "issuing", "client", "issuing"])
    let read = try PKCS12(der: der, password: "sesame")
    #expect(read.leaf == bundle.leaf)
    #expect(read.extra == bundle.extra)
  }

  @Test func `a bundle without its key can be opened and has no identity, in both`() throws {
    var (bundle, _) = try bundle(.p256, extra: ["issuing"])
    bundle.hasKey = false
    let der = try bundle.encrypted(password: "sesame")
    #expect(try PKCS12.opened(der, password: "sesame") == nil)
    #expect(throws: OpenSSLFailure.self) { try PKCS12.opened(der, password: "open") }
    #expect(throws: OpenSSLFailure.self) { try PKCS12(der: der, password: "sesame") }
    #expect(throws: GnuTLSFailure.self) { try GnuTLSBundle(der: der, password: "sesame") }
  }

  @Test func `a wrong password opens nothing, in both`() throws {
    let (_, der) = try bundle(.p256, extra: [])
    #expect(throws: OpenSSLFailure.self) { try PKCS12(der: der, password: "open") }
    #expect(throws: GnuTLSFailure.self) { try GnuTLSBundle(der: der, password: "open") }
  }

  @Test func `a key that is not the leaf's cannot be bundled`() throws {
    let hierarchy = try Worlds.mint()
    let client = try #require(hierarchy.certificates["client"])
    let other = try #require(hierarchy.certificates["leaf"])
    let bundle = PKCS12(privateKey: other.key.privateKey, leaf: client.der, extra: [])
    #expect(throws: OpenSSLFailure.self) { try bundle.encrypted(password: "sesame") }
  }
}
