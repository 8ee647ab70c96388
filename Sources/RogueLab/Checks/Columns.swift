internal import RogueDecisions
internal import RogueModel
internal import RogueTrust

/// The columns of the matrix: in each circumstance alone, then everywhere but in it.
struct Columns {
  static let count = 2 * Circumstance.all.count

  /// Columns with the same decisions of a case, and of its control.
  struct Kind {
    var places: UInt64
    var controls: UInt64
    var columns: Bits
  }

  /// At most 64: more decisions than six have few combinations.
  let kinds: [Kind]

  init(of holding: [Bits], control: [Bits]) {
    let places = Self.places(holding)
    let controls = Self.places(control)
    var known: [[UInt64]: Int] = [:]
    var kinds: [Kind] = []
    for column in 0..<Self.count where places[column] != 0 {
      let key = [places[column], controls[column]]
      let index = known[key] ?? kinds.count
      if index == kinds.count {
        guard index < 64 else { continue }
        known[key] = index
        kinds.append(Kind(places: key[0], controls: key[1], columns: Bits(Self.count)))
      }
      kinds[index].columns.insert(column)
    }
    self.kinds = kinds
  }

  /// For each column the decisions in which a form applies.
  private static func places(_ holding: [Bits]) -> [UInt64] {
    let circumstances = count / 2
    let all: UInt64 = holding.isEmpty ? 0 : UInt64.max >> UInt64(64 - holding.count)
    let there = (0..<circumstances).map { circumstance in
      holding.enumerated().reduce(UInt64(0)) { $1.element.contains(circumstance) ? $0 | 1 << UInt64($1.offset) : $0 }
    }
    return there + there.map { ~$0 & all }
  }

  /// The kinds of columns in which a case catches a form: it fails there, and is right about the control.
  func shown(
    by form: Mutant, in trial: OfflineTrial, _ control: OfflineTrial?, _ environment: TrustEnvironment,
    _ fetcher: OfflineFetcher
  ) -> UInt64 {
    var failing: [UInt64: Bool] = [:]
    var refusing: [UInt64: Bool] = [:]
    var shown: UInt64 = 0
    for (index, kind) in kinds.enumerated() {
      let fails =
        failing[kind.places]
        ?? FormPair(form, environment).outcome(of: trial, at: kind.places, fetcher).fails
      failing[kind.places] = fails
      guard fails else { continue }
      if let control, kind.controls != 0 {
        let isWrong =
          refusing[kind.controls]
          ?? (FormPair(form, environment).outcome(of: control, at: kind.controls, fetcher).wrong != nil)
        refusing[kind.controls] = isWrong
        if isWrong { continue }
      }
      shown |= 1 << UInt64(index)
    }
    return shown
  }
}
