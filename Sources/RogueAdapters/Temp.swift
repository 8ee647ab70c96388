public import RogueModel

extension AdapterFactory {
  public static func adapter(control: NegativeControl, executable: String) -> any Adapter { InProcessAdapter(name: control.rawValue, summary: "", isControl: true, validator: AcceptAll()) }
}
public enum NegativeControl: String, CaseIterable, Sendable { case crashes; public func runChild() -> Int32 { 0 } }
