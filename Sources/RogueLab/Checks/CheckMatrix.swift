internal import RogueDecisions
internal import RogueModel

/// Which case catches which wrong form in which circumstance.
struct CheckMatrix: Sendable {
  /// A check or another form of it, and a circumstance.
  enum State: Equatable {
    case caught
    case excluded(String)
    /// No case at `must` or `should` has the circumstance.
    case missing
    /// Cases have it, and in none of them is the rule asked.
    case unasked
    /// The rule is asked, and never decides alone.
    case open

    var isOpen: Bool {
      switch self {
      case .caught, .excluded: false
      case .missing, .unasked, .open: true
      }
    }
  }

  let forms: [Mutant]
  private(set) var cases: [CheckedCase] = []
  /// By form; the circumstances alone, then all but each.
  private(set) var caught: [Bits]
  /// By form and column: the place of the first case that catches the form.
  private var first: [[Int32]]
  /// By form and circumstance.
  private let exclusions: [[Int?]]
  /// Circumstances that some case has.
  private(set) var met = Bits(Circumstance.all.count)
  /// By rule: the circumstances in which some case asks it.
  private(set) var asked: [String: Bits] = [:]
  /// By rule: the circumstances without which some case asks it.
  private(set) var askedElsewhere: [String: Bits] = [:]

  init(_ forms: [Mutant]) {
    self.forms = forms
    exclusions = CheckExclusion.places(forms)
    caught = Array(repeating: Bits(Columns.count), count: forms.count)
    first = Array(repeating: Array(repeating: 0, count: Columns.count), count: forms.count)
  }

  mutating func add(_ item: CheckedCase) {
    var item = item
    for (rules, holding) in item.asked {
      met.formUnion(holding)
      let others = holding.complement(to: Circumstance.all.count)
      for rule in rules {
        asked[rule, default: Bits(Circumstance.all.count)].formUnion(holding)
        askedElsewhere[rule, default: Bits(Circumstance.all.count)].formUnion(others)
      }
    }
    item.asked = []
    for (form, kinds) in item.catches {
      let columns = item.columns(of: kinds)
      for column in columns.numbers(beyond: caught[form]) { first[form][column] = Int32(cases.count) }
      caught[form].formUnion(columns)
    }
    if !item.catches.isEmpty { cases.append(item) }
  }

  /// The state of a form that applies in one circumstance alone.
  func state(_ form: Int, _ circumstance: Int) -> State {
    if caught[form].contains(circumstance) { return .caught }
    let rules = forms[form].rules.replaced
    if let reason = exclusion(form, circumstance) { return .excluded(reason) }
    guard met.contains(circumstance) else { return .missing }
    let isAsked = rules.isEmpty || rules.contains { asked[$0]?.contains(circumstance) == true }
    return isAsked ? .open : .unasked
  }

  /// Why a form has no case in a circumstance; nil: it should have one.
  func exclusion(_ form: Int, _ circumstance: Int) -> String? {
    forms[form].uncaught ?? exclusions[form][circumstance].map { CheckExclusion.every[$0].reason }
  }

  /// A caught pair that no case can catch: the exclusion is wrong.
  func contradiction(_ form: Int, _ circumstance: Int) -> String? {
    guard caught[form].contains(circumstance), let place = exclusions[form][circumstance],
      place < CheckExclusion.undecidable.count
    else { return nil }
    return CheckExclusion.every[place].reason
  }

  /// The state of a form that applies everywhere but in one circumstance.
  func mirror(_ form: Int, _ circumstance: Int) -> State {
    if caught[form].contains(Circumstance.all.count + circumstance) { return .caught }
    if let reason = forms[form].uncaught ?? CheckExclusion.undecided(forms[form]) { return .excluded(reason) }
    let rules = forms[form].rules.replaced
    let isAsked = rules.isEmpty || rules.contains { askedElsewhere[$0]?.contains(circumstance) == true }
    return isAsked ? .open : .excluded("every case that asks the rule is in the circumstance")
  }

  /// How many pairs of some forms and circumstances have each state.
  struct Numbers: Sendable, Hashable {
    var caught = 0
    var excluded = 0
    var missing = 0
    var unasked = 0
    var open = 0
    /// Of the mirrored pairs.
    var mirrored = 0
    var excludedMirrors = 0
    var unmirrored = 0

    var allOpen: Int { missing + unasked + open }
    var all: Int { caught + excluded + allOpen }
  }

  func numbers(_ forms: some Sequence<Int>, _ circumstances: some Sequence<Int>) -> Numbers {
    var numbers = Numbers()
    for form in forms {
      for circumstance in circumstances {
        switch state(form, circumstance) {
        case .caught: numbers.caught += 1
        case .excluded: numbers.excluded += 1
        case .missing: numbers.missing += 1
        case .unasked: numbers.unasked += 1
        case .open: numbers.open += 1
        }
        switch mirror(form, circumstance) {
        case .caught: numbers.mirrored += 1
        case .excluded: numbers.excludedMirrors += 1
        case .missing, .unasked, .open: numbers.unmirrored += 1
        }
      }
    }
    return numbers
  }

  /// The first case that catches a form in a column.
  func firstCase(_ form: Int, _ column: Int) -> String? {
    caught[form].contains(column) ? cases[Int(first[form][column])].id : nil
  }

  /// The cases that together catch every caught pair, chosen greedily: each adds the most pairs.
  func smallestSet() -> [String] {
    var covered = Array(repeating: Bits(Columns.count), count: forms.count)
    func gain(_ item: CheckedCase) -> Int {
      item.catches.reduce(0) { $0 + item.columns(of: $1.kinds).count(beyond: covered[$1.form]) }
    }
    // What a case adds only falls, so that a case that still adds more than the next one ever did is the best.
    var waiting = cases.map { (gain: gain($0), item: $0) }.sorted { ($0.gain, $1.item.id) < ($1.gain, $0.item.id) }
    var chosen: [String] = []
    while let best = waiting.popLast(), best.gain > 0 {
      let now = gain(best.item)
      guard now >= waiting.last?.gain ?? 0 else {
        let place = waiting.firstIndex { $0.gain >= now } ?? waiting.count
        waiting.insert((now, best.item), at: place)
        continue
      }
      guard now > 0 else { break }
      chosen.append(best.item.id)
      for (form, kinds) in best.item.catches { covered[form].formUnion(best.item.columns(of: kinds)) }
    }
    return chosen
  }
}
