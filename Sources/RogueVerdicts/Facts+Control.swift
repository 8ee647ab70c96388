public import RogueModel

extension Facts.Control {
  /// A control's effect on the cases that need it.
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
