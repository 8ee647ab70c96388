public import RogueModel
public import RogueScenarios

/// A search for chains about which validators disagree.
///
/// It breeds candidates from starting points and from its finds, puts them to a panel, and keeps the smallest example of each
/// vector and cause. A seed and a number of candidates determine the result.
public struct Exploration: Sendable {
  /// Answers for each candidate in turn; nil: it is no world that can be minted.
  public typealias Panel = @Sendable ([Candidate]) async throws(HarnessFailure) -> [PanelVector?]

  public let grammar: WorldGrammar
  public let seed: UInt64
  /// The starting points that are worlds, with their answers.
  private var roots: [Candidate] = []
  /// What the members answer to each world's own chain: a change that makes no difference shows nothing.
  private var healthy: [Place: PanelVector] = [:]
  private var known: [String: [Set<String>]] = [:]
  /// In the order in which they were met.
  public private(set) var finds: [Find] = []
  /// The number of candidates that were put, those of shrinking included.
  public private(set) var cases = 0
  /// The number of candidates that were bred.
  public private(set) var bred = 0
  /// The vectors of the starting points, and of everything since.
  public private(set) var patternsBefore: Set<String> = []
  public private(set) var patterns: Set<String> = []

  private struct Place: Hashable {
    var world: String
    var policy: String

    init(_ candidate: Candidate) { (world, policy) = (candidate.world, candidate.policy) }
  }

  private let breeder: Breeder
  private let shrinker: Shrinker

  public static let batch = 64

  public init(_ grammar: WorldGrammar, seed: UInt64) {
    self.grammar = grammar
    self.seed = seed
    breeder = Breeder(grammar)
    shrinker = Shrinker(grammar: grammar)
  }

  /// Puts the starting points: what they show is known.
  public mutating func begin(with starts: [Candidate], _ panel: Panel) async throws(HarnessFailure) {
    for start in stride(from: 0, to: starts.count, by: Self.batch) {
      let some = Array(starts[start..<min(starts.count, start + Self.batch)])
      for (candidate, vector) in zip(some, try await panel(some)) {
        guard let vector, let place = grammar.place(candidate.world) else { continue }
        roots.append(candidate)
        patternsBefore.insert(vector.letters)
        let changes = candidate.changes(in: place)
        if candidate.isHealthy(in: place) {
          healthy[Place(candidate)] = vector
        } else if vector.isInteresting {
          know(vector, changes)
        }
      }
      cases += some.count
    }
    patterns = patternsBefore
  }

  /// Goes on from finds that an earlier search kept.
  public mutating func resume(_ finds: [Find], bred: Int, cases: Int) {
    self.finds = finds
    self.bred = bred
    self.cases = cases
    for find in finds {
      know(find.vector, Set(find.changes))
      patterns.insert(find.vector.letters)
    }
  }

  public var hasStarted: Bool { !roots.isEmpty }

  /// One batch of new candidates, and what becomes of them.
  ///
  /// - Returns: The finds that are new.
  public mutating func step(_ panel: Panel) async throws(HarnessFailure) -> [Find] {
    let candidates = breed()
    let vectors = try await panel(candidates)
    cases += candidates.count
    try await learn(candidates, panel)
    var new: [Find] = []
    for (candidate, vector) in zip(candidates, vectors) {
      guard let vector, let place = grammar.place(candidate.world) else { continue }
      patterns.insert(vector.letters)
      guard vector.isInteresting, vector.letters != healthy[Place(candidate)]?.letters,
        !isKnown(vector, candidate.changes(in: place))
      else { continue }
      let (smallest, answers) = try await shrink(candidate, vector, panel)
      let changes = smallest.changes(in: place)
      guard !isKnown(answers, changes) else { continue }
      know(answers, changes)
      let find = Find(candidate: smallest, vector: answers, changes: changes.sorted(), number: cases)
      finds.append(find)
      new.append(find)
    }
    return new
  }

  /// What the members answer to the healthy chains under these worlds and policies.
  private mutating func learn(_ candidates: [Candidate], _ panel: Panel) async throws(HarnessFailure) {
    var chains: [Candidate] = []
    for candidate in candidates where healthy[Place(candidate)] == nil {
      guard let place = grammar.place(candidate.world) else { continue }
      let chain = Candidate(world: candidate.world, policy: candidate.policy, present: place.present)
      if !chains.contains(chain) { chains.append(chain) }
    }
    guard !chains.isEmpty else { return }
    for (chain, vector) in zip(chains, try await panel(chains)) { healthy[Place(chain)] = vector }
    cases += chains.count
  }

  private mutating func breed() -> [Candidate] {
    var candidates: [Candidate] = []
    var tries = 0
    while candidates.count < Self.batch, tries < 20 * Self.batch {
      tries += 1
      var dice = Dice(seed: seed, throw: bred)
      bred += 1
      // What was interesting leads on, as often as what was there.
      let pool = dice.number(below: 2) == 0 || finds.isEmpty ? roots : finds.map(\.candidate)
      guard let parent = dice.one(of: pool), let other = dice.one(of: finds.map(\.candidate) + roots.prefix(1)),
        let child = breeder.child(of: parent, other, &dice), !candidates.contains(child)
      else { continue }
      candidates.append(child)
    }
    return candidates
  }

  private mutating func shrink(
    _ candidate: Candidate, _ vector: PanelVector, _ panel: Panel
  ) async throws(HarnessFailure) -> (Candidate, PanelVector) {
    var (best, answers) = (candidate, vector)
    if let retold = shrinker.retold(candidate) {
      cases += 1
      if let same = try await panel([retold])[0], same.signature == vector.signature {
        (best, answers) = (retold, same)
      }
    }
    for _ in 0..<32 {
      let simpler = shrinker.simpler(than: best)
      guard !simpler.isEmpty else { break }
      let vectors = try await panel(simpler)
      cases += simpler.count
      guard let index = vectors.firstIndex(where: { $0?.signature == vector.signature }), let same = vectors[index]
      else {
        break
      }
      (best, answers) = (simpler[index], same)
    }
    return (best, answers)
  }

  private mutating func know(_ vector: PanelVector, _ changes: Set<String>) {
    known[vector.signature, default: []].append(changes)
  }

  /// Whether fewer or the same changes showed it.
  private func isKnown(_ vector: PanelVector, _ changes: Set<String>) -> Bool {
    known[vector.signature]?.contains { $0.isSubset(of: changes) } ?? false
  }
}
