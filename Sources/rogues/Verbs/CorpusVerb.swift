import RogueModel
import RoguesGallery

extension Verb {
  /// Test cases of others.
  static let corpus = Verb(
    name: "corpus",
    summary: "Put a foreign corpus to validators: x509-limbo, PKITS, or a folder of PEM files",
    discussion: """
      PATH is a file in the format of x509-limbo (limbo.json), a folder with expected.json, certs and crls (ports of NIST's
      PKITS), or a folder with cases.csv and PEM files. Validators that judge certificates alone get each case without a
      connection; for the others a server presents it, with a control, wherever the corpus has the leaf's key. What cannot be
      put is counted with its reason. 'list' lists the cases; 'export' writes them as scenarios. The exit status of 'run' is
      0 if everything that was put agrees, 1 for a disagreement that Findings/corpora does not explain, 2 if only something
      proved nothing, 4 if nothing was judged.
      """,
    examples: [
      Example(
        command: "rogues corpus run limbo.json -a reference -a openssl-verify", effect: "counts, and each disagreement"),
      Example(
        command: "rogues corpus run limbo.json -a go-tls --results results", effect: "over TLS; results/go-tls.json"),
      Example(
        command: "rogues corpus export limbo.json 'rfc5280::nc::*' --folder cases",
        effect: "scenarios to run and explain"),
    ],
    flags: [
      .adapter.with("Validator to put it to: a name or a path (may be repeated)"), .jobs, .timeout,
      .corpusResults, .log.with("Write each answer to PATH, one line of JSON each; - is standard output"), .corpusTable,
      .artifacts,
      .corpusAll, .quiet, .folder, .catalogue,
    ],
    operand: Operand(
      usage: "run|list|export PATH [CASE...]", kind: .actions(CorpusRequest.Action.allCases.map(\.rawValue)), minimum: 2
    ),
    judges: true,
    run: { (invocation) async throws(UsageError) in
      guard let action = CorpusRequest.Action(rawValue: invocation.operands[0]) else {
        throw UsageError(
          "'corpus' does not know '\(invocation.operands[0])'", help: "such as: rogues corpus list FILE", verb: "corpus"
        )
      }
      var request = CorpusRequest(action: action, path: invocation.operands[1])
      request.cases = Array(invocation.operands.dropFirst(2))
      request.adapters = invocation.values(.adapter)
      guard (action == .run) == !request.adapters.isEmpty else {
        throw UsageError(
          action == .run
            ? "'corpus run' needs a validator" : "'corpus \(action.rawValue)' judges nobody: leave --adapter out",
          help: action == .run ? "such as: --adapter reference" : nil, verb: "corpus")
      }
      let flags = [Flag.jobs, .timeout, .corpusResults, .log, .corpusTable, .artifacts, .corpusAll, .quiet]
      if action != .run, let flag = flags.first(where: invocation.has) {
        throw UsageError("--\(flag.name) is for 'corpus run'", verb: "corpus")
      }
      guard (action == .export) == invocation.has(.folder) else {
        throw UsageError(
          action == .export ? "'corpus export' needs --folder DIR" : "--folder is for 'corpus export'", verb: "corpus")
      }
      request.jobs = try invocation.value(.jobs, as: "a number from 1 to 1024", Values.jobs)
      request.timeoutMilliseconds = try invocation.value(
        .timeout, as: "a time such as 800ms, 5s or 2m", Values.milliseconds)
      request.results = invocation.value(.corpusResults)
      request.log = invocation.value(.log)
      request.table = invocation.value(.corpusTable)
      request.artifacts = invocation.value(.artifacts)
      request.isWhole = invocation.has(.corpusAll)
      request.folder = invocation.value(.folder)
      request.catalogues = invocation.values(.catalogue)
      return await Gallery.corpus(request, terminal: try Judging.terminal(invocation)).rawValue
    })
}
