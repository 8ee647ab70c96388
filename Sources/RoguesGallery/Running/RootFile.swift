internal import RogueModel
internal import RogueOpenSSL
internal import RoguePKI
internal import RoguePlatform
internal import RogueStimuli

/// The file with the roots of runs for clients that are built once: their user installs them, and they stay the same for days.
///
/// The first is the CA of the client's own servers. The second is any other CA that the client's system trusts: without pins, its
/// certificates are as good. Beside them are the keys that a client pins, each with a certificate that nothing presents.
///
/// The roots can issue for one domain only, end within days, and all keys come from 128 random bits.
struct RootFile {
  var roots: [EncodedFile]
  var pins: OwnPins

  /// A run that begins later than so long before their end would see it end.
  private static let leastSeconds: Int64 = 3600
  private static let names = (roots: ["root", "other-root"], pins: ["pin", "backup-pin"])

  /// Reads the file, or makes it.
  ///
  /// - Parameter hosts: whose names new roots may certify, beside those of the first one's domain; nil: the worlds'.
  /// - Returns: also a line about what to do with it; nil: it was there before.
  static func content(
    at path: String, for hosts: OwnHosts?, clock: Timestamp
  ) throws(HarnessFailure) -> (file: RootFile, made: String?) {
    if Files.exists(path) {
      let file = try read(path, clock)
      try file.check(hosts, path)
      return (file, nil)
    }
    let domain = hosts?.domain ?? "rogues.test"
    let others = (hosts?.all ?? []).map(\.name).filter { !$0.hasSuffix(".\(domain)") }
    try make(path, domain, others, clock)
    let days = TestCAs.lifetimeSeconds / 86_400
    let file = try read(path, clock)
    let pins = [file.pins.inUse, file.pins.backup].map {
      "sha256/\(Base64.encode(Digest.sha256.hash($0.keys[0].spki)))"
    }
    return (
      file,
      "rogues: made the roots '\(path)', for names in \(([domain] + others).joined(separator: ", ")) and \(days) days; install "
        + "both CAs of '\(path).crt' where the client looks for roots, and remove them afterwards\n"
        + "rogues: a client that pins keys pins these, which every control meets: \(pins.joined(separator: " "))\n"
    )
  }

  /// The certificate of the first pin has the names that the roots may certify.
  private func check(_ hosts: OwnHosts?, _ path: String) throws(HarnessFailure) {
    let domains = (pins.inUse.certificates.first?.hosts ?? []).map { HostName.plain($0) }
    for host in (hosts?.all ?? []).map(\.name)
    where !domains.contains(where: { host == $0 || host.hasSuffix(".\($0)") }) {
      throw HarnessFailure(
        .usage,
        "the roots in '\(path)' are for names in \(domains.joined(separator: ", ")), and not for \(host); give --roots another "
          + "file, and it is made")
    }
  }

  private static func read(_ path: String, _ clock: Timestamp) throws(HarnessFailure) -> RootFile {
    let file: EncodedFile
    do {
      file = try EncodedFile(path: path, bytes: try Files.read(path, cap: WorldFiles.maximumBytes))
    } catch {
      throw HarnessFailure(
        .badData, "the roots cannot be read", underlying: (error as? ParsingProblem)?.message ?? "\(error)")
    }
    let parts = file.certificates.compactMap { certificate in
      file.keys.first { $0.spki == certificate.key.spki }.map {
        EncodedFile(path: path, certificates: [certificate], keys: [$0])
      }
    }
    let areCAs = parts.map { $0.certificates[0].isCA }
    guard areCAs == [true, true, false, false], file.certificates.count == 4, file.keys.count == 4 else {
      throw HarnessFailure(
        .badData,
        "'\(path)' does not hold two CAs and two pinned keys; delete it or name another file, and it is made anew")
    }
    let roots = Array(parts.prefix(2))
    guard roots.allSatisfy({ ($0.certificates[0].notAfter ?? 0) - leastSeconds > clock.secondsSince1970 }) else {
      throw HarnessFailure(
        .badData,
        "the roots in '\(path)' have expired, or are about to; delete the file, and install those that are made then")
    }
    return RootFile(roots: roots, pins: OwnPins(inUse: parts[2], backup: parts[3]))
  }

  private static func make(_ path: String, _ domain: String, _ others: [String], _ clock: Timestamp)
    throws(HarnessFailure)
  {
    let seed: String
    do throws(OpenSSLFailure) { seed = Hexadecimal.encode(try RandomBytes.generate(16)) } catch {
      throw HarnessFailure(.internal, "cannot make random bytes", underlying: error.description)
    }
    let roots = Self.names.roots.map { name in
      var root = CertificateRecipe(name: name)
      IsCA.set(true, in: &root)
      // A client whose clock is slow is told apart from one without the root.
      root[NotBefore.self] = -WideDates.seconds
      return root
    }
    let pins = Self.names.pins.map { name in
      var pin = CertificateRecipe(name: name)
      pin[DNSNames.self] = ([domain] + others).map { "\($0)." }
      return pin
    }
    let location = SourceLocation(file: path, line: 1, column: 1)
    let world = TestCAs.constrained(
      World(
        id: "root", title: "", domain: domain,
        certificates: roots + pins, keys: [],
        stores: World.Stores(system: Self.names.roots, user: []), host: "host", server: ServerRecipe(present: ["root"]),
        responders: [:], policies: [], location: location))
    let minted = try WorldMinter(seed: seed, keyPool: KeyPool(store: KeyFolder.ofThisUser)).mint(
      world, MintRequest(salt: "root", keyType: .p256, clock: clock, responderBase: nil))
    let made = (Self.names.roots + Self.names.pins).compactMap { minted.certificates[$0] }
    guard made.count == 4 else { throw HarnessFailure(.internal, "the roots were not made") }
    func certificates(_ some: some Sequence<MintedCertificate>) -> [UInt8] {
      some.flatMap { PEM.encode(.certificate, $0.der) }
    }
    do throws(SystemError) {
      try Files.write(
        certificates(made) + made.flatMap { PEM.encode(.privateKey, $0.key.privateKey) }, to: path, mode: 0o600)
      try Files.write(certificates(made.prefix(roots.count)), to: "\(path).crt")
    } catch {
      throw HarnessFailure(.cannotCreate, error.description)
    }
  }
}
