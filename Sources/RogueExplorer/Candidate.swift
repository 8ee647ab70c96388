public import RogueScenarios

/// A chain that may be wrong in several ways: a world, certificates added to it, and what the server presents of both.
///
/// It is written as a scenario, so that what a search finds is read, run and explained like any other rogue.
public struct Candidate: Sendable, Hashable {
  public var world: String
  public var policy: String
  /// The certificates that the world does not have.
  public var added: [WorldGrammar.Certificate]
  /// The names of what the server presents, leaf first.
  public var present: [String]

  public init(world: String, policy: String, present: [String], added: [WorldGrammar.Certificate] = []) {
    self.world = world
    self.policy = policy
    self.present = present
    self.added = added
  }

  /// The names that it adds begin so; what follows is the certificate of the world that it is a copy of.
  static let prefix = "odd-"

  /// The scenario's text.
  ///
  /// - Parameters:
  ///   - comment: lines that stand above it, without `#`.
  ///   - expectation: in flow form.
  public func scenario(
    id: String, title: String, why: String, comment: [String] = [], expectation: String = "{disposition: cancel}"
  ) -> String {
    var lines = comment.map { "# \($0)" }
    lines += ["scenario: \(id)", "title: \(title)", "why: >-"]
    lines += why.split(separator: "\n").map { "  \($0)" }
    lines += ["level: may", "severity: low", "world: \(world)", "policies: [\(policy)]"]
    if !added.isEmpty {
      lines.append("certificates:")
      lines += added.map { certificate in
        "  \(certificate.name): {\(certificate.keys.map { "\($0.key): \($0.value)" }.joined(separator: ", "))}"
      }
    }
    lines += ["mutate: {server.present: [\(present.joined(separator: ", "))]}", "expect: \(expectation)"]
    return lines.joined(separator: "\n") + "\n"
  }
}

// MARK: - Changes

extension Candidate {
  func certificate(_ name: String, in place: WorldGrammar.Place) -> WorldGrammar.Certificate? {
    added.first { $0.name == name } ?? place.certificate(name)
  }

  /// Changes a certificate. One of the world's is copied first, and the presented ones below it follow the copy.
  mutating func edit(
    _ name: String, in place: WorldGrammar.Place, _ change: (inout WorldGrammar.Certificate) -> Void
  ) {
    if let index = added.firstIndex(where: { $0.name == name }) { return change(&added[index]) }
    guard var copy = place.certificate(name) else { return }
    copy.name = fresh(Self.prefix + name, in: place)
    change(&copy)
    added.append(copy)
    keepPins(in: place)
    present = present.map { $0 == name ? copy.name : $0 }
    follow(copy.name, insteadOf: name, in: place)
  }

  /// Certificates of the chain that name one issuer name another one.
  private mutating func follow(_ new: String, insteadOf old: String, in place: WorldGrammar.Place) {
    for below in present + added.map(\.name) where below != new {
      guard certificate(below, in: place)?[WorldGrammar.issuer] == old else { continue }
      edit(below, in: place) { $0[WorldGrammar.issuer] = new }
    }
  }

  /// The certificate under another name, among those that it adds.
  mutating func tell(_ certificate: WorldGrammar.Certificate, as name: String) {
    var copy = certificate
    copy.name = name
    added.removeAll { $0.name == certificate.name }
    added.append(copy)
    present = present.map { $0 == certificate.name ? name : $0 }
    for index in added.indices where added[index][WorldGrammar.issuer] == certificate.name {
      added[index][WorldGrammar.issuer] = name
    }
  }

  /// Under a policy with pins, copies have the keys that are pinned.
  mutating func keepPins(in place: WorldGrammar.Place) {
    guard place.policies.contains(where: { $0.name == policy && $0.pins }) else { return }
    for index in added.indices where added[index][WorldGrammar.keyOf] == nil {
      if let model = model(of: added[index], in: place) { added[index][WorldGrammar.keyOf] = model.name }
    }
  }

  func fresh(_ name: String, in place: WorldGrammar.Place) -> String {
    var (candidate, number) = (name, 2)
    while certificate(candidate, in: place) != nil {
      candidate = "\(name)-\(number)"
      number += 1
    }
    return candidate
  }

  /// Without added certificates that nothing leads to.
  mutating func prune(in place: WorldGrammar.Place) {
    var needed: Set<String> = []
    var open = present
    while let name = open.popLast() {
      guard needed.insert(name).inserted, let certificate = added.first(where: { $0.name == name }) else { continue }
      open += certificate.keys.flatMap { entry in added.map(\.name).filter { entry.value.contains($0) } }
    }
    added.removeAll { !needed.contains($0.name) }
  }
}

// MARK: - What is wrong in it

extension Candidate {
  /// The changes from a healthy world, each in words: the same mistake in two worlds has the same words.
  public func changes(in place: WorldGrammar.Place) -> Set<String> {
    var changes: Set<String> = []
    for certificate in added {
      let role = role(of: certificate.name)
      let model = model(of: certificate, in: place)
      let keys = Set((certificate.keys + (model?.keys ?? [])).map(\.key))
      if let issuer = certificate[WorldGrammar.issuer], isAdded(issuer), !present.contains(issuer) {
        changes.insert("\(role) issuer hidden")
      }
      for key in keys where certificate[key] != model?[key] {
        if key == WorldGrammar.issuer, isAdded(certificate[key]) { continue }
        if key == WorldGrammar.keyOf, certificate[key] == model?.name { continue }
        changes.insert(([role, key] + Self.kinds(certificate[key], of: key)).joined(separator: " "))
      }
    }
    let models = present.map { name in
      added.first { $0.name == name }.flatMap { model(of: $0, in: place)?.name } ?? name
    }
    if models != place.present {
      let (more, less) = (models.filter { !place.present.contains($0) }, place.present.filter { !models.contains($0) })
      changes.formUnion(more.map { "presents \($0)" })
      changes.formUnion(less.map { "lacks \($0)" })
      if more.isEmpty, less.isEmpty { changes.insert("order or repetition") }
    }
    // Copies have other serial numbers and keys.
    return changes.isEmpty && !isHealthy(in: place) ? ["copies"] : changes
  }

  /// Whether it is the world's own chain.
  func isHealthy(in place: WorldGrammar.Place) -> Bool { added.isEmpty && present == place.present }

  /// What stands for the value in words: the names of defects.
  private static func kinds(_ value: String?, of key: String) -> [String] {
    guard key == WorldGrammar.defects, let value else { return [] }
    let words = value.split { !($0.isLetter || $0.isNumber || $0 == "-") }.map(String.init)
    return words.first.map { [$0] } ?? []
  }

  private func isAdded(_ name: String?) -> Bool { added.contains { $0.name == name } }

  private func role(of name: String) -> String {
    present.first == name ? "leaf" : present.contains(name) ? "CA" : "root"
  }

  /// The certificate of the world that it is a copy of.
  func model(of certificate: WorldGrammar.Certificate, in place: WorldGrammar.Place) -> WorldGrammar.Certificate? {
    guard certificate.name.hasPrefix(Self.prefix) else { return nil }
    let name = certificate.name.dropFirst(Self.prefix.count)
    return place.certificates.filter { name.hasPrefix($0.name) }.max { $0.name.utf8.count < $1.name.utf8.count }
  }
}
