public import RogueModel

/// The files of an attempt that was made, for people who examine it.
public enum AttemptFolder {
  /// Writes what programs find: every file that the attempt names, and those that only recipes use (mode 0600).
  ///
  /// - Parameter directory: the attempt's name for the folder; its files are relative to that.
  /// - Returns: the attempt as the contract's JSON object.
  public static func write(
    _ attempt: Attempt, to folder: String, called directory: String
  ) throws(HarnessFailure) -> String {
    let files = try AttemptFiles(attempt, keptIn: folder, called: directory)
    _ = try files.roots()
    if !attempt.policy.revocation.crls.isEmpty { _ = try files.rootsAndCRLs() }
    if let identity = attempt.policy.identity, identity.form == .pem { _ = try files.identityChain(identity) }
    return try files.json().pretty
  }
}
