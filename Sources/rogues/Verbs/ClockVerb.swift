import RoguesGallery

extension Verb {
  /// The time that a client started in the same way would see.
  static let clock = Verb(
    name: "clock",
    summary: "Print the time, in seconds since 1970 (for the harness itself)",
    isHidden: true,
    run: { (_) async throws(UsageError) in Gallery.clock() })
}
