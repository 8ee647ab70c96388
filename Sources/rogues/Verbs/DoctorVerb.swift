import RoguesGallery

extension Verb {
  static let doctor = Verb(
    name: "doctor",
    summary: "Check that an adapter keeps the contract, and say what is wrong",
    discussion: """
      Starts the adapter, asks it for a capability that cannot exist, puts an ordinary and a rogue server to it, and then for
      each capability that it declares two attempts that differ in it: who answers both alike ignores what it declares. The
      exit status is 0 when the adapter can be judged, 1 when something is wrong with it, 69 when this machine does not have
      it.
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
