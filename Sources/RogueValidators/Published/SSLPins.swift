internal import RogueModel
internal import Synchronization

/// The file in which an application keeps its pins between two starts: `SSLPins.plist` of the SSL Conservatory.
///
/// It is in memory here; all that matters is that it may be missing or unreadable.
final class SSLPins: Sendable {
  enum Content: Sendable, Hashable {
    case missing
    case unreadable
    /// DER certificates by domain.
    case pins([String: [[UInt8]]])
  }

  private let content: Mutex<Content>

  init(_ content: Content = .missing) { self.content = Mutex(content) }

  /// `setupSSLPinsUsingDictionnary:`, which replaces the file.
  ///
  /// - Parameter pins: nil if the application passes nil: then the file stays as it was.
  func setUp(_ pins: [String: [[UInt8]]]?) {
    guard let pins else { return }
    content.withLock { $0 = .pins(pins) }
  }

  /// Read anew at each verification; nil: there is nothing that can be read.
  var dictionary: [String: [[UInt8]]]? {
    content.withLock { content in
      if case .pins(let pins) = content { pins } else { nil }
    }
  }
}
