internal import RogueModel
internal import RoguePlatform

/// A ready adapter under another name, with the shared files that it uses. It is a template: it judges the original's client,
/// and none of the user's. Or one that drives an app on a device, which fails until its first lines name the user's app.
struct AdapterCopy {
  let files: [ScaffoldFile]
  /// The program that describes itself, relative to the folder that gets the files; nil: there is an `adapter.yaml`.
  var program: String?

  /// The folder beside the adapters with those for apps, a folder for each.
  private static let templates = "Adapters/templates"

  /// - Parameters:
  ///   - original: its name in the catalogue.
  ///   - name: that of the copy.
  init(of original: String, as name: String) throws(HarnessFailure) {
    let catalogues = try Catalogues.find(explicit: [])
    let folder = (catalogues.builtIn?.prefix ?? "") + Self.templates
    let apps =
      (try? Files.list(folder, recursively: false)).map { $0.filter { $0.kind == .directory }.map(\.path) } ?? []
    if apps.contains(original) {
      files = try Self.template("\(folder)/\(original)", of: original, as: name)
      program = files.first(where: \.isProgram)?.path
      return
    }
    let installed = try InstalledAdapters(catalogues)
    guard let manifest = installed.manifests.first(where: { $0.name == original }) else {
      throw HarnessFailure(
        .usage,
        "there is no adapter '\(original)' to copy; there are: "
          + (apps.sorted() + installed.manifests.map(\.name)).joined(separator: ", "))
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

  private static func template(
    _ folder: String, of original: String, as name: String
  ) throws(HarnessFailure) -> [ScaffoldFile] {
    do throws(SystemError) {
      return try Files.list(folder, recursively: true).filter { $0.kind == .file }.map { (entry) throws(SystemError) in
        let text = String(decoding: try Files.read("\(folder)/\(entry.path)", cap: 1 << 20), as: UTF8.self)
        let file = entry.path.hasPrefix("\(original).") ? name + entry.path.dropFirst(original.count) : entry.path
        return ScaffoldFile(
          "Adapters/\(name)/\(file)", text.replacing("\(original)-app", with: name),
          isProgram: Files.isExecutable("\(folder)/\(entry.path)"))
      }
    } catch {
      throw HarnessFailure(.cannotCreate, "the adapter '\(original)' cannot be copied", underlying: error.description)
    }
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
