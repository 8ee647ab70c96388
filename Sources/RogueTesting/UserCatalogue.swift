/// The catalogue in this package's checkout.
///
/// It is found by the path of this file: SwiftPM keeps every dependency's checkout beside its build products, and
/// finding resources needs Foundation.
enum UserCatalogue {
  static func path(file: String = #filePath) -> String {
    // PACKAGE/Sources/RogueTesting/UserCatalogue.swift. Where it is gone, the search says where it looked.
    file.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
  }
}
