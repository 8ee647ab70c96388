extension ExitStatus {
  /// The conditions beside the results.
  struct Gate: Sendable {
    /// Something is wrong with the baseline.
    var isStale = false
    /// A `must` of the profile is unsupported, and the baseline does not say why.
    var lacksRequired = false
    /// The first failure was to end the run.
    var stoppedAtFailure = false
    /// The event log that a run keeps anyway could not be written to its end.
    var logIsCut = false
  }
}
