/// The features of the terminal that a text report may use.
public struct ReportStyle: Sendable, Hashable {
  public var color: Bool
  /// Characters beyond ASCII for symbols and lines.
  public var unicode: Bool
  /// Columns.
  public var width: Int
  /// Names that are longer than the width allows are cut. Programs and files get them whole: two scenarios may be alike
  /// in all that is left.
  public var cutsNames: Bool

  public init(color: Bool = false, unicode: Bool = true, width: Int = 120, cutsNames: Bool = true) {
    self.color = color
    self.unicode = unicode
    self.width = max(40, width)
    self.cutsNames = cutsNames
  }

  package var ink: Ink { Ink(isOn: color) }
  var glyphs: Glyphs { unicode ? .unicode : .ascii }
}
