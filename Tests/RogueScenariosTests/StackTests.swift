import RogueModel
import Testing

@testable import RogueScenarios

/// What an adapter inherits from what its client is made of.
@Suite struct StackTests {
  private static let library = """
    stack: lib
    summary: A library
    declined: {clock: it has one, pin.none: nobody knows}
    applies: {policy.hostname: set_name, policy.time: set_time, tls.alpn: set_alpn}
    fixed: {state: nothing is kept, policy.identity: it has none}
    """

  private func stacks(_ text: String = library) throws -> [Stack] {
    let (stacks, findings) = StackLoader.load([SourceFile(path: "Adapters/stacks/lib.yaml", bytes: Array(text.utf8))])
    #expect(findings.map(\.rendered) == [])
    return stacks
  }

  private func load(_ more: String, capabilities: String = "anchors", stacks: [Stack]) -> (AdapterManifest?, [Finding])
  {
    let text = """
      adapter: mine
      summary: Mine
      library: lib
      programs: [mine]
      version: {arguments: [--version], after: "mine "}
      capabilities: [\(capabilities)]
      door: exec
      \(more)
      """
    return ManifestLoader.load(SourceFile(path: "Adapters/mine/adapter.yaml", bytes: Array(text.utf8)), stacks: stacks)
  }

  private static let connection = """
    applies:
      connect.host: a
      connect.address: a
      connect.port: a
      connect.path: a
      tls.maximum: a
      policy.systemAnchors: a
      policy.userAnchors: a
      policy.anchors: a
    """

  @Test func `keys missing from a description are inherited`() throws {
    let (manifest, findings) = load(
      "stack: {lib: {after: \"lib \"}}\n\(Self.connection)\nfixed: {tls.alpn: none}\ndeclined: {pin.none: I know}",
      stacks: try stacks())
    #expect(findings.map(\.rendered) == [])
    let configuration = try #require(manifest?.configuration)
    #expect(configuration.applied[.hostname] == "set_name")
    #expect(configuration.fixed[.alpn] == "none" && configuration.applied[.alpn] == nil)
    #expect(configuration.applied[.time] == nil, "no capability declares it")
    #expect(configuration.fixed[.state] == "nothing is kept" && configuration.fixed[.identity] == "it has none")
    #expect(manifest?.declined == [.clock: "it has one", .pinNone: "I know"])
    #expect(manifest?.stacks == ["lib": .after("lib ")])
  }

  @Test func `an adapter's capability overrides the stack's lack of it`() throws {
    let (manifest, findings) = load(
      "stack: {lib: {is: \"3.0\", in: \"7\"}}\n\(Self.connection)\n  policy.identity: mine",
      capabilities: "anchors, clock, client-identity.pem", stacks: try stacks())
    #expect(findings.map(\.rendered) == [])
    #expect(manifest?.declined[.clock] == nil)
    #expect(manifest?.configuration?.applied[.time] == "set_time")
    #expect(manifest?.configuration?.applied[.identity] == "mine" && manifest?.configuration?.fixed[.identity] == nil)
    #expect(manifest?.stacks == ["lib": .known("3.0", in: try #require(VersionRange("7")))])
  }

  @Test func `a description without fields claims all of them`() throws {
    let manifest = load("stack: {lib: {after: \"lib \"}}", stacks: try stacks()).0
    #expect(manifest != nil && manifest?.configuration == nil)
  }

  @Test(arguments: [
    ("stack: {lob: {after: x}}", "there is no stack 'lob'"),
    ("stack: {lib: {is: \"3\"}}", "'is' and 'in' together"), ("stack: {lib: {}}", "'is' and 'in' together"),
    ("stack: {lib: {after: x, is: \"3\", in: \"3\"}}", "'is' and 'in' together"),
  ])
  func `an unknown stack is an error`(text: String, words: String) throws {
    let (manifest, findings) = load(text, stacks: try stacks())
    #expect(manifest == nil)
    #expect(findings.contains { $0.rendered.contains(words) }, "\(findings.map(\.rendered))")
  }

  @Test func `a stack is called as its file`() {
    let file = SourceFile(path: "Adapters/stacks/other.yaml", bytes: Array(Self.library.utf8))
    #expect(StackLoader.load([file]).findings.contains { $0.rendered.contains("both must be the same") })
  }
}
