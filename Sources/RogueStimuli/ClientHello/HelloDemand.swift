public import RogueModel

/// Something that an expectation can demand of a client's ClientHello (RFC 8446, section 4.1.2).
///
/// A new one is its file, and a line in `HelloDemands.all`.
public protocol HelloDemand: ParsedSettingKey, SendableMetatype {
  static var name: String { get }
  /// One line for messages, the schema and the documentation, with the section of the RFC.
  static var summary: String { get }
  /// The field of the attempt that requires it; nil: none, or all clients have it.
  static var field: HelloField? { get }
  /// The value in YAML's flow form; nil if the scenario demands nothing.
  static func text(_ value: Value) -> String?
  /// The objection to a ClientHello, as a clause with the ClientHello as its subject; nil: none.
  ///
  /// - Parameter host: the host that the attempt names.
  static func objection(_ value: Value, to hello: ClientHelloEvidence, asking host: String) -> String?
}

/// A field of the attempt without which a client cannot know what its ClientHello must say.
public struct HelloField: Hashable, Sendable {
  public var field: AttemptField
  /// The adapter must apply the field; a value that the client always uses instead does not count.
  public var isToBeApplied: Bool
}

extension HelloDemand {
  public static var field: HelloField? { nil }

  fileprivate static func field(of demands: Settings) -> HelloField? { text(demands[Self.self]) == nil ? nil : field }

  fileprivate static func entry(of demands: Settings) -> String? { text(demands[Self.self]).map { "\(name): \($0)" } }

  fileprivate static func objection(
    of demands: Settings, to hello: ClientHelloEvidence, asking host: String
  ) -> String? { objection(demands[Self.self], to: hello, asking: host) }
}

public enum HelloDemands {
  /// In the order of the schema.
  public static let all: [any HelloDemand.Type] = [
    ServerNameDemand.self, ProtocolsDemand.self, StatusRequestDemand.self, OldestVersionDemand.self,
    PostHandshakeDemand.self,
  ]

  /// The fields that must reach a client for these demands.
  public static func fields(of demands: Settings) -> [HelloField] { all.compactMap { $0.field(of: demands) } }

  /// Each demand in YAML's flow form.
  public static func texts(of demands: Settings) -> [String] { all.compactMap { $0.entry(of: demands) } }

  /// All of them in YAML's flow form; nil if the scenario demands nothing.
  public static func text(of demands: Settings) -> String? {
    let texts = texts(of: demands)
    return texts.isEmpty ? nil : "{\(texts.joined(separator: ", "))}"
  }

  /// The objections to a ClientHello, as clauses with it as their subject.
  public static func objections(
    of demands: Settings, to hello: ClientHelloEvidence, asking host: String
  ) -> [String] { all.compactMap { $0.objection(of: demands, to: hello, asking: host) } }
}
