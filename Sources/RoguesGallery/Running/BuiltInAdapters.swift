internal import RogueAdapters
internal import RogueModel
internal import RoguePlatform

/// The negative controls: validators that the suite must catch, built in and run only when named.
enum BuiltInAdapters {
  static let acceptAll = "accept-all"
  static let cancelAll = "cancel-all"

  static var names: [String] { [acceptAll, cancelAll] + NegativeControl.allCases.map(\.rawValue) }

  /// Nil when none has this name.
  static func adapter(named name: String) throws(HarnessFailure) -> (any Adapter)? {
    switch name {
    case acceptAll:
      return InProcessAdapter(
        name: name, summary: "accepts every server: caught by every rogue", isControl: true, validator: AcceptAll())
    case cancelAll:
      return InProcessAdapter(
        name: name, summary: "cancels every server: caught by every healthy scenario", isControl: true,
        validator: CancelAll())
    default:
      guard let control = NegativeControl(rawValue: name) else { return nil }
      do throws(SystemError) {
        return AdapterFactory.adapter(control: control, executable: try Files.currentExecutable())
      } catch {
        throw HarnessFailure(
          .adapterUnavailable, "the command's own program cannot be found", underlying: error.description)
      }
    }
  }
}
