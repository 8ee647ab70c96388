/// Whether a certificate is written as the profile wants it (RFC 5280, section 4): DER to the last byte, and every
/// extension that decides something readable by its own rules.
///
/// Says nothing about names, dates, signatures or trust. Libraries read many of these certificates anyway, each in its own
/// way, so that one certificate means different things; here each is refused. What the standard asks clients to cope
/// with passes: serial numbers that are zero, negative or too long, defaults that are written out, sets that are not
/// sorted, unique identifiers.
public struct CertificateForm: Sendable {
  /// The first fault, in words; nil if there is none.
  public static func fault(in der: [UInt8]) -> String? {
    do throws(FormFault) {
      try check(der)
      return nil
    } catch {
      return error.text
    }
  }

  /// The same for basicConstraints and nameConstraints alone, which limit what is below a certificate.
  static func fault(inLimits contents: CertificateContents) -> String? {
    do throws(FormFault) {
      for identifier in [CertificateFacts.basicConstraintsIdentifier, CertificateFacts.nameConstraintsIdentifier] {
        let values = contents.extensions.filter { $0.identifier == identifier }
        guard values.count < 2 else { throw FormFault("an extension is present twice") }
        for value in values { try ExtensionForm.check(identifier[2], StrictDER(value.value[...])) }
      }
      return nil
    } catch {
      return error.text
    }
  }

  private static func check(_ der: [UInt8]) throws(FormFault) {
    var outer = StrictDER(der[...])
    var certificate = try outer.enter(DERValue.sequence, "the certificate")
    try outer.end("the certificate")
    let signed = try certificate.next(DERValue.sequence, "the signed part")
    try check(signedPart: signed)
    _ = try certificate.next(DERValue.sequence, "the signature's algorithm")
    _ = try certificate.bits("the signature")
    try certificate.end("the signature")
  }

  private static func check(signedPart: ArraySlice<UInt8>) throws(FormFault) {
    var fields = StrictDER(signedPart)
    let version = try version(&fields)
    _ = try fields.integer("the serial number")
    _ = try fields.next(DERValue.sequence, "the signature's algorithm")
    let issuer = try fields.next(DERValue.sequence, "the issuer")
    guard !issuer.isEmpty else { throw FormFault("the issuer is an empty name") }
    try check(name: issuer, "the issuer")
    var validity = try fields.enter(DERValue.sequence, "the validity")
    try check(time: try validity.next("notBefore"), "notBefore")
    try check(time: try validity.next("notAfter"), "notAfter")
    try validity.end("notAfter")
    try check(name: try fields.next(DERValue.sequence, "the subject"), "the subject")
    _ = try fields.next(DERValue.sequence, "the public key")
    for identifier: UInt8 in [0x81, 0x82] where fields.nextTag == identifier {
      _ = try fields.next("a unique identifier")
      guard version > 0 else { throw FormFault("a certificate of version 1 has a unique identifier") }
    }
    guard !fields.isAtEnd else { return }
    guard version == 2 else { throw FormFault("a certificate that is not of version 3 has extensions") }
    var tagged = try fields.enter(0xa3, "the list of extensions")
    try fields.end("the extensions")
    let list = try tagged.next(DERValue.sequence, "the list of extensions")
    try tagged.end("the list of extensions")
    try ExtensionForm.check(list)
  }

  /// As encoded: 2 is version 3. The default is left out.
  private static func version(_ fields: inout StrictDER) throws(FormFault) -> UInt8 {
    guard fields.nextTag == 0xa0 else { return 0 }
    var tagged = try fields.enter(0xa0, "the version")
    let content = try tagged.integer("the version")
    try tagged.end("the version")
    guard content.count == 1, let number = content.first, number == 1 || number == 2 else {
      throw FormFault("there is no such version")
    }
    return number
  }

  /// Name ::= SEQUENCE OF SET OF { type, value }.
  static func check(name: ArraySlice<UInt8>, _ what: String) throws(FormFault) {
    var parts = StrictDER(name)
    while !parts.isAtEnd {
      var set = try parts.enter(DERValue.set, "a part of \(what)")
      guard !set.isAtEnd else { throw FormFault("a part of \(what) is empty") }
      while !set.isAtEnd {
        var pair = try set.enter(DERValue.sequence, "an attribute of \(what)")
        _ = try pair.next(DERValue.identifier, "an attribute's type in \(what)")
        let value = try pair.next("an attribute's value in \(what)")
        // Sequences and sets apart, what universal type is made of parts is a string.
        guard value.tag & 0xe0 != 0x20 || [DERValue.sequence, DERValue.set].contains(value.tag) else {
          throw FormFault("an attribute's value in \(what) is a string in parts")
        }
        guard value.tag != DERValue.utf8String || String(validating: value.content, as: UTF8.self) != nil else {
          throw FormFault("an attribute's value in \(what) is not UTF-8")
        }
        try pair.end("an attribute of \(what)")
      }
    }
  }

  /// `YYMMDDHHMMSSZ` through 2049, `YYYYMMDDHHMMSSZ` from 2050 on and before 1950 (RFC 5280, section 4.1.2.5).
  private static func check(time: DERValue, _ what: String) throws(FormFault) {
    let isShort = time.tag == DERValue.utcTime
    guard isShort || time.tag == DERValue.generalizedTime else { throw FormFault("\(what) is not a time") }
    let digits = time.content.dropLast().map { Int($0) - 0x30 }
    guard time.content.last == UInt8(ascii: "Z"), digits.count == (isShort ? 12 : 14),
      digits.allSatisfy((0...9).contains)
    else {
      throw FormFault("\(what) is not written as the profile wants it")
    }
    func number(_ start: Int, _ count: Int) -> Int { digits[start..<start + count].reduce(0) { $0 * 10 + $1 } }
    let rest = isShort ? 2 : 4
    guard (1...12).contains(number(rest, 2)), (1...31).contains(number(rest + 2, 2)), number(rest + 4, 2) < 24,
      number(rest + 6, 2) < 60, number(rest + 8, 2) < 60
    else {
      throw FormFault("\(what) is not a date")
    }
    if !isShort, (1950..<2050).contains(number(0, 4)) { throw FormFault("\(what) is a GeneralizedTime before 2050") }
  }
}
