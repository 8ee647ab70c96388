internal import RogueOpenSSL

/// The messages of a handshake, in the order in which they were said (RFC 8446, section 4.4.1; RFC 5246, section 7.4.9).
///
/// Nobody knows how to hash them before the server has chosen, so the first of them are kept.
struct ClientTranscript {
  /// Everything so far; a client of TLS 1.2 may have to sign it.
  private(set) var messages: [UInt8] = []
  private var hash: TranscriptHash?

  mutating func add(_ message: some Collection<UInt8>) {
    messages += message
    hash?.add(Array(message))
  }

  /// How they are hashed is agreed on.
  mutating func begin(_ hash: TranscriptHash) {
    var hash = hash
    hash.add(messages)
    self.hash = hash
  }

  /// The ClientHello that a HelloRetryRequest answers goes on as its hash (RFC 8446, section 4.4.1), and nothing stands
  /// before it.
  mutating func fold(_ hello: [UInt8], _ digest: Digest) {
    messages = ByteWriter.message(.messageHash) { $0.append(digest.hash(hello)) }
  }

  /// The hash; empty before it is agreed on how.
  var value: [UInt8] { hash?.value ?? [] }
}
