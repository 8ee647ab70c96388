import RogueModel
import RoguesGallery

extension Verb {
  /// A search.
  static let explore = Verb(
    name: "explore",
    summary: "Search for chains about which validators disagree",
    discussion: """
      Starts from the chains of the catalogue, or of those that PATTERNs choose, changes what their certificates say and how
      they are presented, and puts each to a panel: the reference and the named validators, or every validator of this machine
      that judges certificates alone. What they disagree about, and what makes one of them crash or hang, is shrunk to the
      smallest change that shows it, and written as a scenario below DIR with everybody's answer. DIR keeps the state: the same
      command goes on where it ended. The same seed and number of cases find the same. The exit status is 0 however much was
      found.
      """,
    examples: [
      Example(command: "rogues explore --minutes 10", effect: "found/Scenarios/found/*.yaml"),
      Example(
        command: "rogues explore 'names/*' -a openssl-verify -a certtool --cases 5000",
        effect: "from the scenarios about names, with three opinions"),
    ],
    flags: [
      .adapter.with("Member of the panel beside the reference: a name or a path (may be repeated)"), .minutes, .cases,
      .seed.with("Where chance begins, a whole number (default 1)"), .jobs, .timeout, .tag, .foundFolder, .quiet,
      .catalogue,
    ],
    operand: Operand(usage: "[PATTERN...]", kind: .scenarios, minimum: 0),
    judges: true,
    run: { (invocation) async throws(UsageError) in
      var request = ExploreRequest()
      request.patterns = invocation.operands
      request.adapters = invocation.values(.adapter)
      request.tags = invocation.values(.tag)
      request.minutes = try invocation.value(.minutes, as: "a number from 1 to 10000") {
        Int($0).flatMap { (1...10_000).contains($0) ? $0 : nil }
      }
      request.cases = try invocation.value(.cases, as: "a number from 1") { Int($0).flatMap { $0 > 0 ? $0 : nil } }
      request.seed = try invocation.value(.seed, as: "a whole number from 0") { UInt64($0) } ?? 1
      request.jobs = try invocation.value(.jobs, as: "a number from 1 to 1024", Values.jobs)
      request.timeoutMilliseconds = try invocation.value(
        .timeout, as: "a time such as 800ms, 5s or 2m", Values.milliseconds)
      request.folder = invocation.value(.foundFolder) ?? request.folder
      request.catalogues = invocation.values(.catalogue)
      guard request.minutes != nil || request.cases != nil else {
        throw UsageError("a search needs an end", help: "such as: --minutes 10, or --cases 5000", verb: "explore")
      }
      return await Gallery.explore(request, terminal: try Judging.terminal(invocation)).rawValue
    })
}
