internal import RogueModel
internal import RogueOpenSSL

/// The logs of one world, which sign anything.
struct WorldLogs: Sendable {
  let keys: [String: SigningKey]
  let clock: Timestamp
  let prepared: [String: HierarchyBuilder.Prepared]

  func key(_ name: String) throws(HarnessFailure) -> SigningKey {
    guard let key = keys[name] else { throw HarnessFailure(.minting, "there is no log named \(name)") }
    return key
  }

  /// The embedded SCT list of a certificate: about what was logged before it was signed.
  func embedded(_ list: SCTListRecipe, in certificate: String) throws(HarnessFailure) -> [UInt8] {
    try self.list(list) { (recipe) throws(HarnessFailure) in
      let logged = try prepared(recipe.about ?? certificate)
      let issuer = try recipe.issuer.map { (name) throws(HarnessFailure) in try prepared(name).key } ?? logged.signer
      return .precertificate(
        signedPart: logged.draft.signedPart, issuerKeyHash: Digest.sha256.hash(issuer.material.spki))
    }
  }

  /// A SignedCertificateTimestampList (RFC 6962, section 3.3).
  func list(
    _ recipe: SCTListRecipe, entry: (SCTRecipe) throws(HarnessFailure) -> LogEntry
  ) throws(HarnessFailure) -> [UInt8] {
    var content: [UInt8] = []
    for item in recipe.entries {
      content += Opaque.vector(try timestamp(item, try entry(item)), width: 2)
    }
    switch recipe.form {
    case .whole: break
    case .empty: content = []
    case .malformed: content.removeLast(min(content.count, Self.missingBytes))
    }
    return Opaque.vector(content, width: 2)
  }

  /// How many bytes of its last entry a malformed list lacks.
  private static let missingBytes = 8

  private func timestamp(_ recipe: SCTRecipe, _ entry: LogEntry) throws(HarnessFailure) -> [UInt8] {
    let named = try key(recipe.log)
    let signer = try recipe.key.map { (name) throws(HarnessFailure) in try key(name) } ?? named
    let moment = max(0, (clock + recipe.timestamp).secondsSince1970)
    return try SignedCertificateTimestamp(
      logID: Digest.sha256.hash(named.material.spki), milliseconds: UInt64(moment) * 1000, entry: entry,
      isCorrupt: recipe.isCorrupt
    ).signed(by: signer)
  }

  private func prepared(_ name: String) throws(HarnessFailure) -> HierarchyBuilder.Prepared {
    guard let found = prepared[name] else {
      throw HarnessFailure(.minting, "there is no certificate named \(name) that a log could have seen")
    }
    return found
  }
}
