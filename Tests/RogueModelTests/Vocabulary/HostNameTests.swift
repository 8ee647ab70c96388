import RogueModel
import Testing

@Suite struct HostNameTests {
  @Test(arguments: [
    ("127.0.0.1", true), ("127.0.0.1.", true), ("::1", true), ("2001:db8::192.0.2.1", true), ("1.example", false),
    ("example.1", false), ("", false), ("٣.٣.٣.٣", false),
  ])
  func `an address is one of either kind`(host: String, isAddress: Bool) {
    #expect(HostName.isAddress(host) == isAddress)
  }

  @Test(arguments: [
    ("www.rogues.test", "www.rogues.test:443"), ("127.0.0.1", "127.0.0.1:443"), ("2001:db8::1", "[2001:db8::1]:443"),
  ])
  func `an IPv6 address is in brackets before a port, and read without them`(host: String, authority: String) {
    let endpoint = Attempt.Endpoint(host: host, address: "127.0.0.1", port: 443, path: "/", proxy: nil)
    #expect(endpoint.authority == authority)
    #expect(HostName.parts(of: authority).host == host)
    #expect(HostName.parts(of: authority).port == "443")
  }

  @Test(arguments: [
    ("www", "www", nil), ("www:", "www", ""), ("", "", nil), (":443", "", "443"), ("[::1]", "::1", nil),
    ("[::1]:", "::1", ""),
    ("[::1", "[", ":1"), ("[]", "", nil), ("a:b:c", "a", "b:c"),
  ])
  func `whatever a Host field has falls in two`(authority: String, host: String, port: String?) {
    let parts = HostName.parts(of: authority)
    #expect(parts.host == host)
    #expect(parts.port.map(String.init) == port)
  }
}
