internal import RogueModel
internal import RogueScenarios

/// The chosen cells of a catalogue's tables, in the user's cache: an octet for each value.
struct CachedCells: KeptCells {
  /// Some catalogues, each with its tables and the adapters of a machine.
  private static let most = 8192

  private let cache: CatalogueCache
  private let digest: String

  init(_ cache: CatalogueCache, digest: String) {
    self.cache = cache
    self.digest = digest
  }

  /// Nil if there is no place for them, or if the catalogue has a problem.
  static func ofThisUser(_ catalogues: Catalogues) -> CachedCells? {
    guard let cache = CatalogueCache(named: "cells", most: most),
      let digest = (try? CatalogueFiles(catalogues))?.digest
    else { return nil }
    return CachedCells(cache, digest: digest)
  }

  func read(_ name: String) -> [[Int]]? {
    guard var rest = cache.read(name, of: digest), let width = rest.popFirst() else { return nil }
    guard width > 0, rest.count % Int(width) == 0 else { return nil }
    return stride(from: rest.startIndex, to: rest.endIndex, by: Int(width)).map { start in
      rest[start..<start + Int(width)].map(Int.init)
    }
  }

  func write(_ cells: [[Int]], _ name: String) {
    let octets = cells.flatMap(\.self).compactMap(UInt8.init(exactly:))
    guard octets.count == cells.reduce(0, { $0 + $1.count }) else { return }
    // No cell is a choice, too.
    cache.write([UInt8(clamping: cells.first?.count ?? 1)] + octets, name, of: digest)
  }
}
