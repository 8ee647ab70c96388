import RogueModel
import RogueOpenSSL
import RoguePKI
import Testing

@Suite struct HealthyCertificateTests {
  @Test(arguments: KeyType.allCases)
  func `OpenSSL accepts a server's chain with its name, at the run's time, under its strict rules`(
    _ type: KeyType
  ) throws {
    let hierarchy = try Worlds.mint(Worlds.roles, type)
    var request = X509Verifier.Request(chain: hierarchy.der("leaf", "issuing"), anchors: hierarchy.der("root"))
    request.purpose = .server
    request.hostname = "pinned.rogues.test"
    request.at = Worlds.clock.secondsSince1970
    request.isStrict = true
    #expect(X509Verifier.verify(request) == .accepted(path: hierarchy.der("leaf", "issuing", "root")))
  }
}
