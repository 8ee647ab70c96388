internal import RoguePKI
internal import RoguePlatform
internal import RogueStimuli

/// Reads the files that a world names: certificates and keys that were made elsewhere.
enum WorldFiles {
  /// Bytes; the largest real certificates are a tenth of it.
  static let maximumBytes = 1 << 20

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: relative to the folder of the world's file. It must stay inside the catalogue's `Certs`, links resolved;
  ///     for a world elsewhere, inside the world's own folder.
  ///   - world: the world's file.
  @Sendable static func read(_ path: String, _ world: String) throws(ParsingProblem) -> EncodedFile {
    guard !path.hasPrefix("/"), !path.utf8.contains(0) else {
      throw ParsingProblem(
        "'\(path)' is not a relative path", help: "paths are relative to the folder of the world's file")
    }
    let folder = world.lastIndex(of: "/").map { $0 == world.startIndex ? "/" : String(world[..<$0]) } ?? "."
    let place: String
    let home: String
    do throws(SystemError) {
      home = try Files.canonical(folder)
      place = try Files.canonical("\(folder)/\(path)")
    } catch {
      throw ParsingProblem("'\(path)' cannot be read: \(error.text)", help: "paths are relative to \(folder)")
    }
    let border = border(around: home)
    guard border == "/" || place.hasPrefix("\(border)/") else {
      throw ParsingProblem(
        "'\(path)' leads out of \(border)", help: "a world reads files of its folder only; copy it there")
    }
    guard Files.isRegular(place) else { throw ParsingProblem("'\(path)' is not a regular file") }
    let bytes: [UInt8]
    do throws(SystemError) { bytes = try Files.read(place, cap: maximumBytes) } catch {
      throw ParsingProblem(
        error.isTooLarge
          ? "'\(path)' is larger than the \(maximumBytes) bytes that are read"
          : "'\(path)' cannot be read: \(error.text)")
    }
    return try EncodedFile(path: path, bytes: bytes)
  }

  /// The folder that nothing leads out of.
  private static func border(around home: String) -> String {
    guard home.hasSuffix("/Certs/worlds") else { return home }
    return String(home.dropLast("/worlds".count))
  }
}
