/// What a text report may use of the terminal it is shown on.
public struct ReportStyle: Sendable, Hashable {
  public var color: Bool
  /// Characters beyond ASCII for symbols and lines.
  public var unicode: Bool
  /// Columns.
  public var width: Int

  public init(color: Bool = false, unicode: Bool = true, width: Int = 120) {
    self.color = color
    self.unicode = unicode
    self.width = max(40, width)
  }

  var ink: Ink { Ink(isOn: color) }
  var glyphs: Glyphs { unicode ? .unicode : .ascii }
}
