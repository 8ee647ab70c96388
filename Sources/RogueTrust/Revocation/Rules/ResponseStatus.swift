package import RogueModel
internal import RogueOpenSSL

extension Rule<ResponseQuestion, RevocationStatus?> {
  /// A revoked certificate stays revoked: such a response counts, even if it has expired, and whatever the date of the
  /// revocation.
  package static var revokedResponse: Self {
    Self("revocation/revoked-response", "RFC 6960, section 2.2") { question in
      guard case .revoked = question.statement?.status else { return nil }
      return .revoked("\(question.name) says revoked")
    }
  }

  /// `unknown` is not good.
  package static var unknownResponse: Self {
    Self("revocation/unknown-response", "RFC 6960, section 2.2") { question in
      question.statement?.status == .unknown ? question.doubt("says unknown") : nil
    }
  }
}
