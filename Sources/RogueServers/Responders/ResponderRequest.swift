internal import RogueModel

/// A request to a revocation responder: `/TOKEN/ocsp/NAME`, `/TOKEN/crl/NAME` or `/TOKEN/issuers/NAME`; with `/moved` after the token where
/// the client was sent there.
struct ResponderRequest: Sendable, Hashable {
  private static let moved = "moved"

  /// The path, as requested.
  var target: String
  var token: String
  var kind: FetchEvidence.Kind
  /// The certificate that the query is about, or the CA whose CRL is requested.
  var name: String
  /// It follows a redirection of ours.
  var isMoved = false
  /// The OCSP request, DER; nil if none came, or if it cannot be parsed.
  var question: [UInt8]?

  /// The target of a request line, without a body; nil if it is not one of the responders' paths.
  init?(target: String) {
    var path = target[...]
    if path.lowercased().hasPrefix("http://") {
      path = path.dropFirst("http://".count)
      path = path[(path.firstIndex(of: "/") ?? path.endIndex)...]
    }
    self.target = String(path)
    var parts = path.split(separator: "/", maxSplits: 4, omittingEmptySubsequences: true)
    guard path.hasPrefix("/"), let first = parts.first else { return nil }
    token = String(first)
    if parts.count > 1, parts[1] == Self.moved {
      isMoved = true
      parts.remove(at: 1)
    } else if parts.count == 5 {
      // The text after the name is one part.
      parts[3] = path[parts[3].startIndex...]
    }
    kind = parts.count > 2 ? FetchEvidence.Kind(rawValue: String(parts[1])) ?? .other : .other
    guard kind != .other, let name = PercentEncoding.decode(parts[2]) else {
      kind = .other
      self.name = String(path.drop { $0 == "/" }.dropFirst(first.count).prefix(200))
      return
    }
    self.name = name
    // RFC 6960, appendix A.1: GET carries the request in base64 as the rest of the path.
    if kind == .ocsp, parts.count > 3, let text = PercentEncoding.decode(parts[3]) {
      question = Base64.decode(text, .url)
    }
  }

  /// The target of a redirect: the same query at another path.
  var movedTarget: String { "/\(token)/\(Self.moved)" + target.dropFirst(token.count + 1) }
}
