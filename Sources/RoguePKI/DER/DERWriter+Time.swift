internal import RogueModel

extension DERWriter {
  /// A certificate's date: UTCTime through 2049, GeneralizedTime from 2050 and before 1950 (RFC 5280, section 4.1.2.5).
  mutating func time(_ time: Timestamp) {
    let year = time.fields.year
    if (1950..<2050).contains(year) {
      primitive(.utcTime, Self.digits(time, yearDigits: 2))
    } else {
      generalizedTime(time)
    }
  }

  /// A date with four digits for the year, as OCSP has it everywhere (RFC 6960, section 4.2.2.1).
  mutating func generalizedTime(_ time: Timestamp) {
    primitive(.generalizedTime, Self.digits(time, yearDigits: 4))
  }

  private static func digits(_ time: Timestamp, yearDigits: Int) -> [UInt8] {
    let fields = time.fields
    var text: [UInt8] = []
    text.reserveCapacity(15)
    pad(fields.year, yearDigits, to: &text)
    for number in [fields.month, fields.day, fields.hour, fields.minute, fields.second] { pad(number, 2, to: &text) }
    text.append(UInt8(ascii: "Z"))
    return text
  }

  /// The last so many decimal digits; dates have no sign.
  private static func pad(_ number: Int, _ width: Int, to text: inout [UInt8]) {
    var place: UInt = (1..<width).reduce(1) { place, _ in place * 10 }
    while place > 0 {
      text.append(UInt8(ascii: "0") + UInt8(number.magnitude / place % 10))
      place /= 10
    }
  }
}
