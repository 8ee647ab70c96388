internal import RogueModel

/// The messages of a flood, and their number.
struct FloodSize<Kind: RawRepresentable<String> & CaseIterable & Sendable>: Sendable {
  let kind: Kind
  let count: Int

  init(_ parameters: UseParameters, of kind: WordParameter<Kind>) throws(HarnessFailure) {
    self.kind = try parameters.word(kind)
    count = Int(try parameters.integer("count", default: 1000))
  }

  /// The parameters of a behaviour that floods.
  ///
  /// - Parameter most: the largest count.
  static func declared(_ kind: WordParameter<Kind>, most: Int) -> [NamedDescriptor.Parameter] {
    [kind.declared, .init(name: "count", kind: .integer, summary: "how many; default 1000", range: 2...most)]
  }

  /// The body of an alert: user_canceled at level warning, which ends nothing by itself (RFC 8446, section 6.1).
  static var userCanceled: [UInt8] { [1, 90] }
}
