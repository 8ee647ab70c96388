internal import RogueModel

extension DERWriter {
  /// A certificate's date: UTCTime through 2049, GeneralizedTime from 2050 and before 1950 (RFC 5280, section 4.1.2.5).
  mutating func time(_ time: Timestamp) {
    let year = time.fields.year
    if (1950..<2050).contains(year) {
      text(.utcTime, Self.digits(time, yearDigits: 2))
    } else {
      generalizedTime(time)
    }
  }

  /// A date with four digits for the year, as OCSP has it everywhere (RFC 6960, section 4.2.2.1).
  mutating func generalizedTime(_ time: Timestamp) { text(.generalizedTime, Self.digits(time, yearDigits: 4)) }

  private static func digits(_ time: Timestamp, yearDigits: Int) -> String {
    let fields = time.fields
    var text = String(pad(fields.year, 4).suffix(yearDigits))
    for number in [fields.month, fields.day, fields.hour, fields.minute, fields.second] { text += pad(number, 2) }
    return text + "Z"
  }

  private static func pad(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
