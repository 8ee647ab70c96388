internal import RogueModel
internal import RoguePlatform
internal import Synchronization

/// The files of an application in one conversation: a private folder that is made for the first file, and removed at the
/// end.
final class ApplicationState: Sendable {
  private let folder = Mutex<String?>(nil)

  /// The folder as one start of the application finds it.
  func start(_ policy: AttemptPolicy) -> any StateFolder {
    if let fate = policy.platform.storedPins { suffer(fate) }
    return Start(state: self, isWritable: policy.pinStorage != .unwritable)
  }

  /// The state of the files since the last start.
  private func suffer(_ fate: AttemptPolicy.Platform.StoredPins) {
    guard let folder = folder.withLock({ $0 }) else { return }
    for entry in (try? Files.list(folder)) ?? [] {
      let path = "\(folder)/\(entry.path)"
      switch fate {
      case .missing: try? Files.removeTree(path)
      case .damaged:
        guard let bytes = try? Files.read(path) else { continue }
        try? Files.write(Array(bytes.prefix(bytes.count / 2)), to: path, mode: 0o600)
      // In which form an older release wrote is the application's own to know.
      case .older: break
      }
    }
  }

  func remove() {
    guard let path = folder.withLock({ $0 }) else { return }
    try? Files.removeTemporaryDirectory(path)
  }

  private func path(of name: String) -> String? {
    folder.withLock { folder in
      if folder == nil { folder = try? Files.makeTemporaryDirectory() }
      return folder.map { "\($0)/\(name)" }
    }
  }

  private struct Start: StateFolder {
    let state: ApplicationState
    let isWritable: Bool

    func read(_ name: String) -> [UInt8]? {
      guard let folder = state.folder.withLock({ $0 }) else { return nil }
      return try? Files.read("\(folder)/\(name)")
    }

    func write(_ name: String, _ bytes: [UInt8]) -> Bool {
      guard isWritable, let path = state.path(of: name) else { return false }
      return (try? Files.write(bytes, to: path, mode: 0o600, atomically: true)) != nil
    }
  }
}
