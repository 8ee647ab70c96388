internal import RogueOpenSSL

/// Finds every path from a leaf to an anchor through what the server presented.
///
/// Libraries stop at the first path that they accept. If there are several (cross-signed CAs, or CAs with the same
/// name), only a look at all of them shows whether a pin or a revocation excludes *every* path.
public enum PathBuilder {
  /// In certificates, anchor included.
  private static let longest = 10
  /// The limit for lists with an explosive number of paths (hundreds of CAs that sign each other).
  private static let mostPaths = 16
  private static let mostSignatures = 200

  /// Paths as DER, leaf first, anchor last; names and signatures fit, nothing else is checked.
  public static func paths(served: [[UInt8]], anchors: [[UInt8]]) -> [[[UInt8]]] {
    guard let first = served.first, let leaf = try? X509Certificate(der: first) else { return [] }
    var search = Search(anchors: anchors.compactMap { try? X509Certificate(der: $0) })
    var seen: Set<[UInt8]> = []
    search.links = served.dropFirst().filter { seen.insert($0).inserted }.compactMap { try? X509Certificate(der: $0) }
    search.extend([leaf])
    return search.found
  }

  private struct Search {
    var anchors: [X509Certificate]
    var links: [X509Certificate] = []
    var found: [[[UInt8]]] = []
    private var signatures = 0

    init(anchors: [X509Certificate]) { self.anchors = anchors }

    mutating func extend(_ path: [X509Certificate]) {
      guard let last = path.last, found.count < PathBuilder.mostPaths else { return }
      if anchors.contains(where: { $0.der == last.der }) {
        found.append(path.map(\.der))
        // A path may go on to an anchor above this one.
        guard anchors.count > 1, found.count < PathBuilder.mostPaths else { return }
      }
      guard path.count < PathBuilder.longest else { return }
      for next in anchors + links where next.subject == last.issuer {
        guard !path.contains(where: { $0.der == next.der }), signatures < PathBuilder.mostSignatures else { continue }
        signatures += 1
        if last.isSigned(by: next) { extend(path + [next]) }
      }
    }
  }
}
