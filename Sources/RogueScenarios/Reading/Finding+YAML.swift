internal import RogueModel
internal import RogueYAML

extension SourceLocation {
  init(_ position: YAMLPosition) {
    self.init(file: position.file, line: position.line, column: position.column)
  }
}

extension Finding {
  init(
    _ severity: Finding.Severity = .error, at position: YAMLPosition, _ message: String, help: String? = nil
  ) {
    self.init(
      severity, at: SourceLocation(position), message, help: help, sourceLine: position.sourceLine,
      length: max(1, position.length))
  }

  init(_ error: YAMLError) {
    self.init(at: error.position, error.message, help: error.help)
  }
}
