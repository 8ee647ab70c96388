internal import RogueModel

/// A request to a revocation responder: `/TOKEN/ocsp/NAME` or `/TOKEN/crl/NAME`.
struct ResponderRequest: Sendable, Hashable {
  var token: String
  var kind: FetchEvidence.Kind
  /// The certificate asked about, or the CA whose list is wanted.
  var name: String
  /// The OCSP request, DER: nil when none came or it is not readable.
  var question: [UInt8]?

  /// Where a request line points to, without its body; nil when it is no path of ours.
  init?(target: String) {
    var path = target[...]
    if path.lowercased().hasPrefix("http://") {
      path = path.dropFirst("http://".count)
      path = path[(path.firstIndex(of: "/") ?? path.endIndex)...]
    }
    let parts = path.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: true)
    guard path.hasPrefix("/"), let first = parts.first else { return nil }
    token = String(first)
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
}
