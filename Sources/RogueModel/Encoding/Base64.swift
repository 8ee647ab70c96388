/// Base64 (RFC 4648, section 4): pins, PEM files, the event log, OCSP requests in URLs.
public enum Base64 {
  /// How tolerant a reader is.
  public enum Form: Sendable {
    /// Whole groups, padding at the end, no left-over bits, nothing else.
    case canonical
    /// Canonical, with line ends anywhere (RFC 7468).
    case lines
    /// The URL alphabet as well, and padding may be missing: OCSP clients forget it (RFC 6960, appendix A.1).
    case url
  }

  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  public static func encode(_ bytes: [UInt8]) -> String {
    var characters: [UInt8] = []
    characters.reserveCapacity((bytes.count + 2) / 3 * 4)
    var index = 0
    while index < bytes.count {
      let left = bytes.count - index
      let group =
        UInt32(bytes[index]) << 16 | (left > 1 ? UInt32(bytes[index + 1]) << 8 : 0)
        | (left > 2 ? UInt32(bytes[index + 2]) : 0)
      characters.append(alphabet[Int(group >> 18)])
      characters.append(alphabet[Int(group >> 12 & 63)])
      characters.append(left > 1 ? alphabet[Int(group >> 6 & 63)] : UInt8(ascii: "="))
      characters.append(left > 2 ? alphabet[Int(group & 63)] : UInt8(ascii: "="))
      index += 3
    }
    return String(decoding: characters, as: UTF8.self)
  }

  /// Nil if the form does not allow the text.
  public static func decode(_ text: some Sequence<UInt8>, _ form: Form = .canonical) -> [UInt8]? {
    var bytes: [UInt8] = []
    var bits: UInt32 = 0
    var held = 0
    var digits = 0
    var padding = 0
    for character in text {
      if character == UInt8(ascii: "\n") || character == UInt8(ascii: "\r") {
        guard form == .lines else { return nil }
        continue
      }
      if character == UInt8(ascii: "=") {
        padding += 1
        continue
      }
      guard padding == 0, let value = value(of: character, form) else { return nil }
      bits = bits << 6 | value
      held += 6
      digits += 1
      guard held >= 8 else { continue }
      held -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(held)))
      bits &= (1 << UInt32(held)) - 1
    }
    let wanted = (4 - digits % 4) % 4
    guard wanted < 3, padding == wanted || form == .url && padding <= 2, bits == 0 || form == .url else { return nil }
    return bytes
  }

  /// Nil if the form does not allow the text.
  public static func decode(_ text: some StringProtocol, _ form: Form = .canonical) -> [UInt8]? {
    decode(text.utf8, form)
  }

  private static func value(of character: UInt8, _ form: Form) -> UInt32? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    case UInt8(ascii: "-") where form == .url: 62
    case UInt8(ascii: "_") where form == .url: 63
    default: nil
    }
  }
}
