import RogueModel
import TestSupport
import Testing

@testable import RogueReports

@Suite struct ClientChainDrawingTests {
  static func entries(_ names: [String?]) -> [ClientChainEvidence.Entry] {
    let issuers = [
      "client-leaf": "client-issuing", "client-issuing": "client-root", "client-root": "client-root",
      "stranger": "stranger",
    ]
    return names.map { name in .init(name: name, issuer: name.flatMap { issuers[$0] }) }
  }

  static let lists: [[String?]] = [
    ["client-leaf", "client-issuing"], ["client-leaf", "client-leaf", "client-issuing"],
    ["client-leaf", "client-issuing", "client-leaf"], ["client-leaf", "client-root", "client-issuing"],
    ["client-leaf", "client-issuing", "client-root"], ["client-issuing", "client-leaf"],
    ["client-leaf", "stranger", nil], [],
  ]

  @Test func `lists are drawn with repetitions, issuers and ends`() throws {
    var text = ""
    for (style, glyphs) in [("unicode", Glyphs.unicode), ("ascii", Glyphs.ascii)] {
      text += "\(style)\n"
      for list in Self.lists {
        let evidence = ClientChainEvidence(
          sent: Self.entries(list), right: [Self.entries(["client-leaf", "client-issuing"])])
        for (label, line) in evidence.drawing(glyphs) { text += "  \(label.padded(to: 7))\(line)\n" }
        text += "\n"
      }
    }
    try Golden.check(text, "client-lists.txt")
  }

  private var result: CaseResult {
    var step = SampleRun.step(
      mutation: "server.client-chain: strict", expected: "accept with client list [client-leaf, client-issuing]",
      .failed(cause: .server, detail: "alert bad_certificate"), SampleRun.refused,
      Judgement(.badClientChain, "the client's certificate list is not the expected one"))
    step.clientChain = ClientChainEvidence(
      sent: Self.entries(["client-leaf", "client-leaf", "client-issuing"]),
      right: [Self.entries(["client-leaf", "client-issuing"]), Self.entries(["client-leaf"])])
    return SampleRun.result(
      "curl", "client-auth/strict-server-duplicated-leaf", policy: "leaf-leaf-issuer", level: .should,
      step.judgement, steps: [step])
  }

  @Test func `a failure shows the list that was sent above those that are right`() throws {
    let block = FailureBlock(result: result, style: ReportStyle(color: false, unicode: true, width: 100)).text
    try Golden.check(block, "client-list-block.txt")
  }

  @Test func `the event log keeps the drawing`() throws {
    let read = try CaseResult(json: result.json(isRevision: false))
    #expect(read.steps.map(\.clientChain) == result.steps.map(\.clientChain))
  }

  @Test func `the first difference is named by entry, and by byte outside an entry`() {
    let certificates: [String: [UInt8]] = ["leaf": [1, 2, 3], "issuing": [4, 5, 6], "root": [7]]
    func difference(_ sent: [[UInt8]], _ right: [[String]] = [["leaf", "issuing"]]) -> String? {
      ClientChainEvidence.difference(of: sent, from: right, certificates: certificates)
    }
    #expect(difference([[1, 2, 3], [4, 5, 6]]) == nil)
    #expect(difference([[1, 2, 3]]) == "entry 2, issuing, is missing")
    #expect(difference([]) == "entry 1, leaf, is missing")
    #expect(difference([[1, 2, 3], [1, 2, 3]]) == "entry 2 repeats entry 1, where issuing belongs")
    #expect(difference([[1, 2, 3], [4, 5, 6], [7]]) == "entry 3 is root, where the list should have ended")
    #expect(
      difference([[1, 2, 3], [4, 5, 9]])
        == "entry 2 is not a certificate of this world, where issuing belongs: the first difference is at byte 2")
    // Of several right lists the one that fits longest.
    #expect(
      difference([[1, 2, 3], [7]], [["issuing"], ["leaf", "issuing"]]) == "entry 2 is root, where issuing belongs")
  }
}
