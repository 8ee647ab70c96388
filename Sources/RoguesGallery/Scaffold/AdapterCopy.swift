internal import RogueModel
internal import RoguePlatform

/// A ready adapter under another name, with the shared files that it uses. It is a template: it judges the original's client,
/// and none of the user's.
struct AdapterCopy {
  let files: [ScaffoldFile]

  /// - Parameters:
  ///   - original: its name in the catalogue.
  ///   - name: that of the copy.
  init(of original: String, as name: String) throws(HarnessFailure) {
    let installed = try InstalledAdapters(Catalogues.find(explicit: []))
    guard let manifest = installed.manifests.first(where: { $0.name == original }) else {
      throw HarnessFailure(
        .usage,
        "there is no adapter '\(original)' to copy; there are: "
          + installed.manifests.map(\.name).joined(separator: ", "))
    }
    guard original != name else {
      throw HarnessFailure(
        .usage, "the copy needs another name than '\(original)': rogues init NAME --from \(original)")
    }
    var copies: [ScaffoldFile] = []
    var needsShared = false
    do throws(SystemError) {
      for entry in try Files.list(manifest.folder, recursively: true) where entry.kind == .file {
        let path = "\(manifest.folder)/\(entry.path)"
        guard let text = String(validating: try Files.read(path, cap: 1 << 22), as: UTF8.self) else { continue }
        needsShared = needsShared || text.contains("../shared/")
        copies.append(
          ScaffoldFile(
            "Adapters/\(name)/\(entry.path)", Self.renamed(text, from: original, to: name),
            isProgram: Files.isExecutable(path)))
      }
      // All of them: what is shared may use another that is shared.
      let folder = "\(manifest.folder)/../shared"
      for entry in try needsShared ? Files.list(folder, recursively: true) : [] where entry.kind == .file {
        let path = "\(folder)/\(entry.path)"
        guard let text = String(validating: try Files.read(path, cap: 1 << 22), as: UTF8.self) else { continue }
        copies.append(ScaffoldFile("Adapters/shared/\(entry.path)", text, isProgram: Files.isExecutable(path)))
      }
    } catch {
      throw HarnessFailure(.cannotCreate, "the adapter '\(original)' cannot be copied", underlying: error.description)
    }
    files = copies
  }

  /// Its description and its ready object say its name; other words that look like it stay.
  private static func renamed(_ text: String, from original: String, to name: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line -> String in
      if line == "adapter: \(original)" { return "adapter: \(name)\n\(AdapterSkeleton.mark)" }
      guard ["adapter", "serve(", "return "].contains(where: line.contains) else { return String(line) }
      return ["\"", "'"].reduce(String(line)) { $0.replacing("\($1)\(original)\($1)", with: "\($1)\(name)\($1)") }
    }
    return lines.joined(separator: "\n")
  }
}
