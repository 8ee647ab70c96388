internal import RogueScenarios

/// Makes candidates out of others, by one to four changes.
struct Breeder {
  let grammar: WorldGrammar
  /// The keys that may change, in order.
  private let keys: [String]

  init(_ grammar: WorldGrammar) {
    self.grammar = grammar
    keys = grammar.values.keys.sorted().filter { $0 != WorldGrammar.keyOf }
  }

  func child(of parent: Candidate, _ other: Candidate, _ dice: inout Dice) -> Candidate? {
    guard let place = grammar.place(parent.world) else { return nil }
    var child = parent
    // Mostly one: what needs two is met through what one of them showed.
    let count = [1, 1, 1, 1, 2, 2, 3, 4][dice.number(below: 8)]
    for _ in 0..<count { change(&child, other, in: place, &dice) }
    child.prune(in: place)
    return child == parent || child.present.isEmpty || child.added.count > 8 || child.present.count > 12 ? nil : child
  }

  private func change(
    _ candidate: inout Candidate, _ other: Candidate, in place: WorldGrammar.Place, _ dice: inout Dice
  ) {
    switch dice.number(below: 20) {
    case 0..<11: setKey(&candidate, in: place, &dice)
    case 11, 12: removeKey(&candidate, in: place, &dice)
    case 13: insertCA(&candidate, in: place, &dice)
    case 14, 15: rearrange(&candidate, in: place, &dice)
    case 16: reissue(&candidate, in: place, &dice)
    case 17, 18: borrow(from: other, &candidate, in: place, &dice)
    default:
      candidate.policy = dice.one(of: place.policies.map(\.name)) ?? candidate.policy
      candidate.keepPins(in: place)
    }
  }

  private func setKey(_ candidate: inout Candidate, in place: WorldGrammar.Place, _ dice: inout Dice) {
    guard let name = dice.one(of: candidate.present), let key = dice.one(of: keys) else { return }
    let value =
      key == WorldGrammar.issuer
      ? dice.one(of: authorities(candidate, in: place)) : dice.one(of: grammar.values[key] ?? [])
    guard let value, candidate.certificate(name, in: place)?[key] != value else { return }
    candidate.edit(name, in: place) { $0[key] = value }
  }

  private func removeKey(_ candidate: inout Candidate, in place: WorldGrammar.Place, _ dice: inout Dice) {
    guard let name = dice.one(of: candidate.present), let certificate = candidate.certificate(name, in: place),
      let key = dice.one(of: certificate.keys.map(\.key).filter { $0 != WorldGrammar.keyOf })
    else { return }
    candidate.edit(name, in: place) { $0[key] = nil }
  }

  /// A CA between a certificate and its issuer, like the issuer.
  private func insertCA(_ candidate: inout Candidate, in place: WorldGrammar.Place, _ dice: inout Dice) {
    guard let index = candidate.present.indices.randomElement(&dice), index < candidate.present.count,
      let below = candidate.certificate(candidate.present[index], in: place),
      let issuer = below[WorldGrammar.issuer], var copy = candidate.certificate(issuer, in: place)
    else { return }
    copy.name = candidate.fresh(Candidate.prefix + "extra", in: place)
    copy[WorldGrammar.issuer] = issuer
    copy[WorldGrammar.keyOf] = nil
    copy["path-length"] = nil
    candidate.added.append(copy)
    candidate.edit(below.name, in: place) { $0[WorldGrammar.issuer] = copy.name }
    candidate.present.insert(copy.name, at: min(index + 1, candidate.present.count))
  }

  private func rearrange(_ candidate: inout Candidate, in place: WorldGrammar.Place, _ dice: inout Dice) {
    guard let index = candidate.present.indices.randomElement(&dice) else { return }
    switch dice.number(below: 4) {
    case 0 where candidate.present.count > 1: candidate.present.remove(at: index)
    case 1: candidate.present.insert(candidate.present[index], at: dice.number(below: candidate.present.count + 1))
    case 2 where candidate.present.count > 1:
      candidate.present.swapAt(index, dice.number(below: candidate.present.count))
    default:
      guard let more = dice.one(of: place.certificates.map(\.name)) else { return }
      candidate.present.insert(more, at: dice.number(below: candidate.present.count + 1))
    }
  }

  /// Another CA issues it.
  private func reissue(_ candidate: inout Candidate, in place: WorldGrammar.Place, _ dice: inout Dice) {
    guard let name = dice.one(of: candidate.present), let issuer = dice.one(of: authorities(candidate, in: place)),
      issuer != name
    else { return }
    candidate.edit(name, in: place) { $0[WorldGrammar.issuer] = issuer }
    if !candidate.present.contains(issuer), dice.number(below: 2) == 0 { candidate.present.append(issuer) }
  }

  /// A key of another candidate's certificates.
  private func borrow(
    from other: Candidate, _ candidate: inout Candidate, in place: WorldGrammar.Place, _ dice: inout Dice
  ) {
    guard let entry = dice.one(of: other.added.flatMap(\.keys)), entry.key != WorldGrammar.keyOf,
      let name = dice.one(of: candidate.present), entry.key != WorldGrammar.issuer
    else { return setKey(&candidate, in: place, &dice) }
    candidate.edit(name, in: place) { $0[entry.key] = entry.value }
  }

  private func authorities(_ candidate: Candidate, in place: WorldGrammar.Place) -> [String] {
    (place.certificates + candidate.added).filter { $0[WorldGrammar.isCA] == "true" }.map(\.name)
  }
}

extension Range<Int> {
  fileprivate func randomElement(_ dice: inout Dice) -> Int? { isEmpty ? nil : lowerBound + dice.number(below: count) }
}
