internal import RogueModel
internal import RogueTrust

extension PolicyCheck {
  /// For libraries that support only SPKI pins, without positions; a set without any of them does not count.
  ///
  /// - Parameter matches: whether the keys of a path (its leaf's first) satisfy the SPKI pins of a set.
  static func keyPins(
    _ matches: @escaping @Sendable (_ pins: [AttemptPolicy.Pin], _ keys: [[UInt8]?]) -> Bool
  ) -> PolicyCheck {
    pinCheck { set, path in
      let pins = set.any.filter { $0.kind == .spki && $0.likeness == nil }
      guard !pins.isEmpty else { return !set.any.isEmpty }
      return matches(pins, path.map { CertificateFacts(der: $0)?.spki })
    }
  }

  /// SPKI pins, compared with the leaf.
  static var leafPins: PolicyCheck { keyPins { pins, keys in pins.contains { $0.der == keys.first } } }

  /// SPKI pins, compared with every element.
  static var anyElementPins: PolicyCheck { keyPins { pins, keys in pins.contains { keys.contains($0.der) } } }

  /// Two lists of SPKI pins: leaf pins for the leaf, others for the CAs; if a set has both, both must match.
  static var leafAndCAPins: PolicyCheck {
    keyPins { pins, keys in
      let leafPins = pins.filter { $0.position == .leaf }
      let others = pins.filter { $0.position != .leaf }
      return (leafPins.isEmpty || leafPins.contains { $0.der == keys.first })
        && (others.isEmpty || others.contains { keys.dropFirst().contains($0.der) })
    }
  }
}
