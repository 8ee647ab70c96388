public import RogueModel

/// The decisions of a right validator in one area: the factors that it must consider, and an ordered list of rules that
/// computes the right answer from their values.
///
/// The rules are a second formulation, which no scenario's `expect` depends on.
public struct DecisionTable: Sendable {
  /// `family/name`, as for a scenario.
  public var id: String
  public var title: String
  public var why: String
  public var factors: [Factor]
  public var impossible: [Impossible]
  /// What can be impossible beside these; nil: nothing.
  public var obstacles: Obstacles?
  /// The first rule whose condition holds gives the answer; the last one has no condition.
  public var rules: [Rule]
  /// Cells show every combination of so many values that decides.
  public var strength: Int
  /// The place of the factor that decides every cell, because each of its values has its own control; nil: in each cell
  /// those factors decide that change the answer.
  public var decidingFactor: Int?
  public var location: SourceLocation

  public init(
    id: String, title: String, why: String, factors: [Factor], impossible: [Impossible] = [],
    obstacles: Obstacles? = nil, rules: [Rule], strength: Int = 2, decidingFactor: Int? = nil,
    location: SourceLocation
  ) {
    self.id = id
    self.title = title
    self.why = why
    self.factors = factors
    self.impossible = impossible
    self.obstacles = obstacles
    self.rules = rules
    self.strength = strength
    self.decidingFactor = decidingFactor
    self.location = location
  }

  /// Something that an answer may depend on.
  public struct Factor: Hashable, Sendable {
    public var name: String
    public var values: [String]

    public init(_ name: String, _ values: [String]) {
      self.name = name
      self.values = values
    }
  }

  /// Holds if each factor that it names has one of the values.
  public struct Condition: Hashable, Sendable {
    public var terms: [Term]

    public struct Term: Hashable, Sendable {
      /// The factor's place in the table.
      public var factor: Int
      /// The values' places in the factor.
      public var values: Set<Int>

      public init(factor: Int, values: Set<Int>) {
        self.factor = factor
        self.values = values
      }
    }

    public init(_ terms: [Term] = []) { self.terms = terms }

    public func holds(for cell: Cell) -> Bool { terms.allSatisfy { $0.values.contains(cell[$0.factor]) } }
  }

  /// A combination that no server or configuration can have.
  public struct Impossible: Hashable, Sendable {
    public var condition: Condition
    public var because: String

    public init(_ condition: Condition, because: String) {
      self.condition = condition
      self.because = because
    }
  }

  public struct Rule: Hashable, Sendable {
    public var condition: Condition
    public var expectation: Expectation
    public var level: Level
    /// The sentence of the standard.
    public var because: String
    public var location: SourceLocation?

    public init(
      _ condition: Condition, _ expectation: Expectation, level: Level = .must, because: String,
      location: SourceLocation? = nil
    ) {
      self.condition = condition
      self.expectation = expectation
      self.level = level
      self.because = because
      self.location = location
    }

    public var accepts: Bool { !expectation.mustCancel }
  }

  /// One value for every factor, by its place.
  public struct Cell: Hashable, Sendable {
    public var values: [Int]

    public init(_ values: [Int]) { self.values = values }

    public subscript(factor: Int) -> Int {
      get { values[factor] }
      set { values[factor] = newValue }
    }
  }

  /// The title of a cell's scenario.
  public func title(of cell: Cell) -> String { "\(title): \(name(of: cell))" }

  /// `kind=spki,host=below-2`, with every factor.
  public func name(of cell: Cell) -> String {
    zip(factors, cell.values).map { "\($0.name)=\($0.values[$1])" }.joined(separator: ",")
  }

  /// The cell of that name; nil if a factor is missing, unknown or has no such value.
  public func cell(named name: some StringProtocol) -> Cell? {
    var values = [Int?](repeating: nil, count: factors.count)
    for part in name.split(separator: ",", omittingEmptySubsequences: false) {
      let words = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard words.count == 2, let factor = factors.firstIndex(where: { $0.name == words[0] }), values[factor] == nil,
        let value = factors[factor].values.firstIndex(of: String(words[1]))
      else { return nil }
      values[factor] = value
    }
    let known = values.compactMap(\.self)
    return known.count == factors.count ? Cell(known) : nil
  }

  /// Why a cell cannot be; nil if it can.
  public func impossibility(of cell: Cell) -> Impossible? {
    impossible.first { $0.condition.holds(for: cell) } ?? obstacles?.obstacle(to: cell)
  }

  /// The place of the rule that decides the cell.
  public func rule(of cell: Cell) -> Int {
    rules.firstIndex { $0.condition.holds(for: cell) } ?? rules.count - 1
  }

  /// A small number for each rule: 0 if it refuses; rules that accept have the same number if the client presents the same
  /// certificates in all of them.
  var kindsOfAnswers: [UInt8] {
    var known: [Expectation] = []
    return rules.map { rule in
      guard rule.accepts else { return 0 }
      if let place = known.firstIndex(of: rule.expectation) { return UInt8(place + 1) }
      known.append(rule.expectation)
      return UInt8(known.count)
    }
  }

  /// Whether a right validator accepts in this cell.
  public func accepts(_ cell: Cell) -> Bool { rules[rule(of: cell)].accepts }

  /// The cells that differ from this one in one factor alone and have the other disposition.
  public func contrasts(of cell: Cell) -> [(factor: Int, cell: Cell)] {
    let accepts = accepts(cell)
    return factors.indices.flatMap { factor in
      factors[factor].values.indices.compactMap { value -> (factor: Int, cell: Cell)? in
        guard value != cell[factor] else { return nil }
        var other = cell
        other[factor] = value
        guard impossibility(of: other) == nil, self.accepts(other) != accepts else { return nil }
        return (factor, other)
      }
    }
  }
}
