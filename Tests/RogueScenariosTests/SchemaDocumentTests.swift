import Foundation
import RogueModel
import RogueScenarios
import Testing

@Suite struct SchemaDocumentTests {
  /// The package's folder: this file stands in `Tests/RogueScenariosTests`.
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  @Test(arguments: SchemaDocument.allCases)
  func `the schema in docs is the one that the tables give`(document: SchemaDocument) throws {
    let file = Self.root.appending(path: "docs/schema/\(document.fileName)")
    let text = document.json(vocabulary: Vocabulary()).pretty
    if ProcessInfo.processInfo.environment["ROGUES_RECORD"] == "1" {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    let checkedIn = try String(decoding: Data(contentsOf: file), as: UTF8.self)
    #expect(checkedIn == text, "record it with ROGUES_RECORD=1 swift test --filter SchemaDocumentTests")
  }

  @Test(arguments: SchemaDocument.allCases)
  func `every reference in a schema leads to a definition`(document: SchemaDocument) {
    let schema = document.json(vocabulary: Fixture.vocabulary)
    let definitions = Set((schema["$defs"]?.members ?? []).map { "#/$defs/\($0.name)" })
    var references: Set<String> = []
    func walk(_ value: JSON) {
      if let reference = value["$ref"]?.string { references.insert(reference) }
      for member in value.members ?? [] { walk(member.value) }
      for item in value.array ?? [] { walk(item) }
    }
    walk(schema)
    #expect(references == definitions)
  }

  @Test func `the vocabulary's names and parameters are in the schema`() {
    let schema = SchemaDocument.world.json(vocabulary: Fixture.vocabulary)
    let defects = schema["$defs"]?["certificate"]?["properties"]?["defects"]?["items"]?["anyOf"]?.array ?? []
    #expect(
      defects == [
        // `long-serial` needs its parameter, so its bare name is not enough.
        ["const": "bad-signature", "description": "one bit of the signature is flipped"],
        [
          "type": "object", "additionalProperties": false, "required": ["bad-signature"],
          "properties": ["bad-signature": ["$ref": "#/$defs/bad-signature-parameters"]],
        ],
        [
          "type": "object", "additionalProperties": false, "required": ["long-serial"],
          "properties": ["long-serial": ["$ref": "#/$defs/long-serial-parameters"]],
        ],
      ])
    #expect(schema["$defs"]?["long-serial-parameters"]?["required"] == ["bytes"])
  }
}
