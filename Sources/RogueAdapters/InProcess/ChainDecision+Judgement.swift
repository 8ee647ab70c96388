internal import RogueModel
internal import RogueOpenSSL

extension ChainDecision {
  /// The reaction of the client's handshake.
  var judgement: PeerVerdict {
    switch self {
    case .accept: .accept
    case .cancel(let reason, _): .refuse(reason.alert)
    }
  }
}
