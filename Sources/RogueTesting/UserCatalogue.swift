/// The catalogue that comes with this package.
///
/// It is read where the package was checked out, by the path of this file: SwiftPM keeps every dependency's checkout
/// beside what it builds from it, and resources would need Foundation to be found.
enum UserCatalogue {
  static func path(file: String = #filePath) -> String {
    // PACKAGE/Sources/RogueTesting/OwnCatalogue.swift. Where it is gone, the search says where it looked.
    file.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
  }
}
