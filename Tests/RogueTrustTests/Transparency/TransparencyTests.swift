import RogueModel
import RogueScenarios
import RogueStimuli
import Testing

@testable import RogueTrust

/// Timestamps of minted worlds, read by others and counted by us.
@Suite struct TransparencyTests {
  static func world(_ name: String, _ change: (inout World) -> Void = { _ in }) throws -> World {
    var world = try #require(WorldFixture.catalogue.worlds.first { $0.id == name })
    change(&world)
    return world
  }

  /// A world whose leaf holds these SCTs.
  static func logged(_ scts: SCTListRecipe?) throws -> World {
    try world("sct-site") { world in
      for index in world.certificates.indices where world.certificates[index].name == "leaf" {
        world.certificates[index][EmbeddedSCTs.self] = scts
      }
    }
  }

  static func policy(
    _ world: World, _ hierarchy: Hierarchy, logs names: [String]? = nil, minimum: Int = 2, operators: Int = 1
  ) throws -> AttemptPolicy.Transparency {
    AttemptPolicy.Transparency(
      logs: try (names ?? world.logs.map(\.name)).map { name in
        let log = try #require(world.log(name))
        return AttemptPolicy.Log(
          name: name, spki: try hierarchy.transparency.key(ofLog: name), operatorName: log.operatorName,
          retired: log.retired.map { Timestamp(secondsSince1970: WorldFixture.now + $0) })
      }, minimum: minimum, operators: operators)
  }

  static func flight(_ world: World, _ hierarchy: Hierarchy) throws -> ServerFlight {
    var flight = ServerFlight(
      host: WorldFixture.host(world), certificates: WorldFixture.der(world.server.present, hierarchy), staples: [:])
    if let list = world.server[ServedSCTs.self] {
      flight.sctList = try hierarchy.transparency.sctList(list, about: "leaf")
    }
    if case .response(let recipe) = world.server[Staple.self] {
      flight.staples[0] = try hierarchy.revocation.ocspResponse(about: "leaf", request: nil, recipe: recipe)
    }
    return flight
  }

  static func path(_ hierarchy: Hierarchy) -> [[UInt8]] { WorldFixture.der(["leaf", "issuing", "root"], hierarchy) }

  static func files(_ world: World, _ hierarchy: Hierarchy) throws -> [String: [UInt8]] {
    var files = ["leaf.der": Self.path(hierarchy)[0], "issuer.der": Self.path(hierarchy)[1]]
    for log in world.logs { files["\(log.name).log"] = try hierarchy.transparency.key(ofLog: log.name) }
    files["staple.der"] = try flight(world, hierarchy).staple
    return files
  }

  // MARK: - What others read

  @Test func `OpenSSL and GnuTLS read the SCTs that were written`() async throws {
    let world = try Self.logged(SCTListRecipe([SCTRecipe(log: "oak"), SCTRecipe(log: "yew", timestamp: -86_400)]))
    let hierarchy = try WorldFixture.mint(world)
    let files = try Self.files(world, hierarchy)
    let ids = try await IndependentReading.shell("openssl dgst -sha256 -r oak.log yew.log | cut -c1-64", files)
      .split(separator: "\n").map(String.init)
    let openssl = try await IndependentReading.shell(
      "openssl x509 -inform DER -in leaf.der -noout -text | sed 's/^ *//'", files)
    // Sixteen bytes a line, with colons.
    let hexadecimal = openssl.replacing("\n", with: "").replacing(":", with: "").lowercased()
    let (first, second) = (
      try #require(hexadecimal.firstRange(of: ids[0])), try #require(hexadecimal.firstRange(of: ids[1]))
    )
    #expect(first.lowerBound < second.lowerBound)
    #expect(openssl.contains("Timestamp : Aug 22 14:13:20.000 2026 GMT"), "\(openssl)")
    #expect(openssl.contains("Timestamp : Sep 20 14:13:20.000 2026 GMT"), "\(openssl)")
    #expect(openssl.contains("ecdsa-with-SHA256"))
    #expect(openssl.contains("Version   : v1 (0x0)"))
    let gnutls = try await IndependentReading.shell("certtool --inder --infile leaf.der -i", files)
    for id in ids { #expect(gnutls.contains(id), "\(gnutls)") }
    #expect(gnutls.contains("Signature algorithm: ECDSA-SHA256"))
    #expect(gnutls.contains("Signature algorithm: RSA-SHA256"))
  }

  @Test(
    .enabled(if: IndependentReading.hasCryptography),
    arguments: [
      ("sct-site", nil, ["embedded oak", "embedded elm"], "signed"),
      (
        "sct-site", [SCTRecipe(log: "yew"), SCTRecipe(log: "withered")], ["embedded yew", "embedded withered"],
        "signed"
      ),
      ("sct-site", [SCTRecipe(log: "oak", isCorrupt: true)], ["embedded oak"], "not signed"),
      ("sct-site", [SCTRecipe(log: "yew", isCorrupt: true)], ["embedded yew"], "not signed"),
      ("sct-site", [SCTRecipe(log: "oak", about: "sibling-leaf")], ["embedded oak"], "not signed"),
      ("sct-site", [SCTRecipe(log: "oak", issuer: "root")], ["embedded oak"], "not signed"),
      ("sct-site", [SCTRecipe(log: "oak", key: "elm")], ["embedded oak"], "not signed"),
      ("sct-by-ocsp", nil, ["stapled oak", "stapled elm"], "signed"),
    ] as [(String, [SCTRecipe]?, [String], String)])
  func `Python's cryptography agrees about the signer of each SCT`(
    name: String, scts: [SCTRecipe]?, where places: [String], verdict: String
  ) async throws {
    let world = try scts.map { try Self.logged(SCTListRecipe($0)) } ?? Self.world(name)
    let hierarchy = try WorldFixture.mint(world)
    var files = try Self.files(world, hierarchy)
    files["verify.py"] = Array(IndependentReading.verification.utf8)
    let output = try await IndependentReading.shell(
      "python3 verify.py \(world.logs.map(\.name).joined(separator: " ")) 2>&1", files)
    let type = places[0].hasPrefix("embedded") ? "PRE_CERTIFICATE" : "X509_CERTIFICATE"
    let moment = WorldFixture.now + SCTRecipe.usualTimestamp
    #expect(output == places.map { "\($0) \(moment) v1 \(type) \(verdict)\n" }.joined())
    #expect(
      try TransparencyCheck(Self.policy(world, hierarchy, minimum: places.count), now: WorldFixture.now)
        .problem(of: Self.flight(world, hierarchy), path: Self.path(hierarchy)).map(\.reason)
        == (verdict == "signed" && !places.contains("embedded withered") ? nil : .transparency))
  }

  // MARK: - What we count

  @Test(arguments: ["sct-site", "sct-by-tls-extension", "sct-by-ocsp"])
  func `two logs are enough for two and too few for three`(name: String) throws {
    let world = try Self.world(name)
    let hierarchy = try WorldFixture.mint(world)
    let flight = try Self.flight(world, hierarchy)
    for (minimum, isEnough) in [(1, true), (2, true), (3, false)] {
      let check = TransparencyCheck(try Self.policy(world, hierarchy, minimum: minimum), now: WorldFixture.now)
      #expect((check.problem(of: flight, path: Self.path(hierarchy)) == nil) == isEnough)
    }
    // Nothing else of the flight vouches for anything.
    for source in SCTList.sources {
      var others = Rulebook()
      for other in SCTList.sources where other.name != source.name { others.replace(other, by: "unread") { _ in nil } }
      let check = TransparencyCheck(try Self.policy(world, hierarchy), rules: others, now: WorldFixture.now)
      let used: Rule<TransparencyQuestion, SCTList?> =
        switch name {
        case "sct-site": .embeddedSCTs
        case "sct-by-tls-extension": .handshakeSCTs
        default: .stapledSCTs
        }
      let isThere = source.name == used.name
      #expect((check.problem(of: flight, path: Self.path(hierarchy)) == nil) == isThere)
    }
  }

  @Test func `a log that several ways name is one log`() throws {
    var world = try Self.logged(SCTListRecipe([SCTRecipe(log: "oak")]))
    world.server[ServedSCTs.self] = SCTListRecipe([SCTRecipe(log: "oak")])
    world.server[Staple.self] = .response(OCSPRecipe(scts: SCTListRecipe([SCTRecipe(log: "oak")])))
    let hierarchy = try WorldFixture.mint(world)
    let check = TransparencyCheck(try Self.policy(world, hierarchy), now: WorldFixture.now)
    #expect(
      check.problem(of: try Self.flight(world, hierarchy), path: Self.path(hierarchy))?.detail
        == "1 of 2 logs vouch for the certificate")
    // And what one way lacks another may have.
    world.server[ServedSCTs.self] = SCTListRecipe([SCTRecipe(log: "elm")])
    #expect(check.problem(of: try Self.flight(world, hierarchy), path: Self.path(hierarchy)) == nil)
  }

  @Test func `a log retires, and an SCT is in the future, from the exact second`() throws {
    let retired: Int64 = -40 * 86_400
    for (log, timestamp, counts) in [
      ("withered", retired - 1, true), ("withered", retired, false), ("oak", 300, true), ("oak", 301, false),
    ] as [(String, Int64, Bool)] {
      let world = try Self.logged(SCTListRecipe([SCTRecipe(log: log, timestamp: timestamp)]))
      let hierarchy = try WorldFixture.mint(world)
      let check = TransparencyCheck(try Self.policy(world, hierarchy, minimum: 1), now: WorldFixture.now)
      let problem = check.problem(of: try Self.flight(world, hierarchy), path: Self.path(hierarchy))
      #expect((problem == nil) == counts, "\(log) \(timestamp)")
    }
  }

  @Test func `SCTs change nothing of the certificate but their own extension`() throws {
    let with = try WorldFixture.mint(try Self.world("sct-site"))
    let without = try WorldFixture.mint(try Self.logged(nil))
    let (logged, plain) = (Self.path(with)[0], Self.path(without)[0])
    #expect(LoggedEntry.signedPart(of: plain) != LoggedEntry.signedPart(of: logged))
    // Another serial number, because two certificates must not share one; the rest is the same.
    let serial = try #require(with.certificates["leaf"]?.serial)
    let other = try #require(without.certificates["leaf"]?.serial)
    #expect(serial != other)
    #expect(
      LoggedEntry.signedPart(of: plain)?.replacing(other, with: serial) == LoggedEntry.signedPart(of: logged))
  }

  // MARK: - Hostile lists

  @Test func `no list with a turned bit, and no list that ends early, is enough`() throws {
    let world = try Self.world("sct-by-tls-extension")
    let hierarchy = try WorldFixture.mint(world)
    var flight = try Self.flight(world, hierarchy)
    let list = try #require(flight.sctList)
    let check = TransparencyCheck(try Self.policy(world, hierarchy), now: WorldFixture.now)
    let path = Self.path(hierarchy)
    #expect(check.problem(of: flight, path: path) == nil)
    for index in list.indices {
      var changed = list
      changed[index] ^= 1 << UInt8(index % 8)
      flight.sctList = changed
      #expect(check.problem(of: flight, path: path)?.reason == .transparency, "byte \(index)")
      flight.sctList = Array(list.prefix(index))
      #expect(check.problem(of: flight, path: path)?.reason == .transparency, "\(index) bytes")
    }
    flight.sctList = list + [0]
    #expect(check.problem(of: flight, path: path)?.reason == .transparency)
  }

  @Test func `entries of another version are passed over`() throws {
    let world = try Self.world("sct-by-tls-extension")
    let hierarchy = try WorldFixture.mint(world)
    let list = try #require(try Self.flight(world, hierarchy).sctList)
    let body = [0, 3, 7, 1, 2] + list.dropFirst(2)
    var flight = try Self.flight(world, hierarchy)
    flight.sctList = [UInt8(body.count >> 8), UInt8(truncatingIfNeeded: body.count)] + body
    let check = TransparencyCheck(try Self.policy(world, hierarchy), now: WorldFixture.now)
    #expect(check.problem(of: flight, path: Self.path(hierarchy)) == nil)
  }

  @Test func `bytes that are not a certificate have no signed part, and nothing reads past their end`() throws {
    let leaf = Self.path(try WorldFixture.mint(try Self.world("sct-site")))[0]
    #expect(LoggedEntry.signedPart(of: []) == nil)
    #expect(LoggedEntry.signedPart(of: Array(leaf.dropLast())) == nil)
    for index in leaf.indices {
      var changed = leaf
      changed[index] = changed[index] &+ 1
      // What it is does not matter; that it ends does.
      _ = LoggedEntry.signedPart(of: changed)
    }
  }
}
