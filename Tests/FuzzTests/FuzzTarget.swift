/// A parser that reads bytes of a client or of an adapter, as an entry point that takes any bytes whatever.
///
/// Nothing is expected of an input but that it is dealt with: without a trap, without a bad access, and in time.
enum FuzzTarget: String, CaseIterable, Sendable {
  /// The engine of our own: a script of what a client says (`EngineScript`).
  case engine
  /// The engines that are libraries, and what of ours is around them: the same scripts.
  case libssl
  case gnutls
  /// The TLS client of our own: a script of what a server says (`ClientScript`).
  case client
  /// The decoder of transcripts: secrets and chunks of both sides (`TranscriptScript`).
  case transcript
  /// What is said in the clear before TLS, on both sides, and the decoder of it (`DialogueScript`).
  case dialogue
  /// The requests that the proxy reads.
  case proxy
  /// The requests that the server and the responders read.
  case request
  /// HTTP/2, as the server reads it of a client and a client of the server.
  case http2
  /// The requests that the page of a run reads.
  case page
  /// OCSP requests.
  case ocsp
  /// HTTP replies, as the fetcher of revocation data reads them.
  case reply
  /// Lists of signed certificate timestamps, and certificates as the validators' trust reads them.
  case scts
  case certificate
  /// What programs of the exec contract print.
  case exec
  /// Lines of the session protocol, to a machine with attempts in flight.
  case session
  /// Manifests of adapters, scenarios and worlds.
  case manifest
  case scenario
  case world
  /// The other files of a catalogue, and the settings of a repository.
  case table, circumstances, profile, ledger, corpus, stack, project
  /// Pin configurations of apps.
  case pins
  /// Corpora of other suites: x509-limbo, PKITS and folders of PEM files.
  case corpora
  /// Event logs.
  case log
  /// The state of a search.
  case exploration

  /// Deals with one input.
  func run(_ bytes: [UInt8]) {
    switch self {
    case .engine: EngineScript.run(bytes)
    case .libssl: EngineScript.run(bytes, on: .libssl)
    case .gnutls: EngineScript.run(bytes, on: .gnutls)
    case .client: ClientScript.run(bytes)
    case .transcript: TranscriptScript.run(bytes)
    case .dialogue: DialogueScript.run(bytes)
    case .proxy: ProxyRequests.run(bytes)
    case .request: Requests.run(bytes)
    case .http2: Requests.http2(bytes)
    case .page: Requests.page(bytes)
    case .ocsp: Requests.ocsp(bytes)
    case .reply: AdapterWords.reply(bytes)
    case .scts: Proofs.scts(bytes)
    case .certificate: Proofs.certificate(bytes)
    case .exec: AdapterWords.exec(bytes)
    case .session: AdapterWords.session(bytes)
    case .manifest: FileTexts.manifest(bytes)
    case .scenario: FileTexts.scenario(bytes)
    case .world: FileTexts.world(bytes)
    case .table: FileTexts.table(bytes)
    case .circumstances: FileTexts.circumstances(bytes)
    case .profile: FileTexts.profile(bytes)
    case .ledger: FileTexts.ledger(bytes)
    case .corpus: FileTexts.corpus(bytes)
    case .stack: FileTexts.stack(bytes)
    case .project: FileTexts.project(bytes)
    case .pins: FileTexts.pins(bytes)
    case .corpora: FileTexts.corpora(bytes)
    case .log: FileTexts.log(bytes)
    case .exploration: FileTexts.exploration(bytes)
    }
  }
}

/// Takes an input apart; every input means something.
struct Script {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  var isAtEnd: Bool { rest.isEmpty }

  /// Zero at the end.
  mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

  /// As many as there are.
  mutating func bytes(_ count: Int) -> [UInt8] {
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }

  /// With its length in two bytes before it.
  mutating func block() -> [UInt8] {
    let high = Int(byte())
    return bytes(high << 8 | Int(byte()))
  }
}
