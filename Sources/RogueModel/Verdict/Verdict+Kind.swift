/// The kind of a verdict. All code that groups verdicts reads it here, so a new verdict is one row of this table and its words.
extension Verdict {
  public enum Kind: Sendable, Hashable, CaseIterable {
    /// The client did what it must.
    case pass
    /// The client did what it must not, or its adapter broke the contract.
    case failure
    /// The case was run and proves nothing about the client.
    case noProof
    /// The case was not run.
    case notRun
  }

  public var kind: Kind { row.kind }

  /// How bad the verdict is; of several results the one with the highest severity counts.
  public var severity: Int { row.severity }

  private var row: (kind: Kind, severity: Int) {
    switch self {
    case .pass: (.pass, 0)
    case .unexercised: (.noProof, 1)
    case .deviation: (.pass, 2)
    case .unsupported: (.notRun, 3)
    case .notRun: (.notRun, 4)
    case .inconclusive: (.noProof, 5)
    case .harnessError: (.noProof, 6)
    case .falseCancel: (.failure, 7)
    case .unstable: (.failure, 8)
    case .error: (.failure, 9)
    case .badClientHello: (.failure, 10)
    case .badClientChain: (.failure, 11)
    case .certificateLeak: (.failure, 12)
    case .leak: (.failure, 13)
    case .falseAccept: (.failure, 14)
    }
  }

  /// Fails a run that gates, at a level that counts.
  ///
  /// - Parameter strict: a deviation fails as well.
  public func fails(strict: Bool) -> Bool { kind == .failure || strict && self == .deviation }

  /// Nothing is wrong, whether or not that proves anything.
  public var isRight: Bool { kind == .pass || self == .unexercised }

  /// The case shows something about the client.
  public var isProof: Bool { kind == .pass || kind == .failure }

  /// The client decided, rightly or wrongly. A crash decides nothing, and neither do results that differ.
  public var isDecision: Bool { isProof && self != .error && self != .unstable }

  /// The client decided wrongly.
  public var isWrongDecision: Bool { kind == .failure && isDecision }

  /// A failure that the same case shows each time.
  public var isReproducible: Bool { kind == .failure && self != .unstable }

  /// An attacker gets in, or gets what is not meant for it.
  public var admitsAttacker: Bool { kind == .failure && severity >= Verdict.certificateLeak.severity }
}
