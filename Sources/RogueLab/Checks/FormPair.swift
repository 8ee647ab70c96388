internal import RogueModel
internal import RogueTrust
internal import RogueValidators

/// The reference and a wrong form of it, who know the same hosts on first use.
struct FormPair: Sendable {
  let right: any ChainValidator
  let wrong: any ChainValidator

  init(_ form: Mutant, _ environment: TrustEnvironment) {
    let hosts = KnownHosts()
    right = FirstUse(PolicyValidator(environment), hosts: hosts, clock: environment.clock)
    wrong = form.judge(environment, hosts: hosts)
  }

  /// The outcome of a validator that is the wrong form in some decisions of a trial, and right in the others.
  ///
  /// - Parameter places: of the decisions, in the order of `OfflineTrial.sights`, as bits.
  func outcome(of trial: OfflineTrial, at places: UInt64, _ fetcher: OfflineFetcher) -> OfflineTrial.Outcome {
    let firsts = trial.steps.reduce(into: [0]) { $0.append($0[$0.count - 1] + ($1.second == nil ? 1 : 2)) }
    return trial.outcome(fetcher) { step, isSecond in
      places >> UInt64(firsts[step] + (isSecond ? 1 : 0)) & 1 == 1 ? wrong : right
    }
  }
}
