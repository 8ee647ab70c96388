/// The files that an application keeps from one start to the next.
///
/// A folder lives as long as a conversation, which models one installation of the application; each attempt is a new
/// start.
public protocol StateFolder: Sendable {
  /// Nil if there is no such file, or if it cannot be read.
  func read(_ name: String) -> [UInt8]?
  /// Replaces a file atomically: no process ever reads half of it.
  ///
  /// - Returns: false if the folder cannot be written; then the file is as it was.
  func write(_ name: String, _ bytes: [UInt8]) -> Bool
}
