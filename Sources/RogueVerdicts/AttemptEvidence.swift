public import RogueModel
internal import RogueStimuli

/// The planned presentation of a connection.
public struct PlannedFlight: Hashable, Sendable {
  public var certificates: [[UInt8]]
  /// The planned staples, by their entries.
  public var staples: [Int: [UInt8]]
  /// The SCT list that the TLS extension should carry.
  public var sctList: [UInt8]?

  public init(_ certificates: [[UInt8]], staples: [Int: [UInt8]] = [:], sctList: [UInt8]? = nil) {
    self.certificates = certificates
    self.staples = staples
    self.sctList = sctList
  }

  public init(_ presentation: ServedAttempt.Presentation) {
    self.init(presentation.certificates, staples: presentation.staples, sctList: presentation.sctList)
  }
}

/// One attempt with its statement and observation, which facts are reduced from.
public struct AttemptEvidence: Sendable {
  public var expectation: Expectation
  /// The capabilities that the attempt named.
  public var needs: [Capability]
  public var outcome: AdapterOutcome
  public var observation: Observation
  /// The nonce that the server was to give.
  public var nonce: String
  /// The host that the validator was to connect to.
  public var host: String
  public var fault: Fault
  /// The planned presentations of connections, by place; always with `usual`.
  public var flights: [ServerPlace: PlannedFlight]
  /// The certificate list to be served in a renegotiation.
  public var renegotiation: [[UInt8]]?
  /// The certificate list that a proxy that speaks TLS should present.
  public var proxyFlight: [[UInt8]]?
  /// DER of the world's certificates by name, to identify the client's; empty if no answer has a chain of the
  /// client.
  public var certificates: [String: [UInt8]]
  /// The adapter's reasons are precise enough to be judged.
  public var judgesReasons: Bool
  /// Whose connections count.
  public var connections: ConnectionRule
  /// The id of the attempt, which its request names; empty: any request is one of it.
  public var attempt: String
  /// The policy says that nothing may be fetched.
  public var forbidsFetching: Bool
  public var control: Facts.Control
  /// The control's verdict; nil if there is none, or it has not run.
  public var controlJudgement: Judgement?

  public init(
    expectation: Expectation, needs: [Capability], outcome: AdapterOutcome, observation: Observation, nonce: String,
    fault: Fault, flights: [ServerPlace: PlannedFlight], certificates: [String: [UInt8]], judgesReasons: Bool,
    control: Facts.Control, controlJudgement: Judgement? = nil, host: String = "",
    connections: ConnectionRule = .started, attempt: String = "",
    renegotiation: [[UInt8]]? = nil, proxyFlight: [[UInt8]]? = nil, forbidsFetching: Bool = false
  ) {
    self.controlJudgement = controlJudgement
    self.host = host
    self.connections = connections
    self.attempt = attempt
    self.renegotiation = renegotiation
    self.proxyFlight = proxyFlight
    self.forbidsFetching = forbidsFetching
    self.expectation = expectation
    self.needs = needs
    self.outcome = outcome
    self.observation = observation
    self.nonce = nonce
    self.fault = fault
    self.flights = flights
    self.certificates = certificates
    self.judgesReasons = judgesReasons
    self.control = control
  }

  /// The planned presentation of a connection.
  public func planned(_ connection: ConnectionEvidence) -> PlannedFlight {
    let place = ServerPlace.of(connection: connection.index, naming: connection.clientHello?.serverName) {
      flights[$0] != nil
    }
    return flights[place] ?? PlannedFlight([])
  }

  /// Faults of the harness: reported by the servers, or seen on the wire.
  public var harnessFaults: [String] {
    var faults = observation.faults
    for connection in observation.proxied {
      if let sent = connection.serverCertificates, sent != proxyFlight {
        faults.append("the proxy presented \(sent.count) certificates that were not planned")
      }
    }
    for connection in observation.connections {
      let planned = planned(connection)
      // A flight that is not the one planned would make a verdict about another scenario.
      if let sent = connection.serverCertificates, sent != planned.certificates, !connection.flightWasRewritten {
        faults.append("connection \(connection.index) was served \(sent.count) certificates that were not planned")
      }
      if let sent = connection.renegotiation?.certificates, let renegotiation, sent != renegotiation {
        faults.append("connection \(connection.index) was renegotiated with certificates that were not planned")
      }
      // Nor may an engine keep SCTs to itself, or send others, when a client has asked for them.
      if connection.serverCertificates != nil, connection.undecoded == nil,
        connection.clientHello?.requestsSCTs == true, connection.sctList != planned.sctList
      {
        faults.append(
          "connection \(connection.index) was served SCTs that were not planned, or lacks those that were")
      }
      // A server that names keys which it does not use cannot be followed; that is then the fault, and it was presented.
      let isTheFault = expectation.mustCancel && !connection.presented.isEmpty
      if let undecoded = connection.undecoded, connection.nonceSentAt != nil, !isTheFault {
        faults.append("connection \(connection.index) got a reply and could not be decoded: \(undecoded)")
      }
    }
    return faults
  }
}

extension AttemptEvidence {
  /// The objections to the client's ClientHellos, in sentences. That of a kept connection counts if the client uses it.
  var helloObjections: [String] {
    observation.connections.filter { !$0.reused || $0.carriesApplicationData }.flatMap { connection in
      connection.clientHello.map { hello in
        HelloDemands.objections(of: expectation.clientHello, to: hello, asking: host).map {
          "the ClientHello of connection \(connection.index) \($0)"
        }
      } ?? []
    }
  }

  /// The validator reports the nonce of a response that was sent in plaintext, before TLS.
  var acceptedInjectedResponse: Bool {
    guard case .statement(let statement) = outcome else { return false }
    return switch fault.kind {
    case .startTLS(let recipe): recipe.injects && statement.nonce == StartTLSRecipe.injectedNonce(for: nonce)
    case .proxyRefusal: statement.nonce == Proxy.Recipe.nonce(for: nonce)
    default: false
    }
  }
}

extension ConnectionEvidence {
  /// Whether the client sent application data: decrypted bytes, a request that the engine understood, or more in clear
  /// text than STARTTLS needs.
  var carriesApplicationData: Bool {
    applicationBytes > 0 || request != nil || nonceSentAt != nil || (clear?.applicationBytes ?? 0) > 0
  }
}
