import Testing

@testable import RogueTrust

/// What lies inside a subtree of names (RFC 5280, section 4.2.1.10), and what is refused because nobody can say.
@Suite struct NameSubtreeTests {
  private enum Place: String { case inside, outside, unknown, partly }

  private func place(_ name: CertificateName, in base: CertificateName) -> Place {
    let subtree = NameSubtree(base: base)
    switch (subtree.holdsAll(of: ComparedName(name)), subtree.holdsSome(of: ComparedName(name))) {
    case (true, true): return .inside
    case (false, false): return .outside
    case (false, true): return name.isWildcard ? .partly : .unknown
    case (true, false): fatalError("all, and not one")
    }
  }

  @Test(arguments: [
    ("www.shop.test", "shop.test", "inside"), ("shop.test", "shop.test", "inside"),
    ("www.shop.test", "SHOP.Test", "inside"), ("WWW.SHOP.TEST", "shop.test", "inside"),
    ("ashop.test", "shop.test", "outside"), ("test", "shop.test", "outside"), ("anything.else", "", "inside"),
    // A final dot on either side changes nothing, and a second one makes it no name.
    ("shop.test..", "shop.test", "unknown"), ("shop.test", "shop.test..", "unknown"),
    ("www.shop.test.", "shop.test", "inside"), ("shop.test.", "shop.test", "inside"),
    ("www.shop.test", "shop.test.", "inside"), ("www.shop.test.", "shop.test.", "inside"),
    // A dot before the base leaves out the base.
    ("www.shop.test", ".shop.test", "inside"), ("shop.test", ".shop.test", "outside"),
    ("ashop.test", ".shop.test", "outside"),
    // Wildcards are all names that they stand for (CVE-2025-61727).
    ("*.shop.test", "shop.test", "inside"), ("*.shop.test", "www.shop.test", "partly"),
    ("*.shop.test", "a.www.shop.test", "outside"), ("*.shop.test", "bank.test", "outside"),
    ("*.shop.test", "test", "inside"), ("*.shop.test", "hop.test", "outside"), ("*.shop.test", "com", "outside"),
    ("*.shop.test", ".www.shop.test", "outside"), ("*.shop.test", ".shop.test", "inside"),
    // What is no name lies where it is refused, and so does what lies in what is no base.
    ("", "shop.test", "unknown"), (".www.shop.test", "shop.test", "unknown"),
    ("www..shop.test", "shop.test", "unknown"),
    ("www.shop.test", "*.shop.test", "unknown"), ("www.shop.test", "shop..test", "unknown"),
    ("www.sh\u{e9}p.test", "shop.test", "unknown"),
    // A-labels are compared as they are.
    ("xn--mnchen-3ya.test", "xn--mnchen-3ya.test", "inside"),
  ])
  func `hosts are compared with a base`(name: String, base: String, expected: String) {
    #expect(place(.host(Array(name.utf8)), in: .host(Array(base.utf8))).rawValue == expected)
  }

  @Test(arguments: [
    ("a@shop.test", "shop.test", "inside"), ("a@www.shop.test", "shop.test", "outside"),
    ("a@www.shop.test", ".shop.test", "inside"), ("a@shop.test", ".shop.test", "outside"),
    ("a@SHOP.test", "shop.test", "inside"), ("a@shop.test", "a@shop.test", "inside"),
    // The local part is compared octet by octet, also a star in it.
    ("A@shop.test", "a@shop.test", "outside"), ("b@shop.test", "a@shop.test", "outside"),
    ("b@shop.test", "*@shop.test", "outside"), ("*@shop.test", "*@shop.test", "inside"),
    ("a@shop.test.", "shop.test", "inside"), ("a@shop.test..", "shop.test", "unknown"),
    ("\"a@b\"@shop.test", "shop.test", "inside"),
    ("a@b@shop.test", "shop.test", "unknown"), ("shop.test", "shop.test", "unknown"),
    ("@shop.test", "shop.test", "unknown"),
    ("a@", "shop.test", "unknown"), ("a@shop.test", "@shop.test", "unknown"), ("a@shop.test", "", "inside"),
  ])
  func `mailboxes are compared with a base`(name: String, base: String, expected: String) {
    #expect(place(.mailbox(Array(name.utf8)), in: .mailbox(Array(base.utf8))).rawValue == expected)
  }

  @Test(arguments: [
    ("https://shop.test/", "shop.test", "inside"), ("https://shop.test", "shop.test", "inside"),
    ("https://www.shop.test/", "shop.test", "outside"), ("https://www.shop.test/", ".shop.test", "inside"),
    ("https://shop.test/", ".shop.test", "outside"), ("HTTPS://SHOP.TEST:8443/a?b#c", "shop.test", "inside"),
    // What is before the last @ is not the host, and what is behind the host neither.
    ("https://shop.test@bank.test/", "shop.test", "outside"), ("https://user:word@shop.test:1/", "shop.test", "inside"),
    ("https://a@b@shop.test/", "shop.test", "inside"), ("https://bank.test/@shop.test", "shop.test", "outside"),
    ("https://bank.test?@shop.test", "shop.test", "outside"), ("https://bank.test#@shop.test", "shop.test", "outside"),
    ("https://bank.test\\@shop.test", "shop.test", "outside"), ("https://shop.test./", "shop.test", "inside"),
    // Without a host, or with an address for one, it is refused.
    ("urn:example:shop.test", "shop.test", "unknown"), ("mailto:a@shop.test", "shop.test", "unknown"),
    ("https:///shop.test", "shop.test", "unknown"), ("https://192.0.2.1/", "shop.test", "unknown"),
    ("https://[2001:db8::1]/", "shop.test", "unknown"), ("https://sh%6fp.test/", "shop.test", "unknown"),
    ("https://shop.test:x/", "shop.test", "unknown"), ("//shop.test/", "shop.test", "unknown"),
    ("https://bank.test/", "", "inside"),
  ])
  func `URIs are compared with a base`(name: String, base: String, expected: String) {
    #expect(place(.uri(Array(name.utf8)), in: .uri(Array(base.utf8))).rawValue == expected)
  }

  @Test(
    arguments: [
      ([10, 1, 2, 3], [10, 0, 0, 0, 255, 0, 0, 0], "inside"), ([11, 1, 2, 3], [10, 0, 0, 0, 255, 0, 0, 0], "outside"),
      // The base counts under the mask, too.
      ([10, 1, 2, 3], [10, 9, 9, 9, 255, 0, 0, 0], "inside"),
      ([127, 0, 0, 3], [127, 0, 0, 0, 255, 255, 255, 252], "inside"),
      ([127, 0, 0, 4], [127, 0, 0, 0, 255, 255, 255, 252], "outside"),
      ([9, 9, 9, 9], [0, 0, 0, 0, 0, 0, 0, 0], "inside"),
      // The other version is another kind of address.
      ([UInt8](repeating: 0, count: 16), [0, 0, 0, 0, 0, 0, 0, 0], "outside"),
      ([10, 1, 2, 3], [UInt8](repeating: 0, count: 32), "outside"),
      ([10, 1, 2, 3], [10, 0, 0, 0], "unknown"), ([10, 1, 2, 3, 4], [10, 0, 0, 0, 255, 0, 0, 0], "unknown"),
    ] as [([UInt8], [UInt8], String)])
  func `addresses are compared with a network`(name: [UInt8], base: [UInt8], expected: String) {
    #expect(place(.address(name), in: .address(base)).rawValue == expected)
  }

  /// Relative names of one attribute each: country, organization, common name.
  private func directory(_ parts: (UInt8, String)..., tag: UInt8 = 0x0c) -> DistinguishedName {
    DistinguishedName(
      tlv(
        0x30,
        parts.flatMap { type, text in tlv(0x31, tlv(0x30, [0x06, 0x03, 0x55, 0x04, type] + tlv(tag, Array(text.utf8))))
        }))
  }

  private func tlv(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] { [tag, UInt8(content.count)] + content }

  @Test func `a directory name lies inside those that it begins with`() {
    let name = directory((6, "CH"), (10, "Shop"), (3, "www"))
    func holds(_ base: DistinguishedName) -> Bool { NameSubtree.directory(base).holdsAll(of: .directory(name)) }
    #expect(holds(directory((6, "CH"))) && holds(directory((6, "CH"), (10, "Shop"))) && holds(name))
    #expect(holds(directory()))
    // In the middle and at the end it says nothing (CVE-2026-63577).
    #expect(
      !holds(directory((10, "Shop"))) && !holds(directory((10, "Shop"), (3, "www"))) && !holds(directory((3, "www"))))
    #expect(!holds(directory((6, "CH"), (3, "www"))))
    #expect(!holds(directory((6, "CH"), (10, "Shop"), (3, "www"), (3, "more"))))
    // The string type, letter case and spaces do not count, other characters do.
    #expect(holds(directory((6, "ch"), (10, " shop "), tag: 0x13)))
    #expect(!holds(directory((6, "CH"), (10, "Shop."))))
    #expect(directory((10, "a  b")) == directory((10, "A B")) && directory((10, "ab")) != directory((10, "a b")))
  }

  @Test func `a directory name that cannot be read lies inside nothing, and is excluded by everything`() {
    let broken = DistinguishedName([0x30, 0x05, 0x31, 0x01])
    let subtree = NameSubtree.directory(directory((6, "CH")))
    #expect(!subtree.holdsAll(of: .directory(broken)) && subtree.holdsSome(of: .directory(broken)))
    #expect(broken == DistinguishedName([0x30, 0x05, 0x31, 0x01]) && broken != directory((6, "CH")) && !broken.isEmpty)
  }

  @Test func `a name form that cannot be compared is refused once it is constrained`() {
    #expect(place(.other(0xa0), in: .other(0xa0)) == .unknown)
    #expect(place(.unicodeMailbox, in: .mailbox(Array("shop.test".utf8))) == .unknown)
    #expect(CertificateName.unicodeMailbox.kinds.contains(.mailbox))
  }
}

extension CertificateName {
  fileprivate var isWildcard: Bool {
    if case .host(let text) = self { text.starts(with: Array("*.".utf8)) && !text.contains(0xc3) } else { false }
  }
}
