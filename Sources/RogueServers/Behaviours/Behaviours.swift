public import RogueModel
internal import RogueOpenSSL
internal import RogueTLS

/// The named behaviours that servers can have, one file each.
public enum Behaviours {
  /// In the order of the documentation.
  static let all: [any Behaviour.Type] = [
    CorruptFinished.self, BadHandshakeSignature.self, OmitMessage.self, RepeatMessage.self, Stall.self,
    PlaintextInstead.self, ResetInstead.self, SlowBytes.self, SwapMessages.self, WrongServerHello.self,
    WrongSignatureScheme.self, DowngradeSentinel.self, UnsolicitedExtension.self, EarlyChangeCipherSpec.self,
    BrokenCertificateList.self, WrongCertificateLength.self, CertificateRequestContext.self, TrailingBytes.self,
    EmptyRecords.self, FragmentedRecords.self, UnrecognizedName.self,
    EarlyFinished.self, DataBeforeFinished.self, WrongRetryRequest.self,
    BadKeyShare.self, BadKeyExchange.self, OverlongRecords.self, OversizedList.self, Flood.self,
    BrokenCertificateRequest.self,
    WrongProtocolAnswer.self, ServerNameAnswer.self, DroppedMasterSecret.self, LateFlood.self,
    EarlyDataAnswer.self, SessionLifetime.self, ForgedHandshakeSignature.self,
    UnofferedSession.self, WrongSessionSecret.self, OldVersion.self, WeakSuite.self, StaticKey.self,
    FiniteFieldKeys.self, TemporaryKey.self, CompressedList.self, RawPublicKey.self,
  ]

  /// What the loader checks names and parameters against.
  public static let descriptors: [NamedDescriptor] = all.map { $0.descriptor }

  /// Throws when an attempt asks for a behaviour that there is not: serving it without would make a false control.
  static func make(_ use: NamedUse) throws(HarnessFailure) -> any Behaviour {
    guard let behaviour = all.first(where: { $0.descriptor.name == use.name }) else {
      let question = NearMiss.question(for: use.name, among: descriptors.map(\.name))
      throw HarnessFailure(.badData, "no engine has the behaviour '\(use.name)'", underlying: question)
    }
    let known = Set(behaviour.descriptor.parameters.map(\.name))
    if let unknown = use.parameters.keys.sorted().first(where: { !known.contains($0) }) {
      throw HarnessFailure(.badData, "the behaviour \(use.name) has no parameter \(unknown)")
    }
    return try behaviour.init(UseParameters(use.parameters))
  }
}

/// The behaviours of one attempt's server, asked one after the other in the order of the world.
struct ActiveBehaviours: Sendable {
  private let all: [any Behaviour]

  init(_ uses: [NamedUse]) throws(HarnessFailure) {
    var made: [any Behaviour] = []
    for use in uses { made.append(try Behaviours.make(use)) }
    all = made
  }

  /// For an engine that has none: serving without them would make a false control.
  func refuse(for engine: String) throws(HarnessFailure) {
    guard isEmpty else { throw HarnessFailure(.badData, "\(engine) has no behaviours; the own engine has") }
  }

  var isEmpty: Bool { all.isEmpty }
  var opening: Opening { all.lazy.map(\.opening).first { $0 != .handshake } ?? .handshake }
  var pace: Pace? { all.lazy.compactMap(\.pace).first }
  var patience: Int? { all.lazy.compactMap(\.patience).first }
  var preferredGroup: UInt16? { all.lazy.compactMap(\.preferredGroup).first }
  var dialect: Dialect? { all.lazy.compactMap(\.dialect).first }
  var finiteField: FiniteField { all.lazy.compactMap(\.finiteField).first ?? .usual }
  var temporaryKeyBits: Int? { all.lazy.compactMap(\.temporaryKeyBits).first }
  var paddedRecord: Int? { all.lazy.compactMap(\.paddedRecord).first }
  var insteadOfReply: FlightStop? { all.lazy.compactMap(\.insteadOfReply).first }
  var recordLength: Int? { all.lazy.compactMap(\.recordLength).first }

  var knowsExtendedMasterSecret: Bool { all.allSatisfy { $0.knowsExtendedMasterSecret } }

  var honoursSessions: Bool { all.allSatisfy { $0.honoursSessions } }
  var ticketLifetime: UInt32 { all.lazy.compactMap(\.ticketLifetime).first ?? OwnSessions.lifetime }
  var takesEarlyData: Bool { all.allSatisfy { $0.takesEarlyData } }

  func answer(_ hello: ClientHello, _ message: inout ServerMessage, _ version: TLSVersion) {
    for behaviour in all { behaviour.answer(hello, &message, version) }
  }

  func beforeReply(_ version: TLSVersion) -> [LateRecord] { all.flatMap { $0.beforeReply(version) } }

  func arrange(_ steps: inout [FlightStep], _ stage: FlightStage, _ version: TLSVersion) {
    for behaviour in all { behaviour.arrange(&steps, stage, version) }
  }

  func retry(_ hello: ClientHello, after retries: Int) -> RetryRequest? {
    all.lazy.compactMap { $0.retry(hello, after: retries) }.first
  }

  /// The groups that are known here, in the order of this server.
  var groups: [NamedGroup] {
    let known = NamedGroup.known
    guard let preferredGroup else { return known }
    return known.filter { $0.number == preferredGroup } + known.filter { $0.number != preferredGroup }
  }

  func suite(for kind: SignatureKind) -> UInt16? { all.lazy.compactMap { $0.suite(for: kind) }.first }

  func compress(_ certificate: ServerMessage, for hello: ClientHello) -> ServerMessage {
    all.lazy.compactMap { $0.compress(certificate, for: hello) }.first ?? certificate
  }

  func share(_ own: FiniteFieldExchange) -> FiniteFieldShare {
    var share = FiniteFieldShare(modulus: own.modulus, generator: own.generator, value: own.publicValue)
    for behaviour in all { behaviour.alter(&share) }
    return share
  }

  func share(_ value: [UInt8]) -> ServerShare {
    var share = ServerShare(value: value)
    for behaviour in all { behaviour.alter(&share) }
    return share
  }

  func alter(_ message: inout ServerMessage, _ stage: FlightStage, _ version: TLSVersion) {
    for behaviour in all { behaviour.alter(&message, stage, version) }
  }

  func choose(_ scheme: inout SignatureScheme, for kind: SignatureKind, _ version: TLSVersion) {
    for behaviour in all { behaviour.choose(&scheme, for: kind, version) }
  }

  func alterRandom(_ random: inout [UInt8], _ version: TLSVersion) {
    for behaviour in all { behaviour.alterRandom(&random, version) }
  }

  func alterSession(_ secret: inout [UInt8]) {
    for behaviour in all { behaviour.alterSession(&secret) }
  }

  func alterSigned(_ content: inout [UInt8], _ version: TLSVersion) {
    for behaviour in all { behaviour.alterSigned(&content, version) }
  }

  func forge(_ signature: inout [UInt8], over content: [UInt8], _ scheme: SignatureScheme) {
    for behaviour in all { behaviour.forge(&signature, over: content, scheme) }
  }

  /// Notes in the evidence what was told.
  func note(_ seen: SeenConnection, in evidence: inout ConnectionEvidence) {
    if let hello = seen.firstHello { evidence.missingOffers = all.compactMap { $0.missingOffer(in: hello) } }
    for behaviour in all where behaviour.isTold(seen) {
      evidence.told.insert(type(of: behaviour).descriptor.name)
      if behaviour.rewritesFlight { evidence.flightWasRewritten = true }
    }
  }
}
