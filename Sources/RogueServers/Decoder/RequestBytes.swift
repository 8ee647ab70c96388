internal import RogueTLS

/// Distinguishes what a client requests from what it says about the connection.
///
/// Everything under TLS is application data, except in HTTP/2: there the preface, settings, pings and GOAWAYs open,
/// keep or close a connection, and request nothing (RFC 9113, section 6).
struct RequestBytes: Sendable {
  private enum State {
    /// This many bytes of the HTTP/2 preface have come, and nothing else.
    case preface(Int)
    case plain
    /// The head of the next frame, as far as it has come.
    case head([UInt8])
    /// So many bytes of a frame are still to come.
    case payload(Int)
  }

  private var state = State.preface(0)

  /// Bytes whose meaning is not known yet.
  var undecided: Int { if case .preface(let count) = state { count } else { 0 } }

  /// How many of these bytes, or of those that were undecided, belong to requests. A frame counts as a whole as soon as
  /// its head has come.
  mutating func count(_ bytes: some Collection<UInt8>) -> Int {
    var counted = 0
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      switch state {
      case .plain:
        counted += rest.count
        return counted
      case .preface(let seen):
        guard rest.removeFirst() == HTTP2Frame.preface[seen] else {
          state = .plain
          counted += seen + 1
          continue
        }
        state = seen + 1 == HTTP2Frame.preface.count ? .head([]) : .preface(seen + 1)
      case .head(let head):
        let whole = head + rest.prefix(HTTP2Frame.headLength - head.count)
        rest = rest.dropFirst(whole.count - head.count)
        guard whole.count == HTTP2Frame.headLength else {
          state = .head(whole)
          continue
        }
        let length = Int(whole[0]) << 16 | Int(whole[1]) << 8 | Int(whole[2])
        if Self.asks(whole[3]) { counted += whole.count + length }
        state = length == 0 ? .head([]) : .payload(length)
      case .payload(let missing):
        let part = min(missing, rest.count)
        rest = rest.dropFirst(part)
        state = part == missing ? .head([]) : .payload(missing - part)
      }
    }
    return counted
  }

  private static func asks(_ type: UInt8) -> Bool {
    switch HTTP2Frame.Kind(rawValue: type) {
    case .data, .headers, .continuation: true
    // The meaning of an extension frame is unknown.
    case nil: true
    case .priority, .resetStream, .settings, .pushPromise, .ping, .goAway, .windowUpdate: false
    }
  }
}
