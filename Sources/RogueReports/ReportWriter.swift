public import RogueModel

/// Writes a report's text. The caller supplies it, so that a test can collect every report in a string.
public typealias ReportWriter = @Sendable (String) throws(HarnessFailure) -> Void
