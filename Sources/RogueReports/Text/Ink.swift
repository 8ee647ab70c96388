/// Paints text for a terminal (ECMA-48 SGR), or leaves it alone.
///
/// Everything that colour says is said in words as well, so that nothing is lost without it.
package struct Ink: Sendable {
  package enum Tint: String, Sendable {
    case red = "31"
    case alarm = "1;31"
    case yellow = "33"
    case green = "32"
    case cyan = "36"
    case bold = "1"
    case dim = "2"
  }

  let isOn: Bool

  package func callAsFunction(_ tint: Tint, _ text: String) -> String {
    isOn && !text.isEmpty ? "\u{1b}[\(tint.rawValue)m\(text)\u{1b}[0m" : text
  }
}
