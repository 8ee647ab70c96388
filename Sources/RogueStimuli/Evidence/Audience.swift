public import RogueModel

/// Which validators can detect a change.
public enum Audience: Hashable, Sendable {
  /// Every validator that gets the server's certificates and the leaf's staple and queries responders, also one without
  /// TLS.
  case everybody
  /// Only validators that make the handshake themselves. A validator without TLS cannot be judged by it, because only
  /// the harness's client would react to the change.
  case handshake
}

/// Which validators can detect a defect of a server's leaf; each defect declares it.
public enum DefectAudience: Hashable, Sendable {
  case everybody
  /// Only validators that know how the handshake uses the key (RFC 8446, section 4.4.2.2).
  case handshake
  /// `handshake` for these values of the parameter `form`, every validator for the others.
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
