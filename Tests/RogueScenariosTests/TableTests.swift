import RogueModel
import Testing

@testable import RogueScenarios
@testable import RogueStimuli

/// The tables are the one source of what the reader takes and the schema says: no key may stand in one and be
/// overlooked by the code that reads.
@Suite struct TableTests {
  /// A file with a hole where one key of the table stands.
  private static let places: [(table: Table, kind: Kind, before: String, after: String)] = [
    (WorldKeys.table, .world, "{", "}"),
    (StoresKeys.table, .world, "{stores: {", "}}"),
    (CertificateKeys.table, .world, "{certificates: {a: {", "}}}"),
    (KeyIdentifierKeys.table, .world, "{certificates: {a: {key-identifier: {", "}}}}"),
    (ServerKeys.table, .world, "{server: {", "}}"),
    (ConnectionKeys.table, .world, "{server: {connections: {1: {", "}}}}"),
    (RenegotiationKeys.table, .world, "{server: {renegotiation: {", "}}}"),
    (StartTLSKeys.table, .world, "{server: {starttls: {", "}}}"),
    (ProxyKeys.table, .world, "{server: {proxy: {", "}}}"),
    (OCSPResponseKeys.table, .world, "{server: {staple: {", "}}}"),
    (SingleResponseKeys.table, .world, "{server: {staple: {before: [{", "}]}}}"),
    (NameConstraintsKeys.table, .world, "{certificates: {a: {ca: true, name-constraints: {", "}}}}"),
    (CRLKeys.table, .world, "{certificates: {a: {ca: true, crl: {", "}}}}"),
    (ResponderKeys.table, .world, "{certificates: {a: {}}, responders: {a: {", "}}}"),
    (PlatformKeys.table, .world, "{platform: {", "}}"),
    (LogKeys.table, .world, "{logs: {a: {", "}}}"),
    (SCTKeys.table, .world, "{logs: {a: {}}, server: {scts: [{", "}]}}"),
    (SCTListKeys.table, .world, "{server: {scts: {", "}}}"),
    (TransparencyKeys.table, .world, "{policies: {a: {transparency: {", "}}}}"),
    (PolicyKeys.table, .world, "{policies: {a: {", "}}}"),
    (PinSetKeys.table, .world, "{policies: {a: {pin-sets: [{", "}]}}}"),
    (RevocationKeys.table, .world, "{policies: {a: {revocation: {", "}}}}"),
    (IdentityKeys.table, .world, "{policies: {a: {identity: {", "}}}}"),
    (OtherIdentityKeys.table, .world, "{policies: {a: {identity: {others: [{", "}]}}}}"),
    (ScenarioKeys.table, .scenario, "{", "}"),
    (AxesKeys.table, .scenario, "{axes: {", "}}"),
    (StepKeys.table, .scenario, "{steps: [{", "}]}"),
    (DelayKeys.table, .scenario, "{steps: [{after: {", "}}]}"),
    (ExpectKeys.table, .scenario, "{expect: {", "}}"),
    (ExpectationKeys.table, .scenario, "{expect: {by-policy: {a: {", "}}}}"),
    (AnswerKeys.table, .scenario, "{expect: {any: [{", "}]}}"),
    (ClientHelloKeys.table, .scenario, "{expect: {client-hello: {", "}}}"),
    (ManifestKeys.table, .adapter, "{door: recipe, ", "}"),
    (VersionKeys.table, .adapter, "{version: {", "}}"),
    (StackProbeKeys.table, .adapter, "{stack: {a: {", "}}}"),
    (VersionsKeys.table, .adapter, "{versions: {", "}}"),
    (AboutKeys.table, .adapter, "{about: {", "}}"),
    (OutcomeKeys.table, .adapter, "{door: recipe, outcomes: [{", "}]}"),
    (EachKeys.table, .adapter, "{door: recipe, arguments: [{pins.spki: [{", "}]}]}"),
  ]

  private enum Kind { case world, scenario, adapter }

  private func findings(_ kind: Kind, _ text: String) -> [Finding] {
    let file = SourceFile(path: "a/a.yaml", bytes: Array(text.utf8))
    switch kind {
    case .world: return CatalogueLoader(vocabulary: Vocabulary()).load(worlds: [file], scenarios: []).findings
    case .scenario: return CatalogueLoader(vocabulary: Vocabulary()).load(worlds: [], scenarios: [file]).findings
    case .adapter: return ManifestLoader.load(file).1
    }
  }

  @Test func `an invalid value is refused at every key of every table`() {
    for (table, kind, before, after) in Self.places {
      for key in table.keys {
        // The door cannot stand twice.
        let before = key.name == "door" ? "{" : before
        let text = "\(before)\(key.name): [[[[]]]]\(after)"
        let column = before.count + key.name.count + 3
        let hits = findings(kind, text).filter { finding in
          (column..<column + 8).contains(finding.location?.column ?? 0) && !finding.message.hasPrefix("unknown key")
        }
        #expect(!hits.isEmpty, "\(table.name).\(key.name) takes anything: \(text)")
      }
    }
  }

  @Test func `every table of the schemas is tested above`() {
    var tables = Set(["world", "scenario", "adapter"])
    for document in [SchemaDocument.world, .scenario, .adapter] {
      // A list of words is no table.
      for definition in document.json(vocabulary: Vocabulary())["$defs"]?.members ?? []
      where definition.value["oneOf"] == nil {
        tables.insert(definition.name)
      }
    }
    #expect(tables == Set(Self.places.map(\.table.name)))
  }

  @Test func `the reader accepts every key of the registry, in its order`() {
    #expect(CertificateKeys.table.names == CertificateSettings.stimuli.map(\.name))
    #expect(ServerKeys.table.names == ServerStimuli.all.map(\.name))
    #expect(ResponderKeys.table.names == ResponderStimuli.all.map(\.name))
    #expect(PlatformKeys.table.names == PlatformStimuli.all.map(\.name))
    #expect(OCSPResponseKeys.table.names == OCSPParts.all.map(\.name))
    #expect(CRLKeys.table.names == CRLParts.all.map(\.name))
    #expect(ConnectionKeys.table.names == ConnectionParts.all.map(\.name))
    #expect(StartTLSKeys.table.names == StartTLSParts.all.map(\.name))
    #expect(ProxyKeys.table.names == ProxyParts.all.map(\.name))
  }

  @Test func `no key occurs twice in a table`() {
    for (table, _, _, _) in Self.places { #expect(Set(table.names).count == table.names.count, "\(table.name)") }
  }
}
