import RogueModel
import RoguesGallery

extension Verb {
  /// The catalogue for other harnesses.
  static let export = Verb(
    name: "export",
    summary: "Write the catalogue for other harnesses: as x509-limbo JSON, or as PEM files",
    discussion: """
      Every scenario that is a chain, a name and a time becomes a case; without PATTERN also the cells of all tables that a
      profile would choose. What is left out, because the format cannot say it, is counted with the reason. The same catalogue,
      --seed and --at give the same bytes.
      """,
    examples: [
      Example(command: "rogues export --format limbo --file rogues.json", effect: "for the harnesses of x509-limbo"),
      Example(
        command: "rogues export --format pem --folder cases 'trust/*'", effect: "a folder for each case"),
      Example(command: "rogues corpus run rogues.json -a openssl-verify", effect: "our own cases, as a foreign corpus"),
    ],
    flags: [.exportFormat, .exportFile, .folder, .tag, .skip, .level, .severity, .profile, .seed, .at, .catalogue],
    operand: Operand(usage: "[PATTERN...]", kind: .scenarios),
    run: { (invocation) async throws(UsageError) in
      let format = invocation.value(.exportFormat).flatMap(ExportRequest.Format.init(rawValue:)) ?? .limbo
      guard (format == .pem) == (invocation.value(.folder) != nil),
        format == .limbo || invocation.value(.exportFile) == nil
      else {
        throw UsageError(
          format == .pem
            ? "PEM files need --folder DIR, and no --file" : "limbo is one file: --file FILE, and no --folder",
          verb: "export")
      }
      var request = ExportRequest(format: format)
      request.patterns = invocation.operands
      request.tags = invocation.values(.tag)
      request.choice = Judging.choice(invocation)
      request.path = format == .pem ? invocation.value(.folder) : invocation.value(.exportFile)
      request.seed = invocation.value(.seed)
      request.at = try invocation.value(.at, as: "a moment such as 2026-11-20T12:00:00Z", { Timestamp($0) })
      request.catalogues = invocation.values(.catalogue)
      return Gallery.export(request).rawValue
    })
}
