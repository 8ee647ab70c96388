public import RogueModel

extension Facts.Control {
  /// What a control says for the cases that lean on it.
  ///
  /// - Parameter judgement: nil: it was not run.
  public init(_ judgement: Judgement?) {
    switch judgement?.verdict {
    case .pass: self = .passed
    case .harnessError: self = .spoilt
    default: self = .failed
    }
  }
}
