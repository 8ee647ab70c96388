public import RogueModel
public struct AdapterUnavailable: Error, CustomStringConvertible { public var description: String }
public enum AdapterFactory {
  public static func adapter(from manifest: AdapterManifest) -> Result<any Adapter, AdapterUnavailable> { .failure(AdapterUnavailable(description: "")) }
  public static func program(path: String) async -> Result<any Adapter, AdapterUnavailable> { .failure(AdapterUnavailable(description: "")) }
  public static func adapter(control: NegativeControl, executable: String) -> any Adapter { InProcessAdapter(name: control.rawValue, summary: "", isControl: true, validator: AcceptAll()) }
}
public enum NegativeControl: String, CaseIterable, Sendable { case crashes; public func runChild() -> Int32 { 0 } }
