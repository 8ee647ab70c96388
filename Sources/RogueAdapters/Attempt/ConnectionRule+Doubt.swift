internal import RogueModel
internal import RoguePlatform

extension ConnectionRule {
  /// Why the kernel cannot confirm a declared client, with a way out; nil: it can, or is not to be asked.
  var doubt: String? {
    DeclaredPeer.Kind(rawValue: kind.rawValue).flatMap { kind in
      DeclaredPeer(kind, value).doubt.map { "connections: \(self): \($0)" }
    }
  }

  /// How many conversations may run at once: clients that something else starts cannot be told apart by their attempts.
  func conversations(atMost limit: Int?) -> Int? { isAboutStarted || kind == .parent ? limit : 1 }
}
