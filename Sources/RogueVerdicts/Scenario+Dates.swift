public import RogueModel
internal import RogueStimuli

extension Scenario {
  /// The first date that lies ahead of the moment that everything is dated by, in seconds after it, of those that count
  /// under the policies in force; nil: none. Until it comes, all dates mean to a client what they meant at that moment.
  ///
  /// - Parameter policy: the case's.
  public func nextDate(under policy: String) -> Int64? {
    steps.compactMap { step in
      step.world.policy(step.policy ?? policy).flatMap { step.world.dates(under: $0).filter { $0 > 0 }.min() }
    }.min()
  }
}

extension World {
  /// Every date that a client which follows the policy may look at, in seconds after the moment of minting.
  fileprivate func dates(under policy: PolicyRecipe) -> [Int64] {
    var dates = certificates.flatMap { [$0[NotBefore.self], $0[NotAfter.self]] } + policy.pinSets.compactMap(\.expires)
    let responses =
      servers.flatMap { server in server.present.indices.compactMap { server.staple(forEntry: $0).recipe } }
      + responders.values.map { $0.response ?? OCSPRecipe() }
    if policy.transparency != nil {
      let lists =
        certificates.compactMap { $0[EmbeddedSCTs.self] } + servers.compactMap { $0[ServedSCTs.self] }
        + responses.compactMap(\.scts)
      dates += logs.compactMap(\.retired) + lists.flatMap(\.entries).map(\.timestamp)
    }
    if let revocation = policy.revocation, revocation.mode != .off {
      dates +=
        certificates.filter { $0[IsCA.self] }.flatMap { $0[IssuedCRL.self].all.flatMap(\.dates) }
        + (responses + [OCSPRecipe()]).flatMap(\.dates)
    }
    return dates
  }
}

extension StapleRecipe {
  fileprivate var recipe: OCSPRecipe? {
    switch self {
    case .none: nil
    case .honest: OCSPRecipe()
    case .response(let recipe): recipe
    }
  }
}

extension OCSPRecipe {
  fileprivate var dates: [Int64] { [thisUpdate, nextUpdate, producedAt, revokedAt].compactMap(\.self) }
}

extension CRLRecipe {
  fileprivate var dates: [Int64] { [thisUpdate, nextUpdate, revokedAt].compactMap(\.self) }
}
