/// Completion scripts, made from the table of verbs.
///
/// The command itself lists scenario ids and adapter names when Tab is pressed, so that they fit the catalogue
/// at hand.
struct Completions {
  enum Shell: String, CaseIterable { case bash, zsh, fish }

  let verbs: [Verb]

  func script(for shell: Shell) -> String {
    switch shell {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    }
  }

  /// The commands that print what can be completed.
  static let listScenarios = "rogues list --ids 2>/dev/null"
  static let listProfiles = "rogues list --profiles --ids 2>/dev/null"
  static let listAdapters = "rogues list --adapters --ids 2>/dev/null"
}
