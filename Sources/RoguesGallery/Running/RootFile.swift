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
/// The roots can issue for the client's hosts and for a domain that no public server has, and for nothing above: what is above a
/// host may be `co.uk`. They end within days, and all keys come from 128 random bits.
struct RootFile {
  var roots: [EncodedFile]
  var pins: OwnPins
  /// What the roots can certify: names with those below them, and addresses.
  var certified: [String]

  /// A run that begins later than so long before their end would see it end.
  private static let leastSeconds: Int64 = 3600
  /// RFC 6761, section 6.2: `test` belongs to nobody. The worlds' hosts beside the client's own are in it.
  private static let domain = "rogues.test"
  private static let names = (roots: ["root", "other-root"], pins: ["pin", "backup-pin"])

  /// Reads the file, or makes it.
  ///
  /// - Parameter hosts: those that new roots may certify.
  /// - Returns: also lines about what to do with it; nil: it was there before.
  static func content(
    at path: String, for hosts: OwnHosts?, clock: Timestamp
  ) throws(HarnessFailure) -> (file: RootFile, made: String?) {
    if Files.exists(path) {
      let file = try read(path, clock)
      try file.check(hosts, path)
      return (file, nil)
    }
    try make(path, hosts?.all ?? [], clock)
    let days = TestCAs.lifetimeSeconds / 86_400
    let file = try read(path, clock)
    let pins = [file.pins.inUse, file.pins.backup].map {
      "sha256/\(Base64.encode(Digest.sha256.hash($0.keys[0].spki)))"
    }
    return (
      file,
      "rogues: made the roots '\(path)', for \(file.certified.joined(separator: ", ")) and \(days) days; install both CAs of "
        + "'\(path).crt' where the client looks for roots, and remove them afterwards\n"
        + "rogues: a client that pins keys pins these, which every control meets: \(pins.joined(separator: " "))\n"
        + advice(hosts, file.certified)
    )
  }

  /// Wildcards and sibling hosts need the domain, and whether that is the user's own, only the user knows.
  private static func advice(_ hosts: OwnHosts?, _ certified: [String]) -> String {
    guard let domain = hosts?.all[0].domain, domain.contains("."), !OwnHosts.isCertified(domain, by: certified) else {
      return ""
    }
    return
      "rogues: if all of \(domain) is yours, --host \(domain) as well adds the scenarios with hosts beside the first; the "
      + "roots have to be made anew for it\n"
  }

  private func check(_ hosts: OwnHosts?, _ path: String) throws(HarnessFailure) {
    for host in hosts?.all ?? [] where !OwnHosts.isCertified(host.name, by: certified) {
      throw HarnessFailure(
        .usage,
        "the roots in '\(path)' are for \(certified.joined(separator: ", ")), and not for \(host.name); give --roots another "
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
    // The certificate of the first pin has what the roots may certify.
    let pinned = parts[2].certificates[0]
    return RootFile(
      roots: roots, pins: OwnPins(inUse: parts[2], backup: parts[3]),
      certified: pinned.hosts.map { HostName.plain($0) } + pinned.addresses)
  }

  private static func make(_ path: String, _ hosts: [OwnHosts.Host], _ clock: Timestamp) throws(HarnessFailure) {
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
      pin[DNSNames.self] = hosts.filter { !$0.isAddress }.map { "\($0.name)." } + ["\(domain)."]
      pin[IPAddresses.self] = hosts.filter(\.isAddress).map(\.name)
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
