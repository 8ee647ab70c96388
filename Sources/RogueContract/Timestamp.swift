/// A second in UTC, counted from 1970-01-01T00:00:00Z.
public struct Timestamp: Hashable, Sendable, Comparable, CustomStringConvertible {
  public var secondsSince1970: Int64

  public init(secondsSince1970: Int64) { self.secondsSince1970 = secondsSince1970 }

  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.secondsSince1970 < right.secondsSince1970
  }

  public static func + (time: Timestamp, seconds: Int64) -> Timestamp {
    Timestamp(secondsSince1970: time.secondsSince1970 + seconds)
  }

  /// The calendar fields in the proleptic Gregorian calendar.
  public var fields: (year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
    let total = Int(secondsSince1970)
    let rest = ((total % 86_400) + 86_400) % 86_400
    let days = (total - rest) / 86_400
    // Days to civil date, counted in 400-year eras that begin on the first of March.
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, day, rest / 3600, rest / 60 % 60, rest % 60)
  }

  /// RFC 3339 in UTC, such as `2026-11-20T12:00:00Z`.
  public var description: String {
    let f = fields
    return pad(f.year, 4) + "-" + pad(f.month, 2) + "-" + pad(f.day, 2) + "T" + pad(f.hour, 2) + ":" + pad(f.minute, 2)
      + ":" + pad(f.second, 2) + "Z"
  }

  /// Reads RFC 3339 in UTC (`2026-11-20T12:00:00Z`) or seconds since 1970; nil when it is neither.
  public init?(_ text: String) {
    if let seconds = Int64(text) {
      self.init(secondsSince1970: seconds)
      return
    }
    let bytes = Array(text.utf8)
    guard bytes.count == 20, bytes[10] == UInt8(ascii: "T"), bytes[19] == UInt8(ascii: "Z"),
      bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"), bytes[13] == UInt8(ascii: ":"),
      bytes[16] == UInt8(ascii: ":")
    else { return nil }
    func number(_ range: Range<Int>) -> Int? {
      bytes[range].reduce(Optional(0)) { sum, byte in
        guard let sum, byte >= 0x30, byte <= 0x39 else { return nil }
        return sum * 10 + Int(byte - 0x30)
      }
    }
    guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10), let hour = number(11..<13),
      let minute = number(14..<16), let second = number(17..<19), (1...12).contains(month), hour < 24, minute < 60,
      second < 60
    else { return nil }
    self = Timestamp(year: year, month: month, day: day) + Int64(hour * 3600 + minute * 60 + second)
    guard fields.month == month, fields.day == day else { return nil }
  }

  /// Midnight of a civil date.
  public init(year: Int, month: Int, day: Int) {
    let y = month <= 2 ? year - 1 : year
    let era = (y >= 0 ? y : y - 399) / 400
    let yearOfEra = y - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    self.init(secondsSince1970: Int64(era * 146_097 + dayOfEra - 719_468) * 86_400)
  }

  private func pad(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
