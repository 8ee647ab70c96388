internal import RoguePlatform

/// The other end of a session: a program that was started for it, or the program that started this command.
struct SessionPeer: ~Copyable {
  private var child: InteractiveChild?
  private let parent: ParentStream?

  init(starting program: SessionProgram, in folder: ConversationFolder) throws(SystemError) {
    parent = program.parent
    guard let parent else {
      child = try InteractiveChild(starting: program.command(in: folder))
      return
    }
    guard parent.isOpen else {
      throw SystemError(
        code: 0, operation: "cannot speak with the program that started this command", cause: "it has closed its end")
    }
  }

  var hasExited: Bool {
    mutating get {
      if let parent { return !parent.isOpen }
      return child?.hasExited ?? true
    }
  }

  var outputIsOpen: Bool {
    mutating get {
      if let parent { return parent.isOpen }
      return child?.outputIsOpen ?? false
    }
  }

  /// Empty for the parent, whose standard error is not ours.
  var standardError: [UInt8] {
    mutating get { child?.standardError ?? [] }
  }

  var standardErrorTotal: Int {
    mutating get { child?.standardErrorTotal ?? 0 }
  }

  mutating func send(_ bytes: [UInt8]) {
    parent?.send(bytes)
    child?.send(bytes)
  }

  mutating func step(timeoutMilliseconds: Int, bell: WakePipe? = nil) -> [UInt8] {
    if let parent { return parent.step(timeoutMilliseconds: timeoutMilliseconds, bell: bell) }
    return child?.step(timeoutMilliseconds: timeoutMilliseconds, bell: bell) ?? []
  }

  mutating func finishInput() {
    parent?.finish()
    child?.finishInput()
  }

  /// Ends a child; the parent lives on.
  consuming func end() -> ChildResult {
    var taken: InteractiveChild?
    swap(&taken, &child)
    return taken?.end() ?? ChildResult(ending: .interrupted)
  }
}
