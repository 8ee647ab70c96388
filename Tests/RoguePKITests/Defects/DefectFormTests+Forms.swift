import RogueModel

// What each form has to look like, byte by byte, worked out by hand from X.690 and RFC 5280.
extension DefectFormTests {
  private static func names(_ form: String, _ told: Told) -> Form {
    Self.form(
      "wrong-subject-alternative-name", form,
      ["extension 551d11": told, "subject": .exactly("\(company)/550403=0c:elsewhere.test")])
  }

  /// `somebody@elsewhere.test` as an XmppAddr.
  private static let somebody = "a02506082b06010505070805a0190c17" + hex("somebody@elsewhere.test")

  static let names: [Form] = [
    names("nul", .exactly(":30248222\(host)00\(hex(".elsewhere.test"))")),
    names("injected", .exactly(":30288226\(hex("elsewhere.test, DNS:pinned.rogues.test"))")),
    names("leading-dot", .exactly(":300e820c\(hex(".rogues.test"))")),
    names("uri", .exactly(":301d861b\(hex("https://pinned.rogues.test/"))")),
    names("email", .exactly(":301f811d\(hex("postmaster@pinned.rogues.test"))")),
    names("directory", .with([":3035a433", "55040a0c09\(hex("Elsewhere"))", "5504030c12\(host)"])),
    names("other-name", .exactly(":3022a02006082b06010505070805a0140c12\(host)")),
    names("other-name-beside", .exactly(":303b8212\(host)\(somebody)")),
    names("empty", .exactly(":3000")),
    names("empty-name", .exactly(":30028200")),
    names("not-ascii", .exactly(":301a8212\(host)820462fc2e74")),
    names("not-a-sequence", .exactly(":8212\(host)")),
    names("truncated", .exactly(":30178212\(host)822061")),
    names(
      "too-long",
      .exactly(
        ":3082013b82820137" + String(repeating: hex("a-label-of-thirty-two-characters."), count: 9)
          + hex("elsewhere.test"))),
    names("trailing", .exactly(":30148212\(host)0500")),
    address(3, "87037f0001"), address(5, "87057f00000001"), address(8, "87087f00000000000001"),
    address(17, "87117f" + String(repeating: "00", count: 15) + "01"),
  ]

  private static func address(_ octets: Int64, _ name: String) -> Form {
    form("odd-ip-address", nil, ["extension 551d11": .with(["8212\(host)\(name)"])], ["octets": .integer(octets)])
  }

  private static func commonName(_ form: String, _ subject: String) -> Form {
    Self.form("wrong-common-name", form, ["subject": .exactly(subject), "extension 551d11": .absent])
  }

  static let subjects: [Form] = [
    commonName("nul", "\(company)/550403=0c:pinned.rogues.test\u{0}.elsewhere.test"),
    commonName("injected-in-organization", "55040a=0c:Elsewhere,CN=pinned.rogues.test/550403=0c:elsewhere.test"),
    commonName("first", "550403=0c:pinned.rogues.test/550403=0c:elsewhere.test"),
    commonName("last", "550403=0c:elsewhere.test/550403=0c:pinned.rogues.test"),
    commonName("in-organizational-unit", "\(company)/550403=0c:elsewhere.test+55040b=0c:pinned.rogues.test"),
    form("subject-string", "printable", ["subject": .with(["55040a=13:Rogue", "550403=13:pinned.rogues.test"])]),
    form("subject-string", "teletex", ["subject": .with(["55040a=14:Rogue", "550403=14:pinned.rogues.test"])]),
    form("subject-string", "ia5", ["subject": .with(["55040a=16:Rogue", "550403=16:pinned.rogues.test"])]),
    form("subject-string", "bmp", ["subject": .with(["55040a=1e:\u{0}R\u{0}o", "550403=1e:\u{0}p\u{0}i"])]),
    form(
      "subject-string", "universal", ["subject": .with(["55040a=1c:\u{0}\u{0}\u{0}R", "550403=1c:\u{0}\u{0}\u{0}p"])]),
    form("subject-string", "broken-utf8", ["subject": .exactly("\(company)\u{c3}(/550403=0c:pinned.rogues.test")]),
    form(
      "rewritten-issuer-name", "printable",
      ["issuer": .with(["55040a=13:Rogue test CA, do not trust", "550403=13:Rogues' Gallery test issuing"])]),
    form(
      "rewritten-issuer-name", "capitals",
      ["issuer": .with(["=0c:ROGUE TEST CA, DO NOT", "=0c:ROGUES' GALLERY TEST ISSUING"])]),
    form(
      "rewritten-issuer-name", "spaces",
      ["issuer": .with(["=0c:Rogue  test  CA,  do", "=0c:Rogues'  Gallery  test  issuing"])]),
    form("empty-subject", nil, ["subject": .exactly(""), "extension 551d11": .with(["ff:30"])]),
    form("empty-subject", nil, ["subject": .exactly("")], ["critical-names": .flag(false)]),
  ]

  private static func basic(_ form: String, _ value: String) -> Form {
    Self.form("wrong-basic-constraints", form, on: "issuing", ["extension 551d13": .exactly(value)])
  }

  private static func limit(_ form: String, _ value: String) -> Form {
    Self.form("wrong-name-constraints", form, on: "issuing", ["extension 551d1e": .exactly(value)])
  }

  static let constraints: [Form] = [
    basic("ber-true", "ff:3003010101"), basic("explicit-false", "ff:3003010100"), basic("not-a-sequence", "ff:0101ff"),
    basic("integer", "ff:3003020101"), basic("trailing", "ff:30030101ff0500"), basic("empty", "ff:"),
    basic("negative-path-length", "ff:30060101ff0201ff"),
    basic("huge-path-length", "ff:30160101ff021101" + String(repeating: "00", count: 16)),
    basic("path-length-without-ca", "ff:3003020100"), basic("not-critical", ":30030101ff"),
    basic("ca-without-key-usage", "ff:30030101ff"),
    limit("empty", "ff:3000"), limit("ip-without-mask", "ff:300aa008300687040a000000"),
    limit("mask-not-contiguous", "ff:300ea00c300a87080a000000ff00ff00"),
    limit("minimum", "ff:3017a1153013820e\(elsewhere)800101"), limit("not-a-sequence", "ff:0400"),
    limit("trailing", "ff:3014a1123010820e\(elsewhere)0500"), limit("registered-id", "ff:300fa00d300b8809\(example)03"),
    limit("other-name", "ff:302ba1293027\(somebody)"),
  ]

  /// 1.3.6.1.4.1.32473, reserved for examples.
  private static let example = "2b0601040181fd59"

  private static func key(_ form: String, _ told: Told) -> Form {
    Self.form("odd-key-usage", form, on: "issuing", ["extension 551d0f": told])
  }

  private static func purpose(_ form: String, _ told: Told) -> Form {
    Self.form("odd-extended-key-usage", form, ["extension 551d25": told])
  }

  static let usages: [Form] = [
    key("empty", .exactly("ff:030100")), key("absent", .absent), key("not-critical", .exactly(":03020186")),
    key("key-cert-sign", .exactly("ff:03020284")), key("unused-bits-set", .exactly("ff:03020187")),
    key("too-many-unused-bits", .exactly("ff:03020886")), key("not-a-bit-string", .exactly("ff:04020186")),
    key("trailing-zeros", .exactly("ff:0303008600")),
    purpose("empty", .exactly(":3000")), purpose("absent", .absent), purpose("any", .exactly(":30060604551d2500")),
    purpose("critical", .exactly("ff:300a06082b06010505070301")),
    purpose("unknown-beside-server", .exactly(":301506082b060105050703010609\(example)02")),
    purpose("unknown-critical", .exactly("ff:300b0609\(example)02")),
    purpose("not-a-sequence", .exactly(":06082b06010505070301")),
  ]

  /// 2.16.840.1.113730.1.1
  private static let netscapeType = "6086480186f8420101"

  static let netscape: [Form] = [
    form("netscape-certificate-type", "client", ["extension \(netscapeType)": .exactly(":03020780")]),
    form("netscape-certificate-type", "server", ["extension \(netscapeType)": .exactly(":03020640")]),
    form("netscape-certificate-type", "object-signing", ["extension \(netscapeType)": .exactly(":03020410")]),
    form("tls-features", "status-request-and-v2", ["extension 2b06010505070118": .exactly(":3006020105020111")]),
    form("tls-features", "status-request-v2-only", ["extension 2b06010505070118": .exactly(":3003020111")]),
    form("tls-features", "not-a-sequence", ["extension 2b06010505070118": .exactly(":020105")]),
  ]

  private static func authority(_ form: String, _ told: Told) -> Form {
    Self.form("wrong-key-identifier", form, ["extension 551d23": told])
  }

  private static func subject(_ form: String, _ told: Told) -> Form {
    Self.form("wrong-key-identifier", form, ["extension 551d0e": told])
  }

  static let identifiers: [Form] = [
    authority("aki-wrong-key-id", .exactly(":30168014" + String(repeating: "5a", count: 20))),
    authority("aki-wrong-serial", .exactly(":301aa115a4133011310f300d060355040a0c06\(hex("Nobody"))820101")),
    authority("aki-not-a-sequence", .exactly(":0414" + String(repeating: "5a", count: 20))),
    authority("aki-empty", .exactly(":3000")), authority("aki-absent", .absent),
    subject("ski-not-an-octet-string", .exactly(":020101")), subject("ski-empty", .exactly(":0400")),
    subject("ski-critical", .with(["ff:0414"])),
  ]

  static let policies: [Form] = [
    form(
      "wrong-policies", "duplicate", ["extension 551d20": .exactly(":301a300b0609\(example)04300b0609\(example)04")]),
    form("wrong-policies", "empty", ["extension 551d20": .exactly(":3000")]),
    form(
      "wrong-policies", "mapping-any-policy",
      [
        "extension 551d20": .exactly(":300830060604551d2000"),
        "extension 551d21": .exactly("ff:301330110604551d20000609\(example)04"),
      ]),
    form("wrong-policies", "constraints-not-critical", ["extension 551d24": .exactly(":3003810100")]),
    form("wrong-authority-info-access", "not-a-sequence", ["extension 2b06010505070101": .exactly(":0400")]),
    form(
      "wrong-authority-info-access", "critical",
      ["extension 2b06010505070101": .exactly("ff:3021301f06082b060105050730018613" + hex("http://127.0.0.1:9/"))]),
    form("wrong-policies", "not-a-sequence", ["extension 551d20": .exactly(":0400")]),
  ]

  static let numbers: [Form] = [
    form("wrong-version", nil, ["version": .exactly("01")], ["number": .integer(2)]),
    form("wrong-version", nil, ["version": .exactly("03")], ["number": .integer(4)]),
    form("wrong-serial", "zero", ["serial": .exactly("minimal 00")]),
    form("wrong-serial", "long", ["serial": .with(["5a5a5a5a5a"])]),
    form("wrong-serial", "huge", ["serial": .with([String(repeating: "5a", count: 484)])]),
    form("wrong-serial", "padded", ["serial": .with(["minimal 00"])]),
    form("wrong-serial", "empty", ["serial": .exactly("minimal ")]),
  ]

  private static func time(_ form: String, _ text: String, _ field: String = "not-after") -> Form {
    Self.form("wrong-time", form, [field: .exactly(text)], ["field": .text(field)])
  }

  static let times: [Form] = [
    time("generalized", "18:20261120141320Z"), time("generalized", "18:20260822141320Z", "not-before"),
    time("fraction", "18:20261120141320.5Z"), time("no-seconds", "17:2611201413Z"),
    time("offset", "17:261120141320+0000"), time("local", "17:261120141320"), time("month-13", "17:261320141320Z"),
    time("letters", "17:one long yearZ"), time("empty", "17:"), time("year-1950", "17:500101000000Z"),
    time("year-1960", "17:600101000000Z"), time("year-1930", "18:19300101000000Z"), time("never", "18:99991231235959Z"),
    form(
      "swapped-validity", nil, ["not-before": .exactly("17:261120141320Z"), "not-after": .exactly("17:260822141320Z")]),
  ]

  private static func length(_ part: String, _ form: String, _ field: String, _ told: String) -> Form {
    Self.form("non-der-length", form, [field: .exactly(told)], ["part": .text(part)])
  }

  static let encodings: [Form] = [
    length("certificate", "long", "certificate", "3 octets for 2"),
    length("certificate", "indefinite", "certificate", "indefinite"),
    length("tbs", "long", "signed part", "3 octets for 2"),
    length("tbs", "indefinite", "signed part", "indefinite"),
    form("not-der", "critical-ber-true", ["extension 551d13": .exactly("01:3000")]),
    form("not-der", "explicit-false", ["extension 551d0e": .with(["00:0414"])]),
    form("not-der", "set-order", ["subject": .exactly("55040a=0c:Rogue test+550403=0c:Rogue test")]),
    form("not-der", "constructed-octet-string", ["extension 551d0e": .with([":040b0414", "040b"])]),
    form("not-der", "indefinite-octet-string", ["extension 551d0e": .with([":04160414"])]),
    form("not-der", "constructed-bit-string", ["extension 551d0f": .exactly("ff:230403020780")]),
    form("not-der", "constructed-string", ["subject": .exactly("\(company)/550403=2c:\u{0c}\u{12}pinned.rogues.test")]),
    form("unique-identifier", nil, ["identifier 81": .exactly("0001"), "identifier 82": .exactly("0002")]),
    form("trailing-bytes", nil, ["after": .exactly("0000")], ["count": .integer(2)]),
  ]

  static let sizes: [Form] = [
    form("unknown-extension", nil, ["extension \(example)0300": .exactly(":0500")]),
    form(
      "unknown-extension", nil,
      ["extension \(example)0300": .exactly(":0500"), "extension \(example)0301": .exactly(":0500")],
      ["count": .integer(2)]),
    form(
      "many-names", nil,
      ["extension 551d11": .with([":3082", hex("n998.elsewhere.test") + "8212\(host)"])], ["count": .integer(999)]),
    form(
      "large-attribute", nil,
      ["subject": .exactly("55040a=0c:\(String(repeating: "x", count: 65_536))/550403=0c:pinned.rogues.test")]),
    form(
      "large-object-identifier", nil,
      ["extension \(example)03\(String(repeating: "ff", count: 29))7f": .exactly(":0500")], ["octets": .integer(30)]),
  ]
}
