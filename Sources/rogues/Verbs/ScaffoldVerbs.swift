import RoguesGallery

/// The verbs that write files to start from.
extension Verb {
  static let start = Verb(
    name: "init",
    summary: "Make a repository of your own: settings, adapter, scenario, workflows, today's baseline",
    discussion: """
      NAME is the name of files and families, such as your team's. Existing files stay. The new adapter is a template, and
      'rogues run' fails until it starts your client; so is the copy of a ready one (--from). --adapter takes the one that you
      have: it runs once, and its failures are written into rogues-known.yaml.
      """,
    examples: [
      Example(command: "rogues init acme", effect: "in the working folder, with an adapter for a shell"),
      Example(command: "rogues init acme --door recipe --folder tls-tests", effect: "for a command-line client"),
      Example(command: "rogues init shop --from okhttp", effect: "with a copy of a ready adapter"),
      Example(command: "rogues init shop --adapter ./client", effect: "with the adapter that you have"),
      Example(
        command: "rogues init shop --from android --listen 127.0.0.1:8443 --host api.example.com --roots root.pem",
        effect: "for an app that is built once"),
    ],
    flags: [.door, .copiedFrom, .initAdapter, .owner, .listenAt, .ownHost, .roots, .folder, .color, .progress],
    operand: Operand(usage: "NAME", kind: .names, maximum: 1, minimum: 1),
    judges: true,
    run: { (invocation) async throws(UsageError) in
      let sources = [
        invocation.value(.copiedFrom).map { InitRequest.Source.catalogue($0) },
        invocation.value(.initAdapter).map { InitRequest.Source.path($0) },
      ].compactMap(\.self)
      guard sources.count + (invocation.has(.door) ? 1 : 0) < 2 else {
        throw UsageError(
          "--door, --from and --adapter exclude each other: each says where the adapter comes from", verb: "init")
      }
      var request = InitRequest(
        name: invocation.operands[0], door: invocation.value(.door) ?? "exec", source: sources.first,
        owner: invocation.value(.owner), folder: invocation.value(.folder) ?? ".")
      request.listen = try invocation.value(.listenAt, as: Values.listenWords, Values.listen)
      (request.hosts, request.roots) = (invocation.values(.ownHost), invocation.value(.roots))
      return await Gallery.initialise(request, terminal: try Judging.terminal(invocation)).rawValue
    })

  static let new = Verb(
    name: "new",
    summary: "Write a template of an adapter, scenario or world, or a front end for a test runner",
    examples: [
      Example(command: "rogues new adapter acme-app --door session", effect: "Adapters/acme-app"),
      Example(
        command: "rogues new adapter app --from android", effect: "for an app on a device; ios and browser as well"),
      Example(command: "rogues new scenario acme/swapped-leaf", effect: "Scenarios/acme/swapped-leaf.yaml"),
      Example(command: "rogues new world acme-site", effect: "Certs/worlds/acme-site.yaml"),
      Example(command: "rogues new front-end go", effect: "roguestest, for go test; junit and node have rogues"),
    ],
    flags: [.door, .copiedFrom, .world, .folder],
    operand: Operand(usage: "KIND NAME", kind: .names, maximum: 2, minimum: 2),
    run: { (invocation) async throws(UsageError) in
      let (kind, name) = (invocation.operands[0], invocation.operands[1])
      guard ["adapter", "scenario", "world", "front-end"].contains(kind) else {
        throw UsageError(
          "'new' does not know '\(kind)'", help: "one of: adapter, scenario, world, front-end", verb: "new")
      }
      guard kind == "adapter" || !invocation.has(.door) && !invocation.has(.copiedFrom) else {
        throw UsageError("--door and --from are for an adapter", verb: "new")
      }
      guard !invocation.has(.door) || !invocation.has(.copiedFrom) else {
        throw UsageError("--door and --from exclude each other: each says where the adapter comes from", verb: "new")
      }
      guard kind == "scenario" || !invocation.has(.world) else {
        throw UsageError("--world is for a scenario", verb: "new")
      }
      return Gallery.create(
        kind, name, door: invocation.value(.door) ?? "exec", source: invocation.value(.copiedFrom),
        world: invocation.value(.world), in: invocation.value(.folder) ?? "."
      ).rawValue
    })
}
