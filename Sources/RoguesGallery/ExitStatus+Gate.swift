extension ExitStatus {
  /// The conditions beside the results.
  struct Gate: Sendable {
    /// Something is wrong with the baseline.
    var isStale = false
    /// What the profile requires and the adapters lack, and adapters that are nobody's client yet.
    var shortfall: [String] = []
    /// The first failure was to end the run.
    var stoppedAtFailure = false
    /// The event log that a run keeps anyway could not be written to its end.
    var logIsCut = false
  }
}
