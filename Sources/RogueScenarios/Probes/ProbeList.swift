public import RogueModel

/// The servers by which the doctor examines adapters: `Scenarios/probes.yaml`.
public struct ProbeList: Sendable {
  /// In order. Of a capability with several, an adapter gets the first whose other needs it meets.
  public var pairs: [ProbePair]
  /// Capabilities without a pair, with the reason.
  public var unpaired: [Capability: String]
  /// The most ordinary server there is.
  public var ordinary: String
  /// The server that every validator must refuse, whatever its capabilities.
  public var rogue: String
  /// Servers that are refused for reasons which every library distinguishes.
  public var reasons: [String]
  /// Fields that no capability is about, and the servers that see in the ClientHello whether they were applied.
  public var fields: [(field: String, scenario: String)]
}

/// Two attempts that differ in the field of a capability, and whose right results differ; or, where no server could refuse
/// for it, whose evidence on the wire does.
public struct ProbePair: Sendable, Hashable {
  /// The cases of a scenario that have some values on their axes.
  public struct Probe: Sendable, Hashable {
    public var scenario: String
    public var constraints: [AxesSelection.Constraint]

    public func fits(_ item: Case) -> Bool {
      item.scenario.id == scenario && constraints.allSatisfy { $0.admits(item.axes) }
    }
  }

  /// The required evidence of the attempt with the field, beside the right result.
  public enum Evidence: String, Sendable, Hashable, CaseIterable {
    /// The right result shows it.
    case result
    case sessionResumed = "session-resumed"
    case earlyData = "early-data"
    case connectionReused = "connection-reused"
    case http2Offered = "http2-offered"
    case clientCertificate = "client-certificate"
    case proxyUsed = "proxy-used"
    case renegotiated
    /// The client sent no query, whatever its result was.
    case nothingFetched = "nothing-fetched"
  }

  /// The capability with which an adapter declares that it applies the field.
  public var capability: Capability
  /// The field, as documentation of the attempt names it.
  public var field: String
  public var with: Probe
  /// The attempt without the field; nil: the control of `with`, which every rogue has, or only the healthy server.
  public var without: Probe?
  public var evidence: Evidence
}
