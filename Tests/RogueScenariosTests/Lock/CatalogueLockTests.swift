import Foundation
import RogueModel
import RogueScenarios
import TestSupport
import Testing

/// What the shipped catalogue says is right does not change unseen.
@Suite struct CatalogueLockTests {
  static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Scenarios/catalogue.lock")

  /// `make record` writes what is new or harder, and with `ROGUES_SOFTEN=1` also what is softer.
  @Test func `the catalogue is as strict as its lock says`() throws {
    let now = CatalogueLock(try ShippedCatalogueTests.catalogue().scenarios)
    let environment = ProcessInfo.processInfo.environment
    let kept = (try? Data(contentsOf: Self.file)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    let old = try CatalogueLock(text: kept)
    let changes = now.changes(since: old)
    let softened = changes.filter { $0.kind == .softened }
    let isRecording = Recording.isOn
    let maySoften = isRecording && environment["ROGUES_SOFTEN"] == "1"
    if isRecording {
      let next = maySoften ? now : now.keepingStrictness(of: old)
      try Data(next.text.utf8).write(to: Self.file)
      for change in softened { print(change) }
    }
    let open = isRecording ? (maySoften ? [] : softened) : changes
    #expect(
      open.isEmpty && (isRecording || kept == now.text),
      """
      Scenarios/catalogue.lock differs from the scenarios; `make record` writes what is new or harder, \
      ROGUES_SOFTEN=1 also what is softer, and the commit says why:
      \((open.filter { $0.kind == .softened } + open.filter { $0.kind != .softened }).map(\.description)
        .joined(separator: "\n"))
      """)
  }

  @Test func `a lock survives writing and reading`() throws {
    let now = CatalogueLock(try ShippedCatalogueTests.catalogue().scenarios)
    #expect(try CatalogueLock(text: now.text) == CatalogueLock(text: CatalogueLock(text: now.text).text))
    #expect(try CatalogueLock(text: now.text).text == now.text)
    #expect(now.changes(since: try CatalogueLock(text: now.text)) == [])
  }

  /// What has changed between two lines about the same scenario.
  private func changes(_ old: String, _ new: String) throws -> [String] {
    try CatalogueLock(text: new).changes(since: CatalogueLock(text: old)).map(\.description)
  }

  private let line = "a/b must high | system: accept > cancel(expired) | pin: cancel(expired,untrusted)"

  @Test(arguments: [
    ("must", "should", "softened: a/b: must became should"),
    ("high", "medium", "softened: a/b: high became medium"),
    ("high", "critical", "hardened: a/b: high became critical"),
    (
      "accept > cancel(expired)", "accept > accept or cancel(expired)",
      "softened: a/b: 'system' may answer accept in step 2, which was wrong"
    ),
    ("(expired,untrusted)", "(expired)", "hardened: a/b: 'pin' may not answer cancel(expired,untrusted) any more"),
    (
      "cancel(expired,untrusted)", "cancel(expired,revoked,untrusted)",
      "softened: a/b: 'pin' may answer cancel(expired,revoked,untrusted), which was wrong"
    ),
    ("cancel(expired,untrusted)", "cancel", "softened: a/b: 'pin' may answer cancel, which was wrong"),
    (
      "cancel(expired,untrusted)", "cancel(expired,untrusted) @configuration",
      "softened: a/b: 'pin' may answer cancel(expired,untrusted) @configuration, which was wrong"
    ),
    (
      "cancel(expired,untrusted)", "cancel(expired,untrusted) withheld",
      "hardened: a/b: 'pin' may not answer cancel(expired,untrusted) any more"
    ),
    (
      "cancel(expired,untrusted)", "cancel(expired,untrusted) unexercised-passes",
      "softened: a/b: 'pin' passes where nothing was presented to it"
    ),
    (" | pin: cancel(expired,untrusted)", "", "softened: a/b: the policy 'pin' no longer runs"),
    ("pin:", "pin,other:", "hardened: a/b: the policy 'other' is run as well"),
    ("accept > cancel(expired)", "accept", "softened: a/b: 'system' has only 1 steps of 2"),
    ("high", "high tls=1.3", "softened: a/b: TLS 1.2 is dropped"),
    ("high", "high keys=p256,rsa2048", "hardened: a/b: keys of type rsa2048 are added"),
    ("high", "high needs=clock", "softened: a/b: only adapters with 'clock' run"),
    ("a/b", "a/c", "softened: a/b: the scenario is gone"),
  ])
  func `every change is described in words and sorted as stricter or weaker`(old: String, new: String, said: String)
    throws
  {
    let found = try changes(line, line.replacing(old, with: new))
    #expect(found.contains(said), "\(found)")
    // What is taken back is the opposite.
    let back = try changes(line.replacing(old, with: new), line)
    #expect(!back.contains(said) && !back.isEmpty, "\(back)")
    #expect(said.hasPrefix("softened") || !found.contains { $0.hasPrefix("softened") }, "\(found)")
  }

  @Test func `an additional right result is recorded as softened, a withdrawn one as hardened`() throws {
    #expect(
      try changes("a/b must high | p: cancel(expired)", "a/b must high | p: accept") == [
        "softened: a/b: 'p' may answer accept, which was wrong",
        "hardened: a/b: 'p' may not answer cancel(expired) any more",
      ])
  }

  @Test func `recording keeps the old line of a scenario that became weaker`() throws {
    let old = try CatalogueLock(text: "a/a must high | p: accept\na/b must high | p: cancel(expired)")
    let new = try CatalogueLock(
      text: "a/a must high | p: accept\na/b may high | p: cancel(expired)\na/c may low | p: accept")
    #expect(
      new.keepingStrictness(of: old).scenarios.map(\.line) == [
        "a/a must high | p: accept", "a/b must high | p: cancel(expired)", "a/c may low | p: accept",
      ])
  }

  @Test(arguments: [
    "a/b", "a/b must high", "a/b maybe high | p: accept", "a/b must high | p: perhaps", "a/b must high | p: cancel(x)",
    "a/b must high | p: accept or", "a/b must high | p accept", "a/b must high tls=1.4 | p: accept",
    "<<<<<<< ours", "a/b must high | p: accept\na/b must high | p: accept",
  ])
  func `a lock with an unreadable line is refused`(text: String) {
    #expect(throws: HarnessFailure.self) { try CatalogueLock(text: text) }
  }
}
