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

      With the --listen, --host and --roots of a run it says what is missing at a client that something else starts: no
      connection, another host, a version of TLS, the root, the clock. Without an adapter you open the client yourself:
      it prints the URL, and says the same of whoever connects, until a client accepts the server.
      """,
    examples: [
      Example(command: "rogues doctor ./my-adapter", effect: "before the first run"),
      Example(command: "rogues doctor curl java-jsse", effect: "adapters of the catalogue"),
      Example(
        command: "rogues doctor ./app.sh --listen 192.168.1.20:8443 --host api.example.com --roots root.pem",
        effect: "an app on a device"),
      Example(
        command: "rogues doctor --listen 192.168.1.20:8443 --host api.example.com --roots root.pem",
        effect: "a phone in your hand"),
    ],
    flags: [.catalogue, .listenAt, .ownHost, .roots],
    operand: Operand(usage: "[ADAPTER...]", kind: .adapters),
    judges: true,
    run: { (invocation) async throws(UsageError) in
      guard !invocation.operands.isEmpty || invocation.has(.roots) else {
        throw UsageError(
          "'doctor' needs an ADAPTER, or --roots FILE for a client that you open yourself",
          help: Gallery.adapterChoice(catalogues: invocation.values(.catalogue)), verb: "doctor")
      }
      let request = DoctorRequest(
        adapters: invocation.operands, catalogues: invocation.values(.catalogue),
        listen: try invocation.value(.listenAt, as: Values.listenWords, Values.listen),
        hosts: invocation.values(.ownHost), roots: invocation.value(.roots))
      return await Gallery.doctor(request, terminal: try Judging.terminal(invocation)).rawValue
    })
}
