import RogueModel
import RoguesGallery

extension Verb {
  /// Which version of a client changed an answer.
  static let bisect = Verb(
    name: "bisect",
    summary: "Find the version of a client in which its verdict on a scenario changed",
    discussion: """
      Runs the first and the last version, and then halves the interval. Versions come from the package index that the
      adapter's description names, each into a separate environment in the user's cache. A version that cannot be
      installed is skipped and named. The exit status is 0 if a change was found, 4 if both ends have the same verdict, and
      69 if an end cannot run.
      """,
    examples: [
      Example(
        command: "rogues bisect urllib3 names/common-name-only --from 1.26 --to 2.2",
        effect: "the release that stopped reading common names")
    ],
    flags: [.from, .toVersion, .axes, .json, .catalogue],
    operand: Operand(usage: "ADAPTER SCENARIO", kind: .adapters, maximum: 2, minimum: 2),
    judges: true,
    run: { (invocation) async throws(UsageError) in
      let axes = try invocation.value(
        .axes, as: "a choice of axes: pairwise, full, or such as tls=1.3,policy=NAME,key=p256,engine=NAME",
        AxesSelection.init(text:))
      let request = BisectRequest(
        adapter: invocation.operands[0], scenario: invocation.operands[1], from: invocation.value(.from),
        to: invocation.value(.toVersion), axes: axes ?? .pairwise, json: invocation.has(.json),
        catalogues: invocation.values(.catalogue))
      return await Gallery.bisect(request).rawValue
    })
}
