internal import RogueModel
internal import RogueTrust

/// How a validator reads the pins of its policy.
public enum PinReading: Sendable, Hashable, CaseIterable {
  /// Every pin at its own position and of its own kind.
  case asConfigured
  /// SPKI pins, compared with the leaf whatever their position; certificate pins are not known.
  case leafOnly
  /// SPKI pins, compared with every element.
  case anyElement
  /// Two lists of SPKI pins: leaf pins for the leaf, others for the CAs; where a set has both, both have to match.
  case leafAndCALists
}

/// Compares a validated path with pin sets.
struct PinMatcher {
  var sets: [AttemptPolicy.PinSet]
  var reading: PinReading
  /// Seconds since 1970.
  var now: Int64

  /// Which set speaks against the path, in words; nil when all that apply to the host are satisfied.
  ///
  /// - Parameter path: DER, leaf first, anchor included.
  func mismatch(of path: [[UInt8]], host: String) -> String? {
    for set in sets where applies(set, to: host) && !matches(set, path) {
      return "no pin for \(set.host) fits the path"
    }
    return nil
  }

  func applies(_ set: AttemptPolicy.PinSet, to host: String) -> Bool {
    if let expires = set.expires, now > expires.secondsSince1970 { return false }
    let name = Self.normalised(host)
    let own = Self.normalised(set.host)
    return name == own || set.includeSubdomains && name.hasSuffix("." + own)
  }

  /// Without case and final dot.
  static func normalised(_ host: String) -> String {
    let lower = host.lowercased()
    return lower.last == "." ? String(lower.dropLast()) : lower
  }

  private func matches(_ set: AttemptPolicy.PinSet, _ path: [[UInt8]]) -> Bool {
    let keys = path.map { CertificateFacts(der: $0)?.spki }
    if reading == .asConfigured {
      return set.any.contains { pin in
        let elements = pin.kind == .spki ? keys : path.map(Optional.some)
        return elements.indices.contains { pin.position.contains($0) && elements[$0] == pin.der }
      }
    }
    let pins = set.any.filter { $0.kind == .spki }
    // A library that knows SPKI pins alone is not configured for this host when there are none.
    guard !pins.isEmpty || set.any.isEmpty else { return true }
    switch reading {
    case .asConfigured: return false
    case .leafOnly: return pins.contains { $0.der == keys.first }
    case .anyElement: return pins.contains { keys.contains($0.der) }
    case .leafAndCALists:
      let leafPins = pins.filter { $0.position == .leaf }
      let others = pins.filter { $0.position != .leaf }
      guard !pins.isEmpty else { return false }
      return (leafPins.isEmpty || leafPins.contains { $0.der == keys.first })
        && (others.isEmpty || others.contains { keys.dropFirst().contains($0.der) })
    }
  }
}

extension PinPosition {
  /// Whether an element of the path stands there; 0 is the leaf.
  func contains(_ index: Int) -> Bool {
    switch self {
    case .leaf: index == 0
    case .ca: index > 0
    case .chain: true
    }
  }
}
