internal import RogueModel

/// The fields of a certificate unchanged (RFC 5280, section 4.1).
///
/// Reads what it can, BER's longer lengths too, and says nothing about how the fields are written: that is what
/// `CertificateForm` is for.
package struct CertificateContents: Sendable {
  /// An extension (RFC 5280, section 4.2).
  package struct Extension: Sendable {
    /// The content of the object identifier.
    package var identifier: [UInt8]
    package var isCritical: Bool
    /// The content of the OCTET STRING.
    package var value: [UInt8]
  }

  /// The TBSCertificate with its tag and length, which is what is signed.
  var signedPart: [UInt8]
  /// The content of the AlgorithmIdentifier beside the signature.
  package var algorithm: [UInt8]
  /// The content of the AlgorithmIdentifier in what is signed.
  var signedAlgorithm: [UInt8]
  /// The content of the BIT STRING without its count of unused bits; nil if bits are unused.
  var signature: [UInt8]?
  /// 1, 2 or 3, or whatever it claims.
  package var version = 1
  /// The content of the INTEGER.
  package var serial: [UInt8]
  /// DER names.
  var issuer: [UInt8]
  package var subject: [UInt8]
  /// Seconds since 1970; nil when the date is not a date.
  package var notBefore: Int64?
  package var notAfter: Int64?
  /// The SubjectPublicKeyInfo.
  var spki: [UInt8]
  package var extensions: [Extension] = []

  /// Nil if the bytes are not exactly one certificate.
  package init?(_ der: [UInt8]) {
    var outer = DERReader(der, lengths: .any)
    guard var certificate = outer.constructed(.sequence), outer.isAtEnd,
      let signedPart = certificate.next(), signedPart.tag == .sequence,
      let algorithm = certificate.primitive(.sequence), let bits = certificate.primitive(.bitString),
      certificate.isAtEnd
    else { return nil }
    self.signedPart = Array(signedPart.encoding)
    self.algorithm = Array(algorithm)
    signature = bits.first == 0 ? Array(bits.dropFirst()) : nil

    var fields = DERReader(signedPart.content, lengths: .any)
    if fields.nextTag == .context(0, constructed: true) {
      guard var tagged = fields.constructed(.context(0, constructed: true)), let number = tagged.primitive(.integer)
      else { return nil }
      version = number.count == 1 ? number.reduce(0) { $0 + Int($1) } + 1 : 0
    }
    guard let serial = fields.primitive(.integer), let signedAlgorithm = fields.primitive(.sequence),
      let issuer = fields.next(), issuer.tag == .sequence, var validity = fields.constructed(.sequence),
      let subject = fields.next(), subject.tag == .sequence, let spki = fields.next(), spki.tag == .sequence
    else { return nil }
    self.serial = Array(serial)
    self.signedAlgorithm = Array(signedAlgorithm)
    self.issuer = Array(issuer.encoding)
    self.subject = Array(subject.encoding)
    self.spki = Array(spki.encoding)
    notBefore = validity.next().flatMap(CertificateTime.seconds)
    notAfter = validity.next().flatMap(CertificateTime.seconds)
    readExtensions(&fields)
  }

  private mutating func readExtensions(_ fields: inout DERReader) {
    // The unique identifiers come first.
    while let field = fields.next() {
      guard field.tag == .context(3, constructed: true) else { continue }
      var tagged = DERReader(field.content, lengths: .any)
      guard let list = tagged.primitive(.sequence) else { return }
      var items = DERReader(list, lengths: .any)
      while var item = items.constructed(.sequence) {
        guard let identifier = item.primitive(.objectIdentifier) else { continue }
        let critical = item.nextTag == .boolean ? item.next()?.content : nil
        extensions.append(
          Extension(
            identifier: Array(identifier), isCritical: critical?.contains { $0 != 0 } ?? false,
            value: item.primitive(.octetString).map { Array($0) } ?? []))
      }
    }
  }

  /// The first extension of this kind.
  func first(_ identifier: [UInt8]) -> Extension? { extensions.first { $0.identifier == identifier } }

  func value(_ identifier: [UInt8]) -> [UInt8]? { first(identifier)?.value }
}

/// The dates of a certificate (RFC 5280, section 4.1.2.5).
enum CertificateTime {
  /// Seconds since 1970 of `YYMMDDHHMMSSZ` or `YYYYMMDDHHMMSSZ`; nil for every other way to write a time.
  static func seconds(_ time: DERReader.Value) -> Int64? {
    let isShort = time.tag == .utcTime
    guard isShort || time.tag == .generalizedTime, time.content.last == UInt8(ascii: "Z") else { return nil }
    let digits = time.content.dropLast().map { Int($0) - 0x30 }
    guard digits.count == (isShort ? 12 : 14), digits.allSatisfy((0...9).contains) else { return nil }
    func number(_ start: Int, _ count: Int) -> Int { digits[start..<start + count].reduce(0) { $0 * 10 + $1 } }
    let rest = isShort ? 2 : 4
    // A year below 50 belongs to this century (RFC 5280, section 4.1.2.5.1).
    let year = isShort ? (number(0, 2) < 50 ? 2000 : 1900) + number(0, 2) : number(0, 4)
    let (month, day) = (number(rest, 2), number(rest + 2, 2))
    let (hour, minute, second) = (number(rest + 4, 2), number(rest + 6, 2), number(rest + 8, 2))
    guard (1...12).contains(month), hour < 24, minute < 60, second < 60 else { return nil }
    let midnight = Timestamp(year: year, month: month, day: day)
    guard midnight.fields.month == month, midnight.fields.day == day else { return nil }
    return midnight.secondsSince1970 + Int64(hour * 3600 + minute * 60 + second)
  }
}
