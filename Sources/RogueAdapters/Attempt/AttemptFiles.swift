internal import RogueModel
internal import RogueOpenSSL
internal import RoguePlatform

/// The files of one attempt. Each is written on first use, so a recipe that needs one CA file does not pay for the
/// others.
///
/// Files are private (0600) because some contain keys. Belongs to the thread that performs the attempt.
final class AttemptFiles {
  let attempt: Attempt
  let conversation: ConversationFolder
  /// The attempt's own folder, absolute; also the child's working folder.
  let folder: String
  /// The attempt's name for its folder.
  let directory: String
  /// The server's flight, for validators that run after it.
  let served: ServerFlight?
  private var written: Set<String> = []

  init(
    _ attempt: Attempt, served: ServerFlight? = nil, in conversation: ConversationFolder
  ) throws(HarnessFailure) {
    self.attempt = attempt
    self.served = served
    self.conversation = conversation
    // A step may be repeated: every attempt has a separate id, which names the folder if possible.
    folder = "\(conversation.path)/\(AttemptFiles.safe(attempt.id))"
    directory = folder
    try make()
  }

  /// The files of an attempt that was made, for people.
  init(_ attempt: Attempt, keptIn folder: String, called directory: String) throws(HarnessFailure) {
    self.attempt = attempt
    served = nil
    conversation = ConversationFolder(path: folder)
    self.folder = folder
    self.directory = directory
    try make()
  }

  private func make() throws(HarnessFailure) {
    do throws(SystemError) {
      try Files.makeDirectory(folder, mode: 0o700)
    } catch {
      throw HarnessFailure(.files, "cannot make the folder of an attempt", underlying: error.description)
    }
  }

  /// A name reduced to what is safe in a file name and on a command line.
  static func safe(_ name: String) -> String {
    let kept = name.utf8.prefix(64).map { byte in
      let isSafe =
        (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte) || byte == 0x2d
      return isSafe ? byte : UInt8(ascii: "_")
    }
    return kept.isEmpty ? "_" : String(decoding: kept, as: UTF8.self)
  }

  /// Writes the file unless it is there already.
  ///
  /// - Returns: its name, relative to the folder.
  func file(_ name: String, _ content: () throws(HarnessFailure) -> [UInt8]) throws(HarnessFailure) -> String {
    guard written.insert(name).inserted else { return name }
    let bytes = try content()
    do throws(SystemError) {
      try Files.write(bytes, to: "\(folder)/\(name)", mode: 0o600)
    } catch {
      throw HarnessFailure(.files, "cannot write a file of an attempt", underlying: error.description)
    }
    return name
  }

  private func certificates(_ name: String, _ ders: [[UInt8]]) throws(HarnessFailure) -> String {
    try file(name) { PEM.encode(.certificate, all: ders) }
  }
}

// MARK: - Trust

extension AttemptFiles {
  func systemAnchors() throws(HarnessFailure) -> String? {
    guard let anchors = attempt.policy.systemAnchors else { return nil }
    return try certificates("system.pem", anchors)
  }

  func userAnchors() throws(HarnessFailure) -> String? {
    guard let anchors = attempt.policy.userAnchors else { return nil }
    return try certificates("user.pem", anchors)
  }

  func anchors() throws(HarnessFailure) -> String? {
    guard let anchors = attempt.policy.anchors else { return nil }
    return try certificates("anchors.pem", anchors)
  }

  func proxyAnchors() throws(HarnessFailure) -> String? {
    guard let anchors = attempt.policy.proxyAnchors else { return nil }
    return try certificates("proxy-anchors.pem", anchors)
  }

  /// Everything that the proxy's certificate may lead to.
  func proxyRoots() throws(HarnessFailure) -> String {
    if let anchors = try proxyAnchors() { return anchors }
    return try roots()
  }

  /// Everything that is trusted, for clients that take one CA file.
  func roots() throws(HarnessFailure) -> String {
    if let anchors = try anchors() { return anchors }
    return try certificates("roots.pem", attempt.policy.roots)
  }

  /// The roots with the CRLs after them, for clients that read both from one file.
  func rootsAndCRLs() throws(HarnessFailure) -> String {
    try file("roots-and-crls.pem") {
      PEM.encode(.certificate, all: attempt.policy.roots)
        + PEM.encode(.crl, all: attempt.policy.revocation.crls.map(\.der))
    }
  }

  /// One file for each CRL.
  func crls() throws(HarnessFailure) -> [String] {
    var names: [String] = []
    var counts: [String: Int] = [:]
    for crl in attempt.policy.revocation.crls {
      let number = counts[crl.issuer, default: 0] + 1
      counts[crl.issuer] = number
      let name = Self.safe(crl.issuer) + (number == 1 ? "" : "-\(number)")
      names.append(try file("\(name).crl.pem") { PEM.encode(.crl, crl.der) })
    }
    return names
  }

  /// Every CRL in one file; nil if there is none.
  func allCRLs() throws(HarnessFailure) -> String? {
    let crls = attempt.policy.revocation.crls
    guard !crls.isEmpty else { return nil }
    return try file("crls.pem") { PEM.encode(.crl, all: crls.map(\.der)) }
  }
}

// MARK: - Pins

extension AttemptFiles {
  /// The pin's bytes as they are; `index` counts all pins of the policy. A file that is to be missing is only named.
  func pinDER(_ pin: AttemptPolicy.Pin, _ index: Int) throws(HarnessFailure) -> String {
    let name = "pin-\(index).der"
    return pin.file == .missing ? name : try file(name) { pin.der }
  }

  func pinPEM(_ pin: AttemptPolicy.Pin, _ index: Int) throws(HarnessFailure) -> String {
    let name = "pin-\(index).pem"
    switch pin.file {
    case .missing: return name
    case .empty: return try file(name) { [] }
    // PEM under the other name is DER under this one.
    case .otherEncoding: return try file(name) { PEM.decode(.certificate, in: pin.der).first ?? [] }
    case .half, .zeroByte, nil:
      return try file(name) { PEM.encode(pin.kind == .spki ? .publicKey : .certificate, pin.der) }
    }
  }
}

// MARK: - Identity

extension AttemptFiles {
  func identityPKCS12(_ identity: AttemptPolicy.Identity) throws(HarnessFailure) -> String {
    try file("client.p12") { () throws(HarnessFailure) in
      do throws(OpenSSLFailure) {
        var bundle = PKCS12(privateKey: identity.privateKey, leaf: identity.leaf, extra: identity.chain)
        bundle.hasKey = identity.damage != .noKey
        return identity.damaged(try bundle.encrypted(password: identity.bundlePassword))
      } catch {
        throw HarnessFailure(.minting, "cannot make the client's PKCS #12", underlying: error.description)
      }
    }
  }

  /// The leaf alone.
  ///
  /// - Parameter number: which of several identities it is; the first is 0.
  func identityCertificate(_ identity: AttemptPolicy.Identity, _ number: Int = 0) throws(HarnessFailure) -> String {
    try certificates("\(Self.client(number)).pem", [identity.leaf])
  }

  func identityIntermediates(_ identity: AttemptPolicy.Identity, _ number: Int = 0) throws(HarnessFailure) -> String {
    try certificates("\(Self.client(number))-intermediates.pem", identity.chain)
  }

  /// The leaf and what travels with it, for clients that take one file.
  func identityChain(_ identity: AttemptPolicy.Identity) throws(HarnessFailure) -> String {
    try certificates("client-chain.pem", [identity.leaf] + identity.chain)
  }

  func identityKey(_ identity: AttemptPolicy.Identity, _ number: Int = 0) throws(HarnessFailure) -> String {
    try file("\(Self.client(number)).key") { PEM.encode(.privateKey, identity.privateKey) }
  }

  private static func client(_ number: Int) -> String { number == 0 ? "client" : "client-\(number)" }
}
