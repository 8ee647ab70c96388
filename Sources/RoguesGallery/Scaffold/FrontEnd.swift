internal import RogueModel
internal import RoguePlatform

/// A library for the test runner of a language, to be copied beside the user's tests: it starts `rogues run --adapter -`.
public enum FrontEnd: String, CaseIterable, Sendable {
  case go, junit, node

  /// The folder with its sources, from the catalogue's.
  private var origin: String {
    switch self {
    case .go: "FrontEnds/go"
    case .junit: "FrontEnds/junit/src/rogues"
    case .node: "FrontEnds/node"
    }
  }

  /// The folder of the copy: what the language calls the package.
  private var copy: String { self == .go ? "roguestest" : "rogues" }

  /// The files of the copy, without its own tests.
  func files() throws(HarnessFailure) -> [ScaffoldFile] {
    guard let catalogue = try Catalogues.find(explicit: []).builtIn else {
      throw HarnessFailure(.badData, "the built-in catalogue, which has the front ends, is not here")
    }
    let folder = catalogue.prefix + origin
    do throws(SystemError) {
      return try Files.list(folder, recursively: true).filter { $0.kind == .file && !Self.isTest($0.path) }.map {
        (entry) throws(SystemError) in
        ScaffoldFile(
          "\(copy)/\(entry.path)",
          String(decoding: try Files.read("\(folder)/\(entry.path)", cap: 1 << 20), as: UTF8.self))
      }
    } catch {
      throw HarnessFailure(.cannotCreate, "the front end '\(rawValue)' cannot be copied", underlying: error.description)
    }
  }

  private static func isTest(_ path: String) -> Bool { path.hasPrefix("tests/") || path.hasSuffix("_test.go") }
}
