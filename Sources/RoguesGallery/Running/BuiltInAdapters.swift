internal import RogueAdapters
internal import RogueModel
internal import RoguePlatform

/// The negative controls: validators that the suite must catch, built in and run only when named.
enum BuiltInAdapters {
  private static let acceptAll = InProcessAdapter.acceptAll.description.name
  private static let cancelAll = InProcessAdapter.cancelAll.description.name

  static var names: [String] { [acceptAll, cancelAll] + NegativeControl.allCases.map(\.rawValue) }

  /// Nil when none has this name.
  static func adapter(named name: String) throws(HarnessFailure) -> (any Adapter)? {
    switch name {
    case acceptAll: return InProcessAdapter.acceptAll
    case cancelAll: return InProcessAdapter.cancelAll
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
