internal import RogueScenarios

/// Takes away from a find what its vector does not need.
struct Shrinker {
  let grammar: WorldGrammar

  /// The same chain, told as changes of the world's own: an impostor that the world has ready becomes a copy of the certificate
  /// in whose place it stands. Nil: it is told so already.
  func retold(_ candidate: Candidate) -> Candidate? {
    guard let place = grammar.place(candidate.world) else { return nil }
    var other = candidate
    var (name, depth): (String?, Int) = (candidate.present.first, 0)
    while let current = name, depth < place.present.count, let certificate = other.certificate(current, in: place),
      !place.present.contains(current)
    {
      let next = certificate[WorldGrammar.issuer]
      let model = place.present[depth]
      if depth == 0 || other.present.contains(current), other.model(of: certificate, in: place)?.name != model {
        other.tell(certificate, as: other.fresh(Candidate.prefix + model, in: place))
      }
      (name, depth) = (next, depth + 1)
    }
    return other == candidate ? nil : other
  }

  /// The candidates with one thing less, the ones that take away most first; each is smaller or nearer to the healthy world.
  func simpler(than candidate: Candidate) -> [Candidate] {
    guard let place = grammar.place(candidate.world) else { return [] }
    var all: [Candidate] = []
    func add(_ other: Candidate) {
      var other = other
      other.prune(in: place)
      if other != candidate, !other.present.isEmpty, !all.contains(other) { all.append(other) }
    }
    for certificate in candidate.added {
      if let model = candidate.model(of: certificate, in: place) {
        add(restored(candidate, certificate, as: model.name))
      }
      add(without(candidate, certificate))
    }
    let models = candidate.present.map { name in
      candidate.added.first { $0.name == name }.flatMap { candidate.model(of: $0, in: place)?.name } ?? name
    }
    for (index, name) in models.enumerated().dropFirst()
    where !place.present.contains(name) || models[..<index].contains(name) {
      var other = candidate
      other.present.remove(at: index)
      add(other)
    }
    for (index, name) in place.present.enumerated() where !models.contains(name) {
      var other = candidate
      other.present.insert(name, at: min(index, other.present.count))
      add(other)
    }
    for (index, certificate) in candidate.added.enumerated() {
      let model = candidate.model(of: certificate, in: place)
      for key in Set(certificate.keys + (model?.keys ?? [])).map(\.key).sorted() where certificate[key] != model?[key] {
        // Who issued a copy, and whose key it has, is what the copy is for.
        if key == WorldGrammar.keyOf { continue }
        if key == WorldGrammar.issuer, candidate.added.contains(where: { $0.name == certificate[key] }) { continue }
        var other = candidate
        other.added[index][key] = model?[key]
        add(other)
        if certificate[key] != nil, model?[key] != nil {
          other.added[index][key] = nil
          add(other)
        }
      }
    }
    return all
  }

  /// The world's certificate instead of the copy, for the server and for what the copy issued.
  private func restored(
    _ candidate: Candidate, _ copy: WorldGrammar.Certificate, as name: String
  ) -> Candidate {
    var other = candidate
    other.added.removeAll { $0.name == copy.name }
    other.present = other.present.map { $0 == copy.name ? name : $0 }
    for index in other.added.indices where other.added[index][WorldGrammar.issuer] == copy.name {
      other.added[index][WorldGrammar.issuer] = name
    }
    return other
  }

  /// Without a certificate: its issuer issued what it issued.
  private func without(_ candidate: Candidate, _ certificate: WorldGrammar.Certificate) -> Candidate {
    var other = candidate
    other.added.removeAll { $0.name == certificate.name }
    other.present.removeAll { $0 == certificate.name }
    for index in other.added.indices where other.added[index][WorldGrammar.issuer] == certificate.name {
      other.added[index][WorldGrammar.issuer] = certificate[WorldGrammar.issuer]
    }
    return other
  }
}
