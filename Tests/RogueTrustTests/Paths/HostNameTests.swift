import RogueOpenSSL
import Testing

@testable import RogueTrust

/// Names and addresses of hosts by RFC 9525, section 6.
@Suite struct HostNameTests {
  @Test(arguments: [
    ("www.shop.test", "www.shop.test", true), ("WWW.shop.test", "www.SHOP.test", true),
    ("*.shop.test", "www.shop.test", true), ("*.shop.test", "shop.test", false),
    ("*.shop.test", "a.www.shop.test", false),
    ("*.shop.test", ".shop.test", false), ("*.SHOP.test", "www.shop.test", true),
    ("*.shop.test", "xn--a.shop.test", true),
    ("w*.shop.test", "www.shop.test", false), ("*w.shop.test", "www.shop.test", false), ("*", "test", false),
    ("*.test", "shop.test", false), ("*.*.test", "a.b.test", false), ("www.*.test", "www.shop.test", false),
    ("**.shop.test", "www.shop.test", false), ("*.", "shop.", false), ("", "", true),
    // Only letters of ASCII have a case.
    ("\u{212a}.test", "k.test", false), ("stra\u{df}e.test", "strasse.test", false),
  ])
  func `a presented name is the host, or its wildcard matches one label`(presented: String, host: String, fits: Bool) {
    #expect(DomainName(presented.utf8).matches(DomainName(host.utf8)) == fits)
  }

  @Test(arguments: [
    "127.0.0.1", "255.255.255.255", "0.0.0.0", "::", "::1", "1::", "2001:db8::1", "2001:DB8:0:0:0:0:0:1",
    "::ffff:192.0.2.1", "1:2:3:4:5:6:7:8", "1:2:3:4:5:6:192.0.2.1", "fe80::1:2",
    // What is none.
    "", "1", "1.2.3", "1.2.3.4.5", "256.1.1.1", "1.2.3.04", "1.2.3.4.", "0x7f.0.0.1", "1.2.3.-4", ":", ":::", "1:2",
    "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "::1::", "12345::", "g::", "1:2:3:4:5:6:7::8:9", "::1.2.3", "fe80::1%1",
    "+1::",
    "1:2:3:4:5:6:7:", ":1:2:3:4:5:6:7", "::192.0.2.1:1",
  ])
  func `addresses are read as OpenSSL reads them, but for zeros in front and a lone colon`(text: String) {
    let octets = InternetAddress.octets(of: text)
    #expect(octets == (["1.2.3.04", ":"].contains(text) ? nil : IPAddress.bytes(of: text)))
  }
}
