/// A dialogue whose client speaks in lines.
protocol LineDialogue: StartTLSDialogue {
  /// The reply to a client that continues as if the server had agreed to TLS, or never ends a line.
  static var refusal: String { get }

  var lines: LineReader { get set }
  /// The client speaks TLS to a server that has not agreed to it; it gets no further responses.
  var isLost: Bool { get set }

  mutating func answer(_ line: String) -> StartTLSDialogueStep
}

extension LineDialogue {
  mutating func take(_ bytes: [UInt8]) -> [StartTLSDialogueStep] {
    lines.append(bytes)
    var steps: [StartTLSDialogueStep] = []
    while !isLost {
      if lines.holdsTLS || lines.isTooLong {
        isLost = true
        return steps + [.say(Array("\(Self.refusal)\r\n".utf8))]
      }
      guard let line = lines.next() else { return steps }
      let step = answer(line)
      steps.append(step)
      if case .say = step { continue }
      return steps
    }
    return steps
  }
}

/// The lines of a client.
struct LineReader: Sendable {
  /// In bytes; RFC 5321 and RFC 9051 know no longer commands than a few kilobytes.
  static let limit = 16_384

  /// A slice, so that taking a line moves nothing.
  private var bytes: ArraySlice<UInt8> = []

  mutating func append(_ more: [UInt8]) { bytes += more }

  /// The next line without its end; nil when more bytes are needed.
  mutating func next() -> String? {
    guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    let line = bytes[..<end].last == UInt8(ascii: "\r") ? bytes[..<end].dropLast() : bytes[..<end]
    let text = String(decoding: line, as: UTF8.self)
    bytes = bytes[(end + 1)...]
    return text
  }

  /// Everything after the last complete line.
  mutating func takeRest() -> [UInt8] {
    defer { bytes = [] }
    return Array(bytes)
  }

  /// A TLS record where a line should begin (RFC 8446, section 5.1): the client continues as if the server had agreed
  /// to TLS.
  var holdsTLS: Bool { bytes.starts(with: [22, 3]) }
  /// The next line, not all that a client has sent at once.
  var isTooLong: Bool { bytes.count > Self.limit && !bytes.prefix(Self.limit).contains(UInt8(ascii: "\n")) }
}
