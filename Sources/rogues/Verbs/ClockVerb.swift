import RoguesGallery

extension Verb {
  /// What a client would see that is started in the same way.
  static let clock = Verb(
    name: "clock",
    summary: "Print the time, in seconds since 1970 (for the harness itself)",
    isHidden: true,
    run: { (_) async throws(UsageError) in Gallery.clock() })
}
