internal import RogueOpenSSL

/// The messages of a handshake in order (RFC 8446, section 4.4.1; RFC 5246, section 7.4.9).
///
/// The hash is unknown until the server has selected a suite, so the first messages are kept.
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

  /// After a HelloRetryRequest, the hash of the first ClientHello replaces it (RFC 8446, section 4.4.1), as the first
  /// message.
  mutating func fold(_ hello: [UInt8], _ digest: Digest) {
    messages = ByteWriter.message(.messageHash) { $0.append(digest.hash(hello)) }
  }

  /// The hash; empty before it is agreed on how.
  var value: [UInt8] { hash?.value ?? [] }
}
