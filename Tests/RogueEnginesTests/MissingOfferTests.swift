import RogueModel
import RogueOpenSSL
import RogueTLS
import ServerTestSupport
import Testing

@testable import RogueEngines

/// What a fault needs the client to have offered: without it, refusing shows nothing.
@Suite struct MissingOfferTests {
  /// What the own client says when it opens a connection, changed as a test wants it.
  private static func hello(_ change: (inout ClientHello) -> Void = { _ in }) throws -> ClientHello {
    var settings = ClientSettings()
    settings.host = "pinned.rogues.test"
    settings.applicationProtocols = ["http/1.1"]
    let client = try TLSClient(settings) { _ in .accept }
    var hello = try #require(ClientHello(firstFlight: client.takeOutput()))
    // The suites of key exchanges that it does not know.
    hello.evidence.cipherSuites += [0x009E, 0x009C]
    change(&hello)
    return hello
  }

  struct Sample: Sendable, CustomTestStringConvertible {
    var use: NamedUse
    var missing: String
    var change: @Sendable (inout ClientHello) -> Void
    var testDescription: String { "\(use.name) \(use.parameters)" }

    init(
      _ name: String, _ parameters: [String: String] = [:], _ missing: String,
      _ change: @escaping @Sendable (inout ClientHello) -> Void
    ) {
      use = NamedUse(name, parameters.mapValues { .text($0) })
      self.missing = missing
      self.change = change
    }
  }

  static let samples: [Sample] =
    ["none", "short", "long", "bomb"].map { fault in
      Sample("compressed-certificate", ["fault": fault], "compress_certificate with zlib") {
        $0.compressionAlgorithms = []
      }
    } + [
      Sample("compressed-certificate", ["fault": "short"], "compress_certificate with zlib") {
        $0.compressionAlgorithms = [2]
      },
      Sample("downgrade-sentinel", "TLS 1.3") { $0.evidence.versions = [0x0303] },
      Sample("without-extended-master-secret", "extended_master_secret") {
        $0.extensions.remove(.extendedMasterSecret)
      },
      Sample("dhe", ["field": "512-bits"], "DHE_RSA_WITH_AES_128_GCM_SHA256") {
        $0.evidence.cipherSuites.removeAll { $0 == 0x009E }
      },
      Sample("export-rsa-key", "RSA_WITH_AES_128_GCM_SHA256") { $0.evidence.cipherSuites.removeAll { $0 == 0x009C } },
      Sample("rsa-key-exchange", "RSA_WITH_AES_128_GCM_SHA256") { $0.evidence.cipherSuites.removeAll { $0 == 0x009C } },
      Sample("rsa-key-exchange", ["cipher": "cbc"], "RSA_WITH_AES_128_CBC_SHA") {
        $0.evidence.cipherSuites.removeAll { $0 == 0x002F }
      },
      Sample("old-version", ["version": "ssl3.0"], "a cipher suite of SSL 3.0") {
        $0.evidence.cipherSuites.removeAll { [0x002F, 0x0035].contains($0) }
      },
      Sample("old-version", ["version": "tls1.1"], "a cipher suite of TLS 1.1") {
        $0.evidence.cipherSuites = [0xC02B, 0x009C]
      },
      Sample("forged-handshake-signature", "rsa_pkcs1_sha256") { $0.signatureSchemes.removeAll { $0 == 0x0401 } },
      Sample("sni-response", ["form": "twice"], "server_name") { $0.evidence.serverName = nil },
      Sample("renegotiation-info", "renegotiation_info") {
        $0.extensions.remove(.renegotiationInfo)
        $0.evidence.cipherSuites.removeAll { $0 == 0x00FF }
      },
      Sample("unrecognized-name", "server_name") { $0.evidence.serverName = nil },
      Sample("wrong-alpn", "application_layer_protocol_negotiation") { $0.evidence.alpn = [] },
      Sample("bad-key-share", ["fault": "zero"], "x25519") { $0.evidence.groups.removeAll { $0 == 29 } },
      Sample("bad-key-share", ["fault": "off-curve"], "secp256r1") { $0.evidence.groups.removeAll { $0 == 23 } },
      Sample("bad-server-key-exchange", ["fault": "explicit-curve"], "secp256r1") {
        $0.evidence.groups.removeAll { $0 == 23 }
      },
      Sample("wrong-hello-retry-request", ["fault": "twice"], "a group that it has sent no share of") { hello in
        hello.evidence.groups = hello.keyShares.map(\.group)
      },
      Sample(
        "wrong-hello-retry-request", ["fault": "cipher-suite"],
        "both TLS_AES_128_GCM_SHA256 and TLS_CHACHA20_POLY1305_SHA256"
      ) { $0.evidence.cipherSuites.removeAll { $0 == 0x1303 } },
    ]

  @Test(arguments: samples) func `is named, and only where it is missing`(sample: Sample) throws {
    let behaviour = try Behaviours.make(sample.use)
    #expect(try behaviour.missingOffer(in: Self.hello()) == nil)
    #expect(try behaviour.missingOffer(in: Self.hello(sample.change)) == sample.missing)
  }

  @Test func `a sentinel without a downgrade is for clients that offer TLS 1.2 alone`() throws {
    let behaviour = try Behaviours.make(NamedUse("downgrade-sentinel", ["to": .text("tls-1-2")]))
    #expect(try behaviour.missingOffer(in: Self.hello()) == "TLS 1.2 alone")
    #expect(try behaviour.missingOffer(in: Self.hello { $0.evidence.versions = [0x0303] }) == nil)
  }

  @Test func `faults in unsolicited extensions need no offer`() throws {
    for use in [
      NamedUse("compressed-certificate", ["fault": .text("unoffered")]),
      NamedUse("wrong-hello-retry-request", ["fault": .text("no-change")]),
      NamedUse("unsolicited-extension"), NamedUse("weak-cipher-suite"),
      NamedUse("raw-public-key"), NamedUse("wrong-signature-scheme"),
    ] {
      let behaviour = try Behaviours.make(use)
      let bare = try Self.hello { hello in
        hello.compressionAlgorithms = []
        hello.evidence.alpn = []
        hello.evidence.cipherSuites = []
        hello.evidence.groups = []
        hello.signatureSchemes = []
      }
      #expect(behaviour.missingOffer(in: bare) == nil, "\(use.name)")
    }
  }

  /// OpenSSL's client expands no certificates, and refuses a message that it does not know.
  @Test(arguments: ["short", "long", "bomb"])
  func `is in the evidence of a client that refuses unknown extensions`(fault: String) async throws {
    let attempt = ServerFixture.attempt(TestPKI.shared.presentation("leaf-p256", "issuing"), .tls13) {
      $0.behaviours = [NamedUse("compressed-certificate", ["fault": .text(fault)])]
    }
    let (visit, seen) = try await ServerFixture.serve(attempt, engine: "swift") { port in
      await Visit.make(Visit.Plan(port: port, timeoutMilliseconds: 6000))
    }
    #expect(visit.body == nil)
    #expect(seen.connections.map(\.missingOffers) == [["compress_certificate with zlib"]])
    #expect(seen.connections.map(\.presented) == [["compressed-certificate"]])
  }
}

extension MissingOfferTests.Sample {
  init(_ name: String, _ missing: String, _ change: @escaping @Sendable (inout ClientHello) -> Void) {
    self.init(name, [:], missing, change)
  }
}
