internal import RogueModel
internal import RogueOpenSSL
internal import RoguePKI
internal import RoguePlatform
internal import RogueStimuli

/// The file with the root of runs for clients that are built once: its user installs it, and it stays the same for days.
///
/// The root can issue for one domain only, ends within days, and its key comes from 128 random bits.
enum RootFile {
  /// A run that begins later than so long before its end would see it end.
  private static let leastSeconds: Int64 = 3600

  /// Reads the file, or makes it.
  ///
  /// - Parameter hosts: whose names a new root may certify, beside those of the first one's domain; nil: the worlds'.
  /// - Returns: also a line about what to do with it; nil: it was there before.
  static func root(
    at path: String, for hosts: OwnHosts?, clock: Timestamp
  ) throws(HarnessFailure) -> (root: EncodedFile, made: String?) {
    if Files.exists(path) { return (try read(path, clock), nil) }
    let domain = hosts?.domain ?? "rogues.test"
    let others = (hosts?.all ?? []).map(\.name).filter { !$0.hasSuffix(".\(domain)") }
    try make(path, domain, others, clock)
    let days = TestCAs.lifetimeSeconds / 86_400
    let root = try read(path, clock)
    let pin = Base64.encode(Digest.sha256.hash(root.keys[0].spki))
    return (
      root,
      "rogues: made the root '\(path)', for names in \(([domain] + others).joined(separator: ", ")) and \(days) days; install "
        + "'\(path).crt' where the client looks for roots, and remove it afterwards\n"
        + "rogues: a client that pins keys may pin its key, which every control has: sha256/\(pin)\n"
    )
  }

  private static func read(_ path: String, _ clock: Timestamp) throws(HarnessFailure) -> EncodedFile {
    let file: EncodedFile
    do {
      file = try EncodedFile(path: path, bytes: try Files.read(path, cap: WorldFiles.maximumBytes))
    } catch {
      throw HarnessFailure(
        .badData, "the root cannot be read", underlying: (error as? ParsingProblem)?.message ?? "\(error)")
    }
    guard file.certificates.count == 1, let root = file.certificates.first, root.isCA, file.keys.count == 1,
      file.keys[0].spki == root.key.spki
    else {
      throw HarnessFailure(
        .badData, "'\(path)' is not one CA with its private key; delete it or name another file, and it is made anew")
    }
    guard let end = root.notAfter, end - leastSeconds > clock.secondsSince1970 else {
      throw HarnessFailure(
        .badData,
        "the root in '\(path)' has ended, or is about to; delete the file, and install the one that is made then")
    }
    return file
  }

  private static func make(_ path: String, _ domain: String, _ others: [String], _ clock: Timestamp)
    throws(HarnessFailure)
  {
    let seed: String
    do throws(OpenSSLFailure) { seed = Hexadecimal.encode(try RandomBytes.generate(16)) } catch {
      throw HarnessFailure(.internal, "cannot make random bytes", underlying: error.description)
    }
    var root = CertificateRecipe(name: "root")
    IsCA.set(true, in: &root)
    // A client whose clock is slow is told apart from one without the root.
    root[NotBefore.self] = -WideDates.seconds
    var names = CertificateRecipe(name: "names")
    names[DNSNames.self] = others.map { "\($0)." }
    let location = SourceLocation(file: path, line: 1, column: 1)
    var world = TestCAs.constrained(
      World(
        id: "root", title: "", domain: domain, certificates: [root, names], keys: [],
        stores: World.Stores(system: ["root"], user: []), host: "host", server: ServerRecipe(present: ["root"]),
        responders: [:], policies: [], location: location))
    world.certificates.removeLast()
    let minted = try WorldMinter(seed: seed, keyPool: KeyPool(store: KeyFolder.ofThisUser)).mint(
      world, MintRequest(salt: "root", keyType: .p256, clock: clock, responderBase: nil))
    guard let made = minted.certificates["root"] else { throw HarnessFailure(.internal, "the root was not made") }
    let certificate = PEM.encode(.certificate, made.der)
    do throws(SystemError) {
      try Files.write(certificate + PEM.encode(.privateKey, made.key.privateKey), to: path, mode: 0o600)
      try Files.write(certificate, to: "\(path).crt")
    } catch {
      throw HarnessFailure(.cannotCreate, error.description)
    }
  }
}
