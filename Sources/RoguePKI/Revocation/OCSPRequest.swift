internal import RogueModel
internal import RogueOpenSSL

/// The parts of a client's request that a response repeats (RFC 6960, section 4.1).
struct OCSPRequest: Hashable, Sendable {
  /// Larger requests are refused: real ones have a few hundred bytes.
  static let longestRequest = 65_536
  /// RFC 8954 allows 32 octets and a header of two; longer ones are not repeated.
  private static let longestNonce = 130

  /// The client's digest of certificate IDs; without a request SHA-1, which every client supports.
  var digest = Digest.sha1
  /// The content of the nonce extension, as it was sent.
  var nonce: [UInt8]?

  init() {}

  /// Nil if the request is malformed, or names an unusual digest.
  ///
  /// If it names several certificates, the first one counts: the response is about the certificate in the URL,
  /// whatever number the request has, because the URL was made for that certificate alone.
  init?(_ bytes: [UInt8]) {
    var outer = DERReader(bytes)
    guard bytes.count <= Self.longestRequest, var request = outer.constructed(.sequence), outer.isAtEnd,
      var signed = request.constructed(.sequence)
    else { return nil }
    // version and requestorName.
    for tag in [DERTag.context(0, constructed: true), .context(1, constructed: true)] where signed.nextTag == tag {
      guard signed.skip() else { return nil }
    }
    guard var list = signed.constructed(.sequence), var first = list.constructed(.sequence),
      var identifier = first.constructed(.sequence), var algorithm = identifier.constructed(.sequence),
      let name = algorithm.primitive(.objectIdentifier), let digest = Self.digests[Array(name)],
      identifier.primitive(.octetString)?.count == digest.length,
      identifier.primitive(.octetString)?.count == digest.length, identifier.primitive(.integer) != nil,
      identifier.isAtEnd
    else { return nil }
    self.digest = digest
    guard !signed.isAtEnd else { return }
    guard var wrapped = signed.constructed(.context(2, constructed: true)),
      var extensions = wrapped.constructed(.sequence)
    else { return nil }
    while !extensions.isAtEnd {
      guard var item = extensions.constructed(.sequence), let name = item.primitive(.objectIdentifier) else {
        return nil
      }
      if item.nextTag == .boolean, !item.skip() { return nil }
      guard let value = item.primitive(.octetString), item.isAtEnd else { return nil }
      if Array(name) == ObjectIdentifier.ocspNonce.content, value.count <= Self.longestNonce { nonce = Array(value) }
    }
  }

  private static let digests: [[UInt8]: Digest] = [
    ObjectIdentifier.sha1.content: .sha1, ObjectIdentifier.sha256.content: .sha256,
    ObjectIdentifier.sha384.content: .sha384, ObjectIdentifier.sha512.content: .sha512,
  ]
}
