internal import RogueModel
internal import RogueOpenSSL
internal import Synchronization

/// Signs CRLs and OCSP responses of one minted world, when somebody asks for them.
///
/// Most worlds are never asked, so nothing is made beforehand; CRLs are kept, since they are the same for everybody.
final class WorldRevocation: RevocationSigner {
  private let clock: Timestamp
  private let issued: [String: HierarchyBuilder.Issued]
  private let transparency: WorldTransparency
  private let crls = Mutex<[String: [UInt8]]>([:])

  init(clock: Timestamp, issued: [String: HierarchyBuilder.Issued], transparency: WorldTransparency) {
    self.clock = clock
    self.transparency = transparency
    self.issued = issued
  }

  func crl(of issuer: String) throws(HarnessFailure) -> [UInt8] {
    if let crl = crls.withLock({ $0[issuer] }) { return crl }
    let revoked = issued.values.filter { $0.isRevoked && ($0.minted.issuer ?? $0.minted.name) == issuer }
    let list = RevocationList(
      clock: clock, serials: revoked.sorted { $0.minted.name < $1.minted.name }.map(\.minted.serial))
    let crl = try list.sign(by: try certificate(issuer))
    crls.withLock { $0[issuer] = crl }
    return crl
  }

  func ocspResponse(
    about certificate: String, request: [UInt8]?, recipe: OCSPRecipe?
  ) throws(HarnessFailure) -> [UInt8] {
    let recipe = recipe ?? OCSPRecipe()
    if let error = recipe.status?.errorCode { return OCSPResponse.error(error) }
    var asked = OCSPRequest()
    if let request {
      guard let read = OCSPRequest(request) else {
        return OCSPResponse.error(OCSPRecipe.Status.malformedRequestCode)
      }
      asked = read
    }
    let subject = try self.certificate(recipe.about ?? certificate)
    let issuer = try self.certificate(subject.minted.issuer ?? subject.minted.name)
    let signer = try recipe.signer.map { (name) throws(HarnessFailure) in try self.certificate(name) } ?? issuer
    let sctList = try recipe.scts.map { (list) throws(HarnessFailure) in
      try transparency.timestamps(list, about: subject.minted.name)
    }
    let response = OCSPResponse(
      digest: asked.digest, nonce: asked.nonce, sctList: sctList, issuerName: subject.issuer,
      issuerKey: issuer.key.publicBits,
      serial: subject.minted.serial, status: status(of: subject, recipe), clock: clock, recipe: recipe)
    return try response.sign(
      by: signer.key, certificate: signer.minted.name == issuer.minted.name ? nil : signer.minted.der)
  }

  private func status(of subject: HierarchyBuilder.Issued, _ recipe: OCSPRecipe) -> OCSPResponse.Status {
    switch recipe.status {
    case .good: .good
    case .revoked: .revoked
    case .unknown: .unknown
    default: subject.isRevoked ? .revoked : .good
    }
  }

  private func certificate(_ name: String) throws(HarnessFailure) -> HierarchyBuilder.Issued {
    guard let found = issued[name] else {
      throw HarnessFailure(.minting, "there is no certificate named \(name) to speak about or to sign with")
    }
    return found
  }
}

extension OCSPRecipe.Status {
  /// OCSPResponseStatus (RFC 6960, section 4.2.1); nil for a status inside a signed response.
  var errorCode: UInt8? {
    switch self {
    case .good, .revoked, .unknown: nil
    case .malformedRequest: Self.malformedRequestCode
    case .internalError: 2
    case .tryLater: 3
    case .unauthorized: 6
    }
  }

  static var malformedRequestCode: UInt8 { 1 }
}
