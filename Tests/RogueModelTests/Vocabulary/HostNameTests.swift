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

  /// As Python's codec writes them, and RFC 3492, section 7.1.
  @Test(arguments: [
    ("bücher", "xn--bcher-kva"), ("ü", "xn--tda"), ("straße", "xn--strae-oqa"), ("münchen-ost", "xn--mnchen-ost-9db"),
    ("ßäöü", "xn--zcak8cya"), ("例え", "xn--r8jz45g"), ("𝒳a", "xn--a-dy9q"), ("ひとつ屋根の下2", "xn--2-u9tlzr9756bt3uc0v"),
    ("ليهمابتكلموشعربي؟", "xn--egbpdaj6bu4bxfgehfvwxn"), ("他们为什么不说中文", "xn--ihqwcrb4cv8a8dqg056pqjye"),
    ("почемужеонинеговорятпорусски", "xn--b1abfaaepdrnnbgefbadotcwatmq2g4l"),
    ("3年b組金八先生", "xn--3b-ww4c5e180e575a65lsy2b"),
    ("WWW.Bücher.Rogues.test.", "www.xn--bcher-kva.rogues.test"), ("www.rogues.test", "www.rogues.test"),
  ])
  func `U-labels and A-labels are one name`(name: String, ascii: String) {
    #expect(HostName.ascii(name) == ascii)
    #expect(HostName.ascii(ascii) == ascii)
  }

  /// As `inet_pton` reads them.
  @Test(arguments: [
    ("2001:db8::1", "2001:db8:0:0:0:0:0:1"), ("2001:0DB8:0000:0000:0000:0000:0000:0001", "2001:db8:0:0:0:0:0:1"),
    ("::", "0:0:0:0:0:0:0:0"), ("::1", "0:0:0:0:0:0:0:1"), ("fe80::", "fe80:0:0:0:0:0:0:0"),
    ("64:ff9b::192.0.2.1", "64:ff9b:0:0:0:0:c000:201"), ("1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0"),
    ("1:2:3:4:5:6:7", "1:2:3:4:5:6:7"), ("1::2::3", "1::2::3"), ("::12345", "::12345"),
    ("1:2:3:4:5:6:7:8::", "1:2:3:4:5:6:7:8::"),
    (":1:2:3:4:5:6:7:8", ":1:2:3:4:5:6:7:8"), ("::1.2.3", "::1.2.3"), ("::+1", "::+1"),
  ])
  func `an IPv6 address has one text`(written: String, text: String) {
    #expect(HostName.ascii(written) == text)
  }

  @Test(arguments: [
    ("www", "www", nil), ("www:", "www", ""), ("", "", nil), (":443", "", "443"), ("[::1]", "::1", nil),
    ("[::1]:", "::1", ""),
    ("[::1", "[", ":1"), ("[]", "", nil), ("a:b:c", "a", "b:c"),
  ])
  func `a Host field is split into host and port`(authority: String, host: String, port: String?) {
    let parts = HostName.parts(of: authority)
    #expect(parts.host == host)
    #expect(parts.port.map(String.init) == port)
  }
}
