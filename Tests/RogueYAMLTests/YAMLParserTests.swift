import RogueYAML
import Testing

@Suite struct YAMLParserTests {
  @Test func `a block mapping keeps order and text`() throws {
    let node = try YAMLParser.parse(Array("b: 1\na: [x, 'y']\n".utf8), file: "f.yaml")
    #expect(node.flow == "{b: 1, a: [x, \"y\"]}")
  }
}
