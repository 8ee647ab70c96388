public import RogueModel

/// Who can tell that something was changed.
public enum Audience: Hashable, Sendable {
  /// Whoever is shown the server's certificates and the leaf's staple, and asks responders: a validator without TLS, too.
  case everybody
  /// Only who shakes hands with the server. A validator without TLS cannot be asked: what the harness's client does about
  /// it would be held for the validator's own.
  case handshake
}

/// Who can tell that a server's leaf has a defect; said by the defect itself.
public enum DefectAudience: Hashable, Sendable {
  case everybody
  /// Only who knows what the key is about to do (RFC 8446, section 4.4.2.2).
  case handshake
  /// `handshake` for these values of the parameter `form`, `everybody` for the others.
  case handshakeInForms(Set<String>)

  public func audience(of use: NamedUse) -> Audience {
    switch self {
    case .everybody: return .everybody
    case .handshake: return .handshake
    case .handshakeInForms(let forms):
      guard case .text(let form) = use.parameters["form"] else { return .everybody }
      return forms.contains(form) ? .handshake : .everybody
    }
  }
}
