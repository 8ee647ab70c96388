import RogueModel
import RoguesGallery

extension Verb {
  static let serve = Verb(
    name: "serve",
    summary: "Keep rogue servers open for a phone, a browser or any other client",
    discussion: """
      Opens a rogue server, writes the trust anchors and pins for the client as files for common libraries, and reports
      each connection. The server is the only witness: 'admitted' is certain, 'refused' is not confirmed. Commands on
      standard input: h switches to the control (the same server without the fault) and back, n opens the next rogue, c
      shows a QR code of the URL, q quits.

      A page, whose URL is printed first, has what a device must install, the list of rogues with what was seen of each,
      and buttons for the same commands. With the --host and --roots of a run all rogues are below one root.
      """,
    examples: [
      Example(command: "rogues serve trust/unknown-ca --listen 127.0.0.1:8443", effect: "one rogue, on this machine"),
      Example(command: "rogues serve 'pin/*' --axes policy=leaf-spki", effect: "a family, one after the other"),
      Example(command: "rogues serve --profile core --all --json", effect: "many at once, each at its own port"),
      Example(
        command: "rogues serve trust/unknown-ca --listen 192.168.1.20", effect: "for devices in the same network"),
      Example(
        command: "rogues serve --profile mobile --listen 192.168.1.20:8443 --host api.example.com --roots root.pem",
        effect: "for an app that is built once: one port, one root"),
    ],
    flags: Flag.choosing + [
      .axes, .listenAt,
      .page.with("The IPv4 address of this machine, and the port, of the web page (default: as --listen)"), .ownHost,
      .roots, .all.with("Open all of them at once, each at its own port (from that of --listen on)"), .output, .json,
      .color, .catalogue,
    ],
    operand: Operand(usage: "[PATTERN...]", kind: .scenarios),
    judges: true,
    run: { (invocation) async throws(UsageError) in
      guard !invocation.operands.isEmpty || invocation.has(.tag) || invocation.has(.profile) else {
        throw UsageError("'serve' needs scenarios: a PATTERN, --tag or --profile", verb: "serve")
      }
      let axes =
        try invocation.value(
          .axes, as: "a choice of axes: pairwise, full, or such as tls=1.3", AxesSelection.init(text:))
        ?? .pairwise
      let request = ServeRequest(
        patterns: invocation.operands, tags: invocation.values(.tag), choice: Judging.choice(invocation),
        axes: axes,
        listen: try invocation.value(.listenAt, as: Values.listenWords, Values.listen)
          ?? .init(address: ServeRequest.loopback),
        page: try invocation.value(.page, as: Values.listenWords, Values.listen),
        hosts: invocation.values(.ownHost), roots: invocation.value(.roots), all: invocation.has(.all),
        json: invocation.has(.json), output: invocation.value(.output) ?? "rogues-serve",
        catalogues: invocation.values(.catalogue))
      return await Gallery.serve(request, terminal: try Judging.terminal(invocation)).rawValue
    })
}
