import RogueTLS

extension ClientCheck {
  /// The checks that only a client that resumes sessions reaches.
  static let ofSessions: Set<ClientCheck> = [
    .sessionOffered, .masterSecretKept, .earlyDataSession, .earlyDataProtocol,
  ]

  /// Those without which a client refuses what is right, and accepts nothing more.
  static let ofRefusals: Set<ClientCheck> = [.downgradeOffer]
}
