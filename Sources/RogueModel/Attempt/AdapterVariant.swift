/// One version of an adapter's client, as people name it: `ADAPTER@VERSION`.
public struct AdapterVariant: Hashable, Sendable {
  /// The adapter's name.
  public var adapter: String
  /// A version such as `42` or `2.0.7`, or the path of a program that takes the place of the adapter's.
  public var version: String

  public init(adapter: String, version: String) {
    self.adapter = adapter
    self.version = version
  }

  public var name: String { "\(adapter)@\(version)" }

  /// The path of a program, not a version.
  public var isProgram: Bool { version.contains("/") }

  /// The meaning of a name with an `@`: `curl@/opt/curl-8/bin/curl`, `urllib3@1.26,2.0`. Nil: the name has none, or
  /// nothing on one side of it.
  public static func all(in name: String) -> [AdapterVariant]? {
    guard let at = name.firstIndex(of: "@"), at != name.startIndex else { return nil }
    let adapter = String(name[..<at])
    let versions = name[name.index(after: at)...].split(separator: ",", omittingEmptySubsequences: false)
    guard !versions.contains(where: \.isEmpty), !adapter.contains("/") else { return nil }
    return versions.map { AdapterVariant(adapter: adapter, version: String($0)) }
  }

  /// The adapter that a column is of, whichever version it shows.
  public static func adapter(of name: String) -> String { String(name.prefix { $0 != "@" }) }
}
