internal import RoguePlatform

/// The catalogue that comes with this package.
///
/// It is read where the package was checked out, by the path of this file: SwiftPM keeps every dependency's checkout
/// beside what it builds from it, and resources would need Foundation to be found.
enum OwnCatalogue {
  /// What was asked for, else what `ROGUES_CATALOGUE` names, else the package's own.
  static func path(_ explicit: String?, file: String = #filePath) -> String? {
    if let explicit { return explicit }
    if let named = ProcessEnvironment.value(of: "ROGUES_CATALOGUE"), !named.isEmpty { return named }
    // PACKAGE/Sources/RogueTesting/OwnCatalogue.swift. Where it is gone, the search says that there is no such folder.
    return file.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
  }
}
