internal import RoguePlatform

/// Where programs are looked for, by the harness and by the programs that it starts: in both cases the caller's PATH, so
/// that one which is found also finds its neighbours (the shims of pyenv and asdf, `#!/usr/bin/env` in a virtual
/// environment).
enum SearchPath {
  private static let usual = ["/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin"]

  static let ofChildren = ofChildren(caller: ProcessEnvironment.value(of: "PATH"))

  /// The caller's folders in their order, then those that every system has. A folder that is named relatively, or not at
  /// all, would be another one in each working folder, and is left out.
  static func ofChildren(caller: String?) -> String {
    var folders: [String] = []
    let named = (caller ?? "").split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }
    for folder in named + usual where !folders.contains(folder) { folders.append(folder) }
    return folders.joined(separator: ":")
  }
}
