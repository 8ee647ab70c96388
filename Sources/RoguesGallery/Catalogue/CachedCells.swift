internal import RogueModel
internal import RogueScenarios
internal import Synchronization

/// The chosen cells of a catalogue's tables, in the user's cache: an octet for each value.
final class CachedCells: KeptCells {
  /// Some catalogues, each with its tables and the adapters of a machine.
  private static let most = 8192

  private let cache: CatalogueCache
  private let findDigest: @Sendable () -> String?
  /// Nil until it is needed; a digest of nil: the catalogue has a problem.
  private let found = Mutex<String??>(nil)

  /// - Parameter digest: of the catalogue; it is found when the first cells are chosen, since most runs choose none.
  init(_ cache: CatalogueCache, digest: @escaping @Sendable () -> String?) {
    self.cache = cache
    findDigest = digest
  }

  /// Nil if there is no place for them.
  static func ofThisUser(_ catalogues: Catalogues) -> CachedCells? {
    CatalogueCache(named: "cells", most: most).map { cache in
      CachedCells(cache) { (try? CatalogueFiles(catalogues))?.digest }
    }
  }

  private var digest: String? {
    found.withLock { found in
      if let found { return found }
      let digest = findDigest()
      found = .some(digest)
      return digest
    }
  }

  func read(_ name: String) -> [[Int]]? {
    guard let digest, var rest = cache.read(name, of: digest), let width = rest.popFirst() else { return nil }
    guard width > 0, rest.count % Int(width) == 0 else { return nil }
    return stride(from: rest.startIndex, to: rest.endIndex, by: Int(width)).map { start in
      rest[start..<start + Int(width)].map(Int.init)
    }
  }

  func write(_ cells: [[Int]], _ name: String) {
    let octets = cells.flatMap(\.self).compactMap(UInt8.init(exactly:))
    guard let digest, octets.count == cells.reduce(0, { $0 + $1.count }) else { return }
    // No cell is a choice, too.
    cache.write([UInt8(clamping: cells.first?.count ?? 1)] + octets, name, of: digest)
  }
}
