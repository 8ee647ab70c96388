internal import RogueModel
internal import RogueOpenSSL
internal import Synchronization

/// Signs the CRLs and OCSP responses of one minted world on request.
///
/// Most worlds get no request, so nothing is made beforehand. CRLs are cached, because they are the same for every
/// client.
final class WorldRevocation: RevocationSigner {
  private let clock: Timestamp
  private let issued: [String: HierarchyBuilder.Issued]
  private let transparency: WorldTransparency
  private let base: String?
  /// Those of a CA in the order of its recipe.
  private let crls = Mutex<[String: [[UInt8]]]>([:])

  /// - Parameter base: where responders are; nil where no certificate names one.
  init(
    clock: Timestamp, issued: [String: HierarchyBuilder.Issued], transparency: WorldTransparency, base: String?
  ) {
    self.clock = clock
    self.transparency = transparency
    self.issued = issued
    self.base = base
  }

  func crl(of issuer: String) throws(HarnessFailure) -> [UInt8]? {
    let authority = try certificate(issuer)
    return authority.crl.form == .absent ? nil : try lists(of: authority).first
  }

  func suppliedCRLs(of issuer: String) throws(HarnessFailure) -> [[UInt8]] {
    let authority = try certificate(issuer)
    let recipes = authority.crl.all
    guard recipes.contains(where: \.isSupplied) else { return [] }
    return zip(recipes, try lists(of: authority)).compactMap { $0.isSupplied ? $1 : nil }
  }

  /// One for each recipe, those that are not there included.
  private func lists(of authority: HierarchyBuilder.Issued) throws(HarnessFailure) -> [[UInt8]] {
    let name = authority.minted.name
    if let lists = crls.withLock({ $0[name] }) { return lists }
    var lists: [[UInt8]] = []
    for recipe in authority.crl.all { lists.append(try list(of: authority, recipe)) }
    crls.withLock { $0[name] = lists }
    return lists
  }

  private func list(
    of authority: HierarchyBuilder.Issued, _ recipe: CRLRecipe
  ) throws(HarnessFailure) -> [UInt8] {
    var listed = issued.values.filter { $0.isRevoked && isSame(authority, $0.minted.issuer ?? $0.minted.name) }
      .sorted { $0.minted.name < $1.minted.name }
    if let names = recipe.lists {
      listed = []
      for name in names { listed.append(try certificate(name)) }
    }
    let list = CertificateRevocationList(
      clock: clock,
      listed: listed.map { CertificateRevocationList.Listed(serial: $0.minted.serial, issuer: $0.issuer) },
      point: base.map { RevocationURL.crl.url($0, authority.minted.name) }, recipe: recipe)
    let named = try recipe.issuer.map { (name) throws(HarnessFailure) in try certificate(name) } ?? authority
    let signer = try recipe.signer.map { (name) throws(HarnessFailure) in try certificate(name) } ?? authority
    return try list.sign(
      by: signer.key, as: CertificateRevocationList.Issuer(name: named.subject, keyIdentifier: named.keyIdentifier))
  }

  /// Whether a certificate of that name is the same CA: it may have several, with one name and one key.
  private func isSame(_ authority: HierarchyBuilder.Issued, _ name: String) -> Bool {
    guard name != authority.minted.name else { return true }
    guard let other = issued[name] else { return false }
    return other.subject == authority.subject && other.key.publicBits == authority.key.publicBits
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
    let digest = recipe.certIDHash.digest ?? asked.digest
    let subject = try self.certificate(recipe.about ?? certificate)
    var answers: [OCSPResponse.Answer] = []
    for further in recipe.before { answers.append(try answer(further, digest)) }
    answers.append(try answer(about: subject, recipe, digest))
    for further in recipe.after { answers.append(try answer(further, digest)) }
    let issuer = try self.issuer(of: subject)
    let signer = try recipe.signer.map { (name) throws(HarnessFailure) in try self.certificate(name) } ?? issuer
    var certificates = signer.minted.name == issuer.minted.name ? [] : [signer.minted.der]
    if let names = recipe.certificates {
      certificates = []
      for name in names { certificates.append(try self.certificate(name).minted.der) }
    }
    let response = OCSPResponse(
      answers: answers, nonces: recipe.nonce.contents(asked.nonce), certificates: certificates, clock: clock,
      recipe: recipe)
    return try response.sign(by: signer.key, subject: signer.subject)
  }

  private func answer(
    about subject: HierarchyBuilder.Issued, _ recipe: OCSPRecipe, _ digest: Digest
  ) throws(HarnessFailure) -> OCSPResponse.Answer {
    let issuer = try issuer(of: subject)
    var extensions: [CertificateExtension] = []
    if let scts = recipe.scts {
      extensions.append(.sctListOfOCSPResponse(try transparency.sctList(scts, about: subject.minted.name)))
    }
    let isWrong = recipe.issuerHashes
    return OCSPResponse.Answer(
      digest: digest, issuerName: isWrong == .wrongName ? subject.subject : subject.issuer,
      issuerKey: isWrong == .wrongKey ? subject.key.publicBits : issuer.key.publicBits, serial: subject.minted.serial,
      status: status(of: subject, recipe.status), extensions: extensions + recipe.answerExtension.extensions,
      hasExtensions: recipe.answerExtension == .empty)
  }

  private func answer(_ further: OCSPRecipe.SingleResponse, _ digest: Digest) throws(HarnessFailure)
    -> OCSPResponse.Answer
  {
    let subject = try certificate(further.about)
    return OCSPResponse.Answer(
      digest: digest, issuerName: subject.issuer, issuerKey: try issuer(of: subject).key.publicBits,
      serial: subject.minted.serial, status: status(of: subject, further.status))
  }

  private func issuer(of subject: HierarchyBuilder.Issued) throws(HarnessFailure) -> HierarchyBuilder.Issued {
    try certificate(subject.minted.issuer ?? subject.minted.name)
  }

  private func status(of subject: HierarchyBuilder.Issued, _ claim: OCSPRecipe.Status?) -> OCSPResponse.Status {
    switch claim {
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

extension CRLRecipe {
  fileprivate var isSupplied: Bool { form != .absent && form != .unsupplied }
}

extension OCSPRecipe.Status {
  /// OCSPResponseStatus (RFC 6960, section 4.2.1); nil for a status inside a signed response.
  var errorCode: UInt8? {
    switch self {
    case .good, .revoked, .unknown: nil
    case .malformedRequest: Self.malformedRequestCode
    case .internalError: 2
    case .tryLater: 3
    case .signatureRequired: 5
    case .unauthorized: 6
    }
  }

  static var malformedRequestCode: UInt8 { 1 }
}

extension OCSPRecipe.Nonce {
  /// The contents of the nonce extensions that answer this one.
  func contents(_ asked: [UInt8]?) -> [[UInt8]] {
    guard let asked else { return [] }
    var other = asked
    // The last octet belongs to the nonce itself, however it is wrapped.
    if let last = other.indices.last { other[last] ^= 1 }
    switch self {
    case .echo: return [asked]
    case .absent: return []
    case .wrong: return [other]
    case .twice: return [asked, other]
    }
  }
}
