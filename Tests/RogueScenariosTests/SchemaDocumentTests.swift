import RogueModel
import RogueScenarios
import Testing

@Suite struct SchemaDocumentTests {
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
