internal import RogueModel
internal import RogueTLS

/// The server's key share is not a valid public value (RFC 8446, sections 4.2.8.2 and 7.4.2; RFC 8422, sections 5.4 and
/// 5.11). A client that uses it all the same derives keys that an attacker can guess.
///
/// If arithmetic without checks has a known result, the server continues with it: a client that does not check the
/// value completes the handshake.
struct BadKeyShare: Behaviour {
  enum Fault: String, CaseIterable {
    /// A point of order two on another curve than P-256: half of all scalars lead to its own x coordinate.
    case offCurve = "off-curve"
    /// The point at infinity, one byte.
    case infinity
    /// The last byte is missing.
    case short
    /// An X25519 value of zeros, which makes every secret zero.
    case zero
  }

  private static let fault = WordParameter<Fault>(
    "fault", default: .offCurve, "off-curve (default), infinity, short (these on P-256) or zero (X25519)")

  static let descriptor = NamedDescriptor(
    name: "bad-key-share", summary: "the server's key share is not a valid public value",
    keywords: ["ECDHE"], versionKeywords: [.tls12: ["ServerKeyExchange"], .tls13: ["key_share"]],
    parameters: [fault.declared])

  private static let coordinate = 32
  /// (2, 0): on y² = x³ - 3x - 2, and far from P-256.
  private static let otherPoint =
    [4] + [UInt8](repeating: 0, count: coordinate - 1) + [2] + [UInt8](repeating: 0, count: coordinate)

  private let fault: Fault

  init(_ parameters: UseParameters) throws(HarnessFailure) {
    fault = try parameters.word(Self.fault)
  }

  func rewrite(_ script: inout HandshakeScript) {
    // X25519 or secp256r1.
    script.preferredGroup = fault == .zero ? 29 : 23
    script.at(\.share) { share, _ in spoil(&share) }
  }

  private func spoil(_ share: inout ServerShare) {
    switch fault {
    case .zero:
      guard share.value.count == 32 else { return }
      share.value = [UInt8](repeating: 0, count: 32)
      share.secret = share.value
    case _ where share.value.count != 1 + 2 * Self.coordinate: return
    case .offCurve:
      share.value = Self.otherPoint
      share.secret = Array(Self.otherPoint[1...Self.coordinate])
    case .infinity:
      share.value = [0]
      share.secret = [UInt8](repeating: 0, count: Self.coordinate)
    case .short: share.value.removeLast()
    }
  }

  func missingOffer(in hello: ClientHello) -> String? {
    if fault == .zero { return hello.evidence.groups.contains(29) ? nil : "x25519" }
    return hello.evidence.groups.contains(23) ? nil : "secp256r1"
  }

  func isPresented(on seen: SeenConnection) -> Bool {
    guard let value = seen.publicValue else { return false }
    switch fault {
    case .offCurve: return value == Self.otherPoint
    case .infinity: return value == [0]
    case .short: return value.count == 2 * Self.coordinate && value.first == 4
    case .zero: return value.count == 32 && value.allSatisfy { $0 == 0 }
    }
  }
}

extension SeenConnection {
  /// The server's public value, from its ServerHello (TLS 1.3) or its ServerKeyExchange with a named curve.
  fileprivate var publicValue: [UInt8]? {
    if let message = first(.serverKeyExchange) {
      var cursor = ByteCursor(message.body)
      guard cursor.bytes(3)?.first == 3 else { return nil }
      return cursor.vector8().map { Array($0) }
    }
    let hello = messages.map(\.asWritten).first { $0.type == .serverHello && !$0.isRetryRequest }
    guard let share = hello?.extensions?.first(where: { $0.type == HelloExtension.keyShare.rawValue }) else {
      return nil
    }
    var cursor = ByteCursor(share.content[...])
    guard cursor.uint16() != nil else { return nil }
    return cursor.vector16().map { Array($0) }
  }
}
