public import RogueModel
import RogueStimuli

extension World {
  /// Whether the result depends on the position of pins: in a pin set of the policy no pin matches, and one of them would
  /// if it were compared with every certificate of the path.
  public func needsPinPositions(_ policy: PolicyRecipe) -> Bool {
    servers.contains { server in
      guard let leaf = server.present.first else { return false }
      let above = issuers(above: leaf)
      return policy.pinSets.contains { set in
        let pins = set.any.filter { $0.likeness == nil && $0.file == nil }
        func matches(_ pin: PolicyRecipe.Pin, at position: PinPosition) -> Bool {
          switch position {
          case .leaf: isPinned(leaf, by: pin)
          case .ca: above.contains { isPinned($0, by: pin) }
          case .chain: isPinned(leaf, by: pin) || above.contains { isPinned($0, by: pin) }
          }
        }
        return !pins.contains { matches($0, at: $0.position) } && pins.contains { matches($0, at: .chain) }
      }
    }
  }

  private func isPinned(_ name: String, by pin: PolicyRecipe.Pin) -> Bool {
    guard pin.kind == .spki else { return name == pin.of }
    func key(_ name: String) -> String { certificate(name)?[KeyOf.self] ?? name }
    return key(name) == key(pin.of)
  }

  /// The certificates of all paths above this one: its issuer, every certificate with that one's name and key, and so on.
  private func issuers(above name: String) -> Set<String> {
    var found: Set<String> = []
    var pending = [name]
    while let next = pending.popLast() {
      guard let issuer = certificate(next)?[Issuer.self].flatMap(certificate) else { continue }
      for copy in certificates where isSame(copy, issuer) && found.insert(copy.name).inserted {
        pending.append(copy.name)
      }
    }
    return found.subtracting([name])
  }

  private func isSame(_ left: CertificateRecipe, _ right: CertificateRecipe) -> Bool {
    (left[SubjectOf.self] ?? left.name) == (right[SubjectOf.self] ?? right.name)
      && (left[KeyOf.self] ?? left.name) == (right[KeyOf.self] ?? right.name)
  }
}
