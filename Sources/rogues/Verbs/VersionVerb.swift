extension Verb {
  static let version = Verb(
    name: "version",
    summary: "Print the version",
    run: { (_) async throws(UsageError) in CommandOutput.printVersion() })
}
