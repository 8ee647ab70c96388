internal import RogueModel
internal import RogueOpenSSL

extension ChainDecision {
  /// What the client's handshake does about it.
  var judgement: PeerVerdict {
    switch self {
    case .accept: .accept
    case .cancel(let reason, _): .refuse(reason.alert)
    }
  }
}
