internal import RogueModel
internal import RoguePlatform

/// The folder of one run in the folder that `--artifacts` names: `DIR/RUN`, with the link `DIR/latest` to it.
///
/// A folder for each run, because evidence of an earlier one beside this one's is read as this one's.
struct RunArtifacts {
  let folder: String

  init(in directory: String, named name: String) throws(HarnessFailure) {
    do throws(SystemError) {
      try Files.makeDirectory(directory)
      var chosen = name
      var number = 1
      while Files.exists("\(directory)/\(chosen)") {
        number += 1
        chosen = "\(name)-\(number)"
      }
      folder = "\(directory)/\(chosen)"
      try Files.makeDirectory(folder)
      try Files.replaceLink("\(directory)/latest", to: chosen)
    } catch {
      throw HarnessFailure(.cannotCreate, error.description)
    }
  }
}
