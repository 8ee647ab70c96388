public import RogueModel
internal import RogueScenarios

/// What a search keeps so that another one goes on from it.
public struct ExplorationState: Sendable {
  public var seed: UInt64
  public var panel: [String]
  public var bred: Int
  public var cases: Int
  public var finds: [Find]

  public init(seed: UInt64, panel: [String], bred: Int, cases: Int, finds: [Find]) {
    self.seed = seed
    self.panel = panel
    self.bred = bred
    self.cases = cases
    self.finds = finds
  }

  public var json: JSON {
    .object([
      JSON.Member("seed", .string(String(seed))), JSON.Member("panel", .array(panel.map(JSON.string))),
      JSON.Member("bred", .integer(Int64(bred))), JSON.Member("cases", .integer(Int64(cases))),
      JSON.Member("finds", .array(finds.map(Self.json))),
    ])
  }

  /// - Returns: nil: it is no such state.
  public init?(_ json: JSON) {
    guard let seed = json["seed"]?.string.flatMap({ UInt64($0) }),
      let panel = json["panel"]?.array?.compactMap(\.string),
      let bred = json["bred"]?.integer, let cases = json["cases"]?.integer, let finds = json["finds"]?.array
    else { return nil }
    let read = finds.compactMap(Self.find)
    guard read.count == finds.count, read.allSatisfy({ $0.vector.answers.count == panel.count }), bred >= 0, cases >= 0
    else { return nil }
    self.init(seed: seed, panel: panel, bred: Int(bred), cases: Int(cases), finds: read)
  }

  private static func json(_ find: Find) -> JSON {
    .object([
      JSON.Member("number", .integer(Int64(find.number))),
      JSON.Member("changes", .array(find.changes.map(JSON.string))),
      JSON.Member("world", .string(find.candidate.world)), JSON.Member("policy", .string(find.candidate.policy)),
      JSON.Member("present", .array(find.candidate.present.map(JSON.string))),
      JSON.Member(
        "added",
        .array(
          find.candidate.added.map { certificate in
            .object([
              JSON.Member("name", .string(certificate.name)),
              JSON.Member("keys", .object(certificate.keys.map { JSON.Member($0.key, .string($0.value)) })),
            ])
          })),
      JSON.Member("answers", .array(find.vector.answers.map(Self.json))),
    ])
  }

  private static func json(_ answer: PanelAnswer) -> JSON {
    switch answer {
    case .accepts: .object([JSON.Member("is", "accepts")])
    case .unasked: .object([JSON.Member("is", "unasked")])
    case .breaks(let why): .object([JSON.Member("is", "breaks"), JSON.Member("detail", .string(why))])
    case .noProof(let why): .object([JSON.Member("is", "no-proof"), JSON.Member("detail", .string(why))])
    case .refuses(let reason, let detail):
      .object(
        [JSON.Member("is", "refuses")]
          + [
            reason.map { JSON.Member("reason", .string($0.rawValue)) },
            detail.map { JSON.Member("detail", .string($0)) },
          ].compactMap(\.self))
    }
  }

  private static func find(_ json: JSON) -> Find? {
    guard let number = json["number"]?.integer, let changes = json["changes"]?.array?.compactMap(\.string),
      let world = json["world"]?.string, let policy = json["policy"]?.string,
      let present = json["present"]?.array?.compactMap(\.string), let added = json["added"]?.array,
      let answers = json["answers"]?.array
    else { return nil }
    let certificates = added.compactMap { item -> WorldGrammar.Certificate? in
      guard let name = item["name"]?.string, let keys = item["keys"]?.members else { return nil }
      return WorldGrammar.Certificate(
        name: name,
        keys: keys.compactMap { key in key.value.string.map { WorldGrammar.Entry(key: key.name, value: $0) } })
    }
    let read = answers.compactMap(Self.answer)
    guard certificates.count == added.count, read.count == answers.count else { return nil }
    return Find(
      candidate: Candidate(world: world, policy: policy, present: present, added: certificates),
      vector: PanelVector(read),
      changes: changes, number: Int(number))
  }

  private static func answer(_ json: JSON) -> PanelAnswer? {
    let detail = json["detail"]?.string
    switch json["is"]?.string {
    case "accepts": return .accepts
    case "unasked": return .unasked
    case "breaks": return .breaks(detail ?? "")
    case "no-proof": return .noProof(detail ?? "")
    case "refuses": return .refuses(json["reason"]?.string.flatMap(Reason.init(rawValue:)), detail: detail)
    default: return nil
    }
  }
}
