import RogueLab
import RoguePlatform
import RoguesGallery

/// The command `rogues-lab`: measurements of the catalogue, for its authors.
@main
struct RoguesLab {
  /// Synchronous for the reason that `rogues` gives.
  static func main() {
    let arguments = ProcessArguments.all.map { Array($0.dropFirst()) } ?? []
    let command = LabCommand(arguments)
    if let status = Gallery.prepare(judges: command.judges) { Signals.exitNow(status.rawValue) }
    Task.detached { Interruption.shared.exit(await command.perform()) }
    Signals.hang()
  }
}
