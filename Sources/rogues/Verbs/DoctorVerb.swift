import RoguesGallery

extension Verb {
  static let doctor = Verb(
    name: "doctor",
    summary: "Check that an adapter keeps the contract, and report its errors",
    discussion: """
      Starts the adapter, requests a capability that cannot exist, and connects it to an ordinary and to a rogue
      server. Then it makes two attempts for each declared capability, which differ only in that capability: an adapter
      with the same result for both ignores it. The exit status is 0 if the adapter can be judged, 1 if something is
      wrong with it, and 69 if it is not installed.
      """,
    examples: [
      Example(command: "rogues doctor ./my-adapter", says: "before the first run"),
      Example(command: "rogues doctor curl java-jsse", says: "adapters of the catalogue"),
    ],
    flags: [.catalogue],
    operand: Operand(usage: "ADAPTER...", kind: .adapters, minimum: 1),
    judges: true,
    run: { (invocation) async throws(UsageError) in
      let request = DoctorRequest(adapters: invocation.operands, catalogues: invocation.values(.catalogue))
      return await Gallery.doctor(request, terminal: try Judging.terminal(invocation)).rawValue
    })
}
