internal import RogueModel
internal import RogueTLS

/// A database without tables (PostgreSQL's frontend/backend protocol 3.0): a query that holds the attempt's id gets the
/// nonce as its only row. TLS by an SSLRequest.
struct PostgreSQLDialogue: StartTLSDialogue {
  /// A message of a client, in bytes.
  private static let limit = 65_536
  /// The request codes in the place of a version.
  private static let sslRequest: UInt32 = 80_877_103
  private static let gssRequest: UInt32 = 80_877_104

  private let plan: StartTLSDialoguePlan
  private var bytes: [UInt8] = []
  private var hasBegun = false
  private var isLost = false

  init(_ plan: StartTLSDialoguePlan) { self.plan = plan }

  /// The client speaks first.
  var greeting: [UInt8] { [] }

  mutating func take(_ more: [UInt8]) -> [StartTLSDialogueStep] {
    bytes += more
    var steps: [StartTLSDialogueStep] = []
    while !isLost, let step = next() {
      steps.append(step)
      if case .say = step { continue }
      return steps
    }
    return steps
  }

  /// The answer to the next complete message; nil if more bytes are needed.
  private mutating func next() -> StartTLSDialogueStep? {
    if bytes.starts(with: [22, 3]) || bytes.count > Self.limit { return lose() }
    // Its first bytes would be the length of a message; more are needed to distinguish the two.
    if !hasBegun, bytes.prefix(7).elementsEqual("ROGUES ".utf8.prefix(bytes.count)), !bytes.isEmpty {
      guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
      return plan.bare(String(decoding: bytes[..<end].filter { $0 != 13 }, as: UTF8.self))
    }
    return hasBegun ? nextMessage() : nextStart()
  }

  private mutating func lose() -> StartTLSDialogueStep {
    isLost = true
    return .say(Self.message("E", Array("SFATAL\0C08P01\0Mno such message\0\0".utf8)))
  }

  /// Before a session has begun messages have no type.
  private mutating func nextStart() -> StartTLSDialogueStep? {
    var cursor = ByteCursor(bytes[...])
    guard let high = cursor.uint16(), let low = cursor.uint16() else { return nil }
    let length = Int(high) << 16 | Int(low)
    guard (8...10_000).contains(length) else { return lose() }
    guard bytes.count >= length, let major = cursor.uint16(), let minor = cursor.uint16() else { return nil }
    let code = UInt32(major) << 16 | UInt32(minor)
    bytes.removeFirst(length)
    switch code {
    case Self.sslRequest where length == 8:
      guard !plan.isSecure, plan.recipe.offer == .honest else { return .say([UInt8(ascii: "N")]) }
      var answer = [UInt8(ascii: "S")]
      if plan.recipe.injects { answer += session + row(plan.injectedNonce) }
      defer { bytes = [] }
      return .startTLS(answer, rest: bytes)
    case Self.gssRequest where length == 8: return .say([UInt8(ascii: "N")])
    default:
      guard major == 3 else { return lose() }
      hasBegun = true
      return .say(session)
    }
  }

  private mutating func nextMessage() -> StartTLSDialogueStep? {
    var cursor = ByteCursor(bytes[...])
    guard let type = cursor.uint8(), let high = cursor.uint16(), let low = cursor.uint16() else { return nil }
    let length = Int(high) << 16 | Int(low)
    guard (4...Self.limit).contains(length) else { return lose() }
    guard bytes.count > length else { return nil }
    let body = bytes[5..<(length + 1)].filter { $0 != 0 }
    bytes.removeFirst(length + 1)
    switch type {
    case UInt8(ascii: "Q"):
      let query = String(decoding: body, as: UTF8.self)
      guard query.contains(plan.attempt) else { return .say(Self.message("I", []) + ready) }
      return .nonce(row(plan.nonce), request: query)
    case UInt8(ascii: "X"): return .end([])
    default: return .say(ready)
    }
  }

  /// AuthenticationOk, the server's parameters, ReadyForQuery.
  private var session: [UInt8] {
    let parameters = [("server_version", "15.0"), ("client_encoding", "UTF8"), ("standard_conforming_strings", "on")]
    return Self.message("R", [0, 0, 0, 0])
      + parameters.flatMap { Self.message("S", Array("\($0.0)\0\($0.1)\0".utf8)) } + ready
  }

  private var ready: [UInt8] { Self.message("Z", [UInt8(ascii: "I")]) }

  /// RowDescription with one column of text, DataRow, CommandComplete, ReadyForQuery.
  private func row(_ value: String) -> [UInt8] {
    let text: [UInt8] = [0, 0, 0, 25, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0]
    return Self.message("T", [0, 1] + Array("nonce\0".utf8) + [0, 0, 0, 0, 0, 0] + text)
      + Self.message("D", [0, 1, 0, 0, 0, UInt8(value.utf8.count)] + Array(value.utf8))
      + Self.message("C", Array("SELECT 1\0".utf8)) + ready
  }

  private static func message(_ type: Character, _ body: [UInt8]) -> [UInt8] {
    let length = body.count + 4
    return [type.asciiValue ?? 0, 0, 0, UInt8(length >> 8), UInt8(truncatingIfNeeded: length)] + body
  }
}
