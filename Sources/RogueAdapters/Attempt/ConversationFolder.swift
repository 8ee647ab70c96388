internal import RogueModel
internal import RoguePlatform

/// The private folder of one conversation: the state that its attempts share, a private HOME, a place for temporary
/// files, and one folder for each attempt. Mode 0700 throughout; removed when the conversation ends.
struct ConversationFolder: Sendable {
  let path: String

  var state: String { "\(path)/state" }
  var home: String { "\(path)/home" }
  var temporary: String { "\(path)/tmp" }

  /// Makes a folder, and removes it when `body` has ended.
  static func forConversation<Result: Sendable>(
    _ body: @Sendable (ConversationFolder) async throws -> Result
  ) async throws -> Result {
    let made = await onOwnThread { _ in Swift.Result { () throws(HarnessFailure) in try ConversationFolder.make() } }
    let folder = try made.get()
    do {
      let result = try await body(folder)
      await onOwnThread { _ in folder.remove() }
      return result
    } catch {
      await onOwnThread { _ in folder.remove() }
      // A child ended by the end of the run is not a failure of the harness.
      try Task.checkCancellation()
      throw error
    }
  }

  static func make() throws(HarnessFailure) -> ConversationFolder {
    do throws(SystemError) {
      let folder = ConversationFolder(path: try Files.makeTemporaryDirectory())
      for name in [folder.state, folder.home, folder.temporary] { try Files.makeDirectory(name, mode: 0o700) }
      return folder
    } catch {
      throw HarnessFailure(.files, "cannot make the folder of a conversation", underlying: error.description)
    }
  }

  /// Files that cannot be removed stay: their permissions keep others out, and no verdict depends on them.
  func remove() { try? Files.removeTemporaryDirectory(path) }

  /// The environment of every child of this conversation, at any door: enough to run, a HOME of its
  /// own, a fixed language, and no configuration of the machine for TLS libraries. Nothing else of the caller's comes
  /// through; `docs/reference/adapters.md` lists the variables.
  var environment: [String: String] {
    [
      "PATH": SearchPath.ofChildren,
      "HOME": home,
      "LANG": "C.UTF-8",
      "TMPDIR": temporary,
      // Each would choose versions, groups, algorithms or providers for the client under test.
      "OPENSSL_CONF": "/dev/null",
      "GNUTLS_SYSTEM_PRIORITY_FILE": "/dev/null",
      "NSS_IGNORE_SYSTEM_POLICY": "1",
    ]
  }
}
