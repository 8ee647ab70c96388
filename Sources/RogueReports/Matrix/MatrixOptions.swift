/// How much of a comparison is shown.
public struct MatrixOptions: Sendable, Hashable {
  /// Every scenario, also those that all clients get right.
  public var showsAll: Bool
  /// Why each verdict is what it is.
  public var showsNotes: Bool

  public init(showsAll: Bool = false, showsNotes: Bool = false) {
    self.showsAll = showsAll
    self.showsNotes = showsNotes
  }
}
