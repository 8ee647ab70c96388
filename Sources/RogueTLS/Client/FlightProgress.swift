internal import RogueModel
internal import RogueOpenSSL

/// Which messages of a server's flight have come, and which may come next.
struct FlightProgress {
  /// A message of the flight, in its place.
  struct Place {
    var type: HandshakeType
    /// Nil: the flight may do without.
    var presence: Presence?
  }

  enum Presence {
    case always
    case demanded(Demand)
  }

  private static let proofs: Set<HandshakeType> = [.certificate, .certificateVerify]

  private let places: [Place]
  private let rules: Rulebook
  private var seen: Set<HandshakeType> = []

  init(_ places: [Place], _ rules: Rulebook) {
    self.places = places
    self.rules = rules
  }

  /// RFC 8446, section 2.
  static let flight13 = [
    Place(type: .encryptedExtensions, presence: .demanded(.encryptedExtensions)), Place(type: .certificateRequest),
    Place(type: .certificate, presence: .demanded(.certificate)),
    Place(type: .certificateVerify, presence: .demanded(.proof)), Place(type: .finished, presence: .always),
  ]
  /// The same for a resumed session.
  static let resumed13 = [
    Place(type: .encryptedExtensions, presence: .demanded(.encryptedExtensions)),
    Place(type: .finished, presence: .always),
  ]
  /// RFC 5246, section 7.3. A suite with a key exchange message cannot continue without it.
  static func flight12(_ suite: CipherSuite) -> [Place] {
    let shown = [Place(type: .certificate, presence: .demanded(.certificate)), Place(type: .certificateStatus)]
    let exchanges = suite.exchange == .ecdhe || suite.exchange == .dhe
    return (suite.signer == .nobody ? [] : shown) + [
      Place(type: .serverKeyExchange, presence: exchanges ? .always : nil), Place(type: .certificateRequest),
      Place(type: .serverHelloDone, presence: .always),
    ]
  }

  static let last12 = [Place(type: .newSessionTicket), Place(type: .finished, presence: .always)]

  func hasSeen(_ type: HandshakeType) -> Bool { seen.contains(type) }

  /// Accepts a message if it is allowed at this point.
  mutating func admit(_ type: HandshakeType) throws(ClientFault) {
    // The hello began the flight.
    guard type != .serverHello else { return try repeated(type) }
    guard let index = places.firstIndex(where: { $0.type == type }) else {
      throw .refusing(.unexpectedMessage, "a handshake message of type \(type.rawValue), which has no place here")
    }
    guard seen.insert(type).inserted else { return try repeated(type) }
    let isLate = places[(index + 1)...].contains { seen.contains($0.type) }
    try rules.demand(
      .order, !isLate && places[..<index].allSatisfy { !isMissing($0) }, .unexpectedMessage,
      "a handshake message of type \(type.rawValue) out of its order")
  }

  private func repeated(_ type: HandshakeType) throws(ClientFault) {
    try rules.demand(
      .once, false, .unexpectedMessage, "a handshake message of type \(type.rawValue) that has come already")
  }

  private func isMissing(_ place: Place) -> Bool {
    guard !seen.contains(place.type) else { return false }
    return switch place.presence {
    case nil: false
    case .always?: true
    case .demanded(let demand)? where Self.proofs.contains(place.type):
      !rules(demand, false) && !(isAnonymous && rules(.authentication, false))
    case .demanded(let demand)?: !rules(demand, false)
    }
  }

  /// TLS 1.3, and neither a Certificate nor a CertificateVerify has come.
  private var isAnonymous: Bool {
    places.contains { $0.type == .certificateVerify } && seen.isDisjoint(with: Self.proofs)
  }

  /// Whether the flight's last message has come.
  ///
  /// - Throws: if a required message did not come and no longer can.
  func isOver() throws(ClientFault) -> Bool {
    guard let last = places.last, seen.contains(last.type) else { return false }
    if let missing = places.first(where: isMissing) {
      throw .refusing(.unexpectedMessage, "the flight ends without a message of type \(missing.type.rawValue)")
    }
    return true
  }
}
