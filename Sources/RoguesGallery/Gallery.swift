package import RogueModel
internal import RogueReports

/// The gallery's entry points for the command and other programs.
///
/// Each verb is a function from a request to an exit status; its output goes to the standard streams. Nothing here
/// parses arguments.
public enum Gallery {
  /// The version of the command and of the catalogue that it was built with.
  public static let version = "0.1.0"

  /// The version with the commit of the catalogue, such as `0.1.0+75f69b38`, for results and citations.
  public static var identity: String {
    identity(of: (try? Catalogues.find(explicit: []))?.builtIn)
  }

  static func identity(of catalogue: CatalogueRoot?) -> String {
    guard let catalogue, let commit = CatalogueCommit.of("\(catalogue.prefix).") else {
      return version
    }
    return "\(version)+\(commit)"
  }

  /// Prints a failure of ours and gives its exit status.
  package static func report(_ failure: HarnessFailure) -> ExitStatus {
    // If standard error itself cannot be written, the error cannot be reported.
    try? StandardWriters.error("rogues: \(printable(failure.description))\n")
    switch failure.code {
    case .usage: return .usage
    case .badData: return .badData
    case .files: return .cannotWrite
    case .cannotCreate: return .cannotCreate
    case .adapterUnavailable: return .adapterUnavailable
    default: return .internal
    }
  }

  /// Prints findings on standard error.
  static func report(_ findings: [Finding]) throws(HarnessFailure) {
    for finding in findings {
      try StandardWriters.error(printable((finding.location == nil ? "rogues: " : "") + finding.complaint))
    }
  }

  /// External text, such as a word of a log or of a file, without what would steer a terminal.
  public static func printable(_ text: String) -> String { text.printable(keepingLines: true) }
}

extension Finding {
  /// An error without a place in a file is a complaint of the command like any other: nothing says once more that it is one.
  var complaint: String {
    location == nil && severity == .error ? String(rendered.dropFirst("error: ".count)) : rendered
  }
}
