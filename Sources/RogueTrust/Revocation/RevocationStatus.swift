/// The known status of one certificate's revocation.
public enum RevocationStatus: Sendable, Hashable {
  /// An authorised and current source says good.
  case good
  case revoked(String)
  /// No source had a valid status; the reason of each queried source.
  case unknown(String)
}

/// A source of revocation information.
public enum RevocationSource: Sendable, Hashable, CaseIterable {
  case staple, listAtHand, responder, fetchedList

  /// Whether it needs a query.
  public var requiresNetwork: Bool {
    switch self {
    case .staple, .listAtHand: false
    case .responder, .fetchedList: true
    }
  }
}
