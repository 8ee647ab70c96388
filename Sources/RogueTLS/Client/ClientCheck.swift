/// One thing that a client has to look at in a handshake, as a decision that can be left out.
///
/// The client that makes all of them is right; one that leaves a single one out is a mutant, right everywhere else. What
/// no keys could be agreed on without, or what no server of the catalogue does, is not among them and cannot be left out.
package enum ClientCheck: String, CaseIterable, Hashable, Sendable {
  // The server's hello (RFC 8446, section 4.1.3; RFC 5246, section 7.4.1.3).
  case version
  case suite = "cipher-suite"
  case compression = "compression-method"
  case sessionID = "session-id"
  case group = "key-share-group"
  case publicValue = "key-share-public-value"
  case groupSize = "dhe-group-size"
  case groupPrime = "dhe-group-prime"
  case temporaryKey = "export-rsa-key"
  case downgradeSentinel = "downgrade-sentinel"
  case extensions = "unsolicited-extensions"
  case extensionOnce = "duplicate-extensions"
  case certificateType = "certificate-type"
  case applicationProtocol = "alpn-offered"
  case protocolAnswer = "alpn-single-name"
  case serverNameAnswer = "sni-response"

  // HelloRetryRequest (RFC 8446, section 4.1.4).
  case retryOnce = "second-hello-retry-request"
  case retryNeed = "hello-retry-request-change"
  case retrySuite = "hello-retry-request-cipher-suite"

  // Which messages come, and when (RFC 8446, section 4; RFC 5246, section 7.3).
  case order = "message-order"
  case once = "duplicate-messages"
  case encryptedExtensions = "encrypted-extensions"
  case certificate
  case proof = "certificate-verify"
  case finishedBeforeData = "finished-before-data"
  case keysBeforeFinished = "keys-before-finished"
  case changeBeforeFinished = "change-cipher-spec-before-finished"
  case earlyChange = "early-change-cipher-spec"

  // The certificate list (RFC 8446, section 4.4.2; RFC 5246, section 7.4.2).
  case emptyList = "empty-certificate-list"
  case emptyEntry = "empty-certificate-entry"
  case unreadableEntry = "unparsable-certificate-entry"
  case listLength = "certificate-list-length"
  case entryLengths = "certificate-entry-lengths"
  case requestContext = "certificate-request-context"
  case requestSchemes = "certificate-request-signature-algorithms"
  case compressionOffered = "certificate-compression"
  case compressedLength = "compressed-certificate-length"

  // The proof of the key (RFC 8446, section 4.4.3; RFC 8422, section 5.4).
  case signature12 = "server-key-exchange-signature"
  case signature13 = "certificate-verify-signature"
  case emptySignature = "empty-signature"
  case schemeOffered = "scheme-offered"
  case schemeAllowed = "scheme-allowed"
  case schemeCurve = "scheme-curve"
  case schemeKey = "scheme-key"

  // The server's Finished (RFC 8446, section 4.4.4; RFC 5246, section 7.4.9).
  case finished = "finished-verify-data"
  case wholeFinished = "whole-finished-verify-data"

  // Sessions that are taken up (RFC 8446, sections 4.2.10 and 4.2.11; RFC 7627, section 5.3).
  case sessionOffered = "psk-offered"
  case masterSecretKept = "extended-master-secret"
  case earlyDataSession = "early-data-psk"
  case earlyDataProtocol = "early-data-alpn"

  // Framing (RFC 8446, sections 4 and 5).
  case surplus = "trailing-bytes"
  case emptyRecord = "empty-record"
  case recordLength = "record-length"
  case warnings = "warning-alerts"

  /// Those that only a client that takes up a session gets to.
  package static let ofSessions: Set<ClientCheck> = [
    .sessionOffered, .masterSecretKept, .earlyDataSession, .earlyDataProtocol,
  ]

  /// What a client does that leaves it out, as a clause.
  package var omission: String {
    switch self {
    case .version: "goes on with a version that it did not offer"
    case .suite: "goes on when the server names a cipher suite that it did not offer"
    case .compression: "passes over the compression method"
    case .sessionID: "does not compare the session id that TLS 1.3 repeats"
    case .group: "goes on when the server names a group that it sent no share of"
    case .publicValue: "does not check the server's public value in the key exchange"
    case .groupSize: "agrees on keys modulo a number that is too short"
    case .groupPrime: "agrees on keys modulo a number that is not a prime"
    case .temporaryKey: "encrypts the premaster secret to another key than the certificate's if the server sends one"
    case .downgradeSentinel: "does not look for the downgrade sentinel in the server's random"
    case .extensions: "passes over extensions that it did not ask for"
    case .extensionOnce: "passes over extensions that come a second time"
    case .certificateType: "takes a raw public key instead of certificates if the server selects that"
    case .applicationProtocol: "takes an application protocol that it did not offer"
    case .protocolAnswer: "passes over a choice of application protocol that is not a single name"
    case .serverNameAnswer: "passes over what stands in the server's answer to the server name"
    case .retryOnce: "follows a second HelloRetryRequest"
    case .retryNeed: "follows a HelloRetryRequest that asks for nothing new"
    case .retrySuite: "takes another cipher suite after a HelloRetryRequest than in it"
    case .order: "takes the messages of a flight in any order"
    case .once: "takes messages that it has received already"
    case .encryptedExtensions: "does without EncryptedExtensions"
    case .certificate: "does without a Certificate"
    case .proof: "does without a CertificateVerify"
    case .finishedBeforeData: "takes application data instead of the server's Finished"
    case .keysBeforeFinished: "takes a Finished before any key is agreed on, and continues in clear text"
    case .changeBeforeFinished: "takes an unprotected Finished"
    case .earlyChange: "passes over a ChangeCipherSpec that comes before there are keys"
    case .emptyList: "goes on when the certificate list is empty"
    case .emptyEntry: "passes over entries of no bytes in the certificate list"
    case .unreadableEntry: "passes over entries of the certificate list that are not certificates"
    case .listLength: "does not compare the length of the certificate list with that of its message"
    case .entryLengths: "finds certificates by their own lengths, whatever their entries say"
    case .requestContext: "passes over the context of a request that it never made"
    case .requestSchemes: "signs with an algorithm of its own choice when a CertificateRequest lists none"
    case .compressionOffered: "takes certificates that are compressed in a way that it did not offer"
    case .compressedLength: "does not compare the length of compressed certificates with what the message says"
    case .signature12: "does not verify the signature of a ServerKeyExchange"
    case .signature13: "does not verify the signature of a CertificateVerify"
    case .emptySignature: "takes an empty signature for nothing to verify"
    case .schemeOffered: "takes a signature by a scheme that it did not offer"
    case .schemeAllowed: "takes SHA-1 and PKCS #1 v1.5 in a CertificateVerify"
    case .schemeCurve: "does not compare the curve of a scheme with that of the key"
    case .schemeKey: "does not ask whether a scheme is for the kind of key that there is"
    case .finished: "does not compare the server's Finished"
    case .wholeFinished: "compares the start of the server's Finished only"
    case .sessionOffered: "goes on with its session when the server takes up one that it did not offer"
    case .masterSecretKept: "goes on without the extended master secret with a session that began with it"
    case .earlyDataSession:
      "passes over a server's word that it has read early data of a session that it does not take up"
    case .earlyDataProtocol: "does not compare the application protocol with that of its early data"
    case .surplus: "passes over bytes after the end of a message"
    case .emptyRecord: "passes over handshake records without content"
    case .recordLength: "takes records that are longer than the protocol allows"
    case .warnings: "passes over alerts that say that they are warnings"
    }
  }
}
