public import RogueModel

/// Where a report's text goes. Given from outside, so that every report is a fold that a test can run on strings.
public typealias ReportWriter = @Sendable (String) throws(HarnessFailure) -> Void
