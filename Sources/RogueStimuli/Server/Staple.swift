public import RogueModel

/// The OCSP response that is stapled for the leaf (RFC 6066, section 8).
public enum Staple: ServerSetting {
  public static let written: SettingParser<StapleRecipe> = .typed(.staple, standard: .none)

  public static let stimulus = Stimulus<ServerRecipe>(
    "staple", "the OCSP response that is stapled; default none",
    evidence: .leafStaple,
    below: { server, path in OCSPParts.all.text(of: server[Staple.self].response ?? OCSPRecipe(), at: path) },
    text: { $0[Staple.self].flow }
  )
  .found(by: "OCSP stapling", "status_request", "OCSP", and: { OCSPParts.keywords(of: $0[Staple.self].response) })

  /// It is in the presentation, as bytes.
  public static func serve(_ value: StapleRecipe, of minted: MintedWorld, into settings: inout Settings) {}
}

/// The OCSP responses that are stapled for certificates after the leaf, by name. Only TLS 1.3 has a place for them (RFC
/// 8446, section 4.4.2.1).
public enum IssuerStaples: ServerSetting {
  public static let written = SettingParser<[String: StapleRecipe]>(.byCertificate(.staple), standard: [:]) {
    value throws(ParsingProblem) in
    var staples: [String: StapleRecipe] = [:]
    for entry in value.entries { staples[entry.key] = try entry.value.typed() as StapleRecipe }
    return staples
  }

  public static let stimulus = Stimulus<ServerRecipe>(
    "staples",
    "the OCSP responses that are stapled for certificates after the leaf, by name; TLS 1.3 only (RFC 8446, section"
      + " 4.4.2.1)",
    evidence: .issuerStaples,
    below: { server, path in
      path.count == 1 ? path.first.map { (server[IssuerStaples.self][$0] ?? .none).flow } : nil
    },
    text: { $0[IssuerStaples.self].isEmpty ? "none" : nil }
  )
  .found(
    by: "OCSP stapling", "status_request", "OCSP",
    and: { server in server[IssuerStaples.self].values.flatMap { OCSPParts.keywords(of: $0.response) } }
  )
  .limited { world, serving in
    let server = world.server
    let hasFurther = server.present.indices.dropFirst().contains { server.staple(forEntry: $0) != .none }
    return serving.engine == .libssl && serving.version == .tls13 && hasFurther
      ? "libssl staples for the leaf alone" : nil
  }

  public static func complete(
    _ owner: inout ServerRecipe, with value: [String: StapleRecipe]
  ) throws(ParsingProblem) {
    guard let first = owner.present.first, value[first] != nil, !owner.present.dropFirst().contains(first) else {
      return
    }
    throw ParsingProblem(
      "'staples' is for the certificates after the first, which is '\(first)'",
      help: "'staple' has the response for it")
  }

  /// They are in the presentation, as bytes.
  public static func serve(_ value: [String: StapleRecipe], of minted: MintedWorld, into settings: inout Settings) {}
}

extension ServerRecipe {
  /// The staple of an entry of the Certificate message, counted from 0.
  public func staple(forEntry entry: Int) -> StapleRecipe {
    entry == 0 ? self[Staple.self] : self[IssuerStaples.self][present[entry]] ?? .none
  }
}
