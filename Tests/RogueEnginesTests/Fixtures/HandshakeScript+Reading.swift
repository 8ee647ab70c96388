import RogueModel
import RogueOpenSSL
import RogueTLS

@testable import RogueEngines

extension HandshakeScript {
  /// The script that these behaviours make of an honest one.
  init(_ version: TLSVersion, _ uses: [NamedUse]) throws {
    self = try ActiveBehaviours(uses).script(version)
  }

  /// What comes out at a point.
  func pass<Value>(
    _ point: KeyPath<HandshakePoints, [HandshakePoints.Edit<Value>]>, _ value: Value, _ now: HandshakeMoment
  ) -> Value {
    var value = value
    for edit in points[keyPath: point] { edit(&value, now) }
    return value
  }

  /// A line for each thing that an honest script of the version does not have: flights, draws, and how many edits are
  /// queued at which point.
  var changes: [String] { Self.lines(self).filter { !Self.lines(HandshakeScript(version: version)).contains($0) } }

  private static func lines(_ script: HandshakeScript) -> [String] {
    let flights = [FlightKind.first, .resumed, .last].map { stage in
      "\(stage): \(script[stage].map(\.word).joined(separator: " "))"
    }
    let draws = Mirror(reflecting: script).children.compactMap { child in
      ["flights", "points"].contains(child.label) ? nil : "\(child.label ?? ""): \(text(child.value))"
    }
    let edits = Mirror(reflecting: script.points).children.compactMap { child in
      let count = Mirror(reflecting: child.value).children.count
      return count > 0 ? "at \(child.label ?? ""): \(count)" : nil
    }
    return flights + draws + edits
  }

  private static func text(_ value: Any) -> String {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .optional else { return String(describing: value) }
    return mirror.children.first.map { String(describing: $0.value) } ?? "nil"
  }
}

extension FlightStep {
  fileprivate var word: String {
    switch self {
    case .message(let type): FlightMessage.allCases.first { $0.type == type }?.rawValue ?? "\(type.rawValue)"
    case .changeCipherSpec: "CCS"
    case .compatibilityChange: "(CCS)"
    case .keys: "keys"
    case .extra(let message): "+\(message.type.rawValue)"
    case .again(let apart, let counts): "again(\(apart ? "apart" : "with it"), \(counts ? "counts" : "does not count"))"
    case .record(let type, let content): "record(\(type.rawValue), \(content.count) bytes)"
    case .stop(let how): "stop(\(how))"
    }
  }
}

extension HandshakeMoment {
  /// In the first flight to a client that offers what most do.
  static func usual(_ kind: SignatureKind = .ecdsa(.p256)) throws -> HandshakeMoment {
    guard let hello = ClientHello(body: try ScriptedHello.honest().message.dropFirst(4)) else {
      throw HarnessFailure(.internal, "a scripted hello that does not parse")
    }
    return HandshakeMoment(hello, kind)
  }
}
