/// Finds every path from a leaf to an anchor through what the server presented.
///
/// If there are several (cross-signed CAs, or CAs with the same name), only a look at all of them shows whether a pin or a
/// revocation excludes *every* path.
public enum PathBuilder {
  /// Paths as DER, leaf first, anchor last; names and signatures fit, nothing else is checked.
  public static func paths(served: [[UInt8]], anchors: [[UInt8]]) -> [[[UInt8]]] {
    PathSearch(served: served, anchors: anchors).paths.map { $0.map(\.der) }
  }
}

/// The search for paths: upward from the leaf by names (RFC 5280, section 6.1.3 (a) (4)), anchors before what was served.
///
/// Any certificate may be an anchor, one that another has issued and the leaf too. What is no certificate can be no part of a path.
struct PathSearch {
  /// In certificates, anchor included.
  private static let longest = 64
  /// The limits for lists with an explosive number of paths (hundreds of CAs that sign each other).
  private static let mostPaths = 16
  private static let mostSignatures = 200

  private let leaf: PathCertificate?
  private let anchors: [PathCertificate]
  private let trusted: Set<[UInt8]>
  private let links: [PathCertificate]

  init(served: [[UInt8]], anchors: [[UInt8]]) {
    leaf = served.first.flatMap(PathCertificate.reading)
    self.anchors = anchors.compactMap(PathCertificate.reading)
    trusted = Set(self.anchors.map(\.der))
    var seen: Set<[UInt8]> = []
    links = served.dropFirst().filter { seen.insert($0).inserted }.compactMap(PathCertificate.reading)
  }

  /// Complete paths; names and signatures fit.
  var paths: [[PathCertificate]] {
    guard let leaf else { return [] }
    var found: [[PathCertificate]] = []
    var signatures = 0
    extend([leaf], &found, &signatures)
    return found
  }

  private func extend(_ path: [PathCertificate], _ found: inout [[PathCertificate]], _ signatures: inout Int) {
    guard let last = path.last, found.count < Self.mostPaths else { return }
    if trusted.contains(last.der) {
      found.append(path)
      // A path may continue to an anchor above this one.
      guard anchors.count > 1, found.count < Self.mostPaths else { return }
    }
    guard path.count < Self.longest else { return }
    for next in issuers(of: last, beyond: path) {
      guard signatures < Self.mostSignatures else { return }
      signatures += 1
      if last.isSigned(by: next) { extend(path + [next], &found, &signatures) }
    }
  }

  /// A certificate that has signed itself has no other issuer.
  private func issuers(of certificate: PathCertificate, beyond path: [PathCertificate]) -> [PathCertificate] {
    guard !certificate.isSelfIssued || !certificate.isSigned(by: certificate) else { return [] }
    return (anchors + links).filter { next in
      next.subject == certificate.issuer && !path.contains { $0.der == next.der }
    }
  }

  /// What comes nearest to a path where there is none, to say why: up to an anchor with the issuer's name, else by signatures as
  /// far as they lead, else by the first name.
  func nearest(_ question: PathQuestion) -> BuiltPath {
    var path = leaf.map { [$0] } ?? []
    while let last = path.last, !trusted.contains(last.der), path.count < Self.longest {
      let issuers = issuers(of: last, beyond: path)
      let named = issuers.prefix { trusted.contains($0.der) }
      guard let next = named.first ?? issuers.first(where: last.isSigned) ?? issuers.first else { break }
      path.append(next)
    }
    return BuiltPath(
      certificates: path, endsInAnchor: path.last.map { trusted.contains($0.der) } ?? false, question: question)
  }
}
