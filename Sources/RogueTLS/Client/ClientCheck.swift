/// One check of a client in a handshake, which can be omitted.
///
/// A client that makes all checks is right. A client that omits a single one is a mutant, and right everywhere else.
/// Checks without which no keys could be agreed, or for which the catalogue has no server, are not listed and cannot be
/// omitted.
package enum ClientCheck: String, CaseIterable, Hashable, Sendable {
  // The server's hello (RFC 8446, section 4.1.3; RFC 5246, section 7.4.1.3).
  case version
  case suite = "cipher-suite"
  case compression = "compression-method"
  case sessionID = "session-id"
  case group = "key-share-group"
  case namedCurve = "named-curve"
  case publicValue = "key-share-public-value"
  case groupSize = "dhe-group-size"
  case groupPrime = "dhe-group-prime"
  case temporaryKey = "export-rsa-key"
  case downgradeSentinel = "downgrade-sentinel"
  case downgradeOffer = "downgrade-sentinel-by-offer"
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
  case authentication = "certificate-and-certificate-verify"
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
  case messageLength = "message-length"
  case emptyRecord = "empty-record"
  case recordLength = "record-length"
  case warnings = "warning-alerts"

  /// What a client does that leaves it out, as a clause.
  package var omission: String {
    switch self {
    case .version: "accepts a version that it did not offer"
    case .suite: "accepts a cipher suite that it did not offer"
    case .compression: "ignores the compression method"
    case .sessionID: "does not compare the session ID that a TLS 1.3 server echoes"
    case .group: "accepts a group that it sent no key share for"
    case .namedCurve: "accepts an explicit curve in a ServerKeyExchange, and takes it for P-256"
    case .publicValue: "does not check the server's public value in the key exchange"
    case .groupSize: "accepts a DHE modulus that is too short"
    case .groupPrime: "accepts a DHE modulus that is not prime"
    case .temporaryKey: "encrypts the premaster secret to another key than the certificate's if the server sends one"
    case .downgradeSentinel: "does not check the server's random for the downgrade sentinel"
    case .downgradeOffer: "refuses the downgrade sentinel also if it has offered TLS 1.2 at most"
    case .extensions: "accepts extensions that it did not request"
    case .extensionOnce: "accepts an extension that is present twice"
    case .certificateType: "accepts a raw public key instead of a certificate"
    case .applicationProtocol: "accepts an application protocol that it did not offer"
    case .protocolAnswer: "accepts an ALPN response that is not a single protocol name"
    case .serverNameAnswer: "ignores the content of the server's server_name extension"
    case .retryOnce: "follows a second HelloRetryRequest"
    case .retryNeed: "follows a HelloRetryRequest that changes nothing"
    case .retrySuite: "accepts another cipher suite after a HelloRetryRequest than in it"
    case .order: "accepts the messages of a flight in any order"
    case .once: "accepts messages that it has already received"
    case .encryptedExtensions: "does not require EncryptedExtensions"
    case .certificate: "does not require a Certificate"
    case .authentication: "accepts a Finished in place of Certificate and CertificateVerify"
    case .proof: "does not require a CertificateVerify"
    case .finishedBeforeData: "accepts application data instead of the server's Finished"
    case .keysBeforeFinished: "accepts a Finished before any key is agreed on, and continues in clear text"
    case .changeBeforeFinished: "accepts an unprotected Finished"
    case .earlyChange: "accepts a ChangeCipherSpec before there are keys"
    case .emptyList: "continues when the certificate list is empty"
    case .emptyEntry: "ignores empty entries in the certificate list"
    case .unreadableEntry: "ignores entries of the certificate list that are not certificates"
    case .listLength: "does not compare the length of the certificate list with that of its message"
    case .entryLengths: "finds certificates by their own lengths, whatever their entries say"
    case .requestContext: "ignores the certificate_request_context in the server's Certificate"
    case .requestSchemes: "signs with an algorithm of its choice when a CertificateRequest lists none"
    case .compressionOffered: "accepts certificates compressed with an algorithm that it did not offer"
    case .compressedLength: "does not compare the length of decompressed certificates with uncompressed_length"
    case .signature12: "does not verify the signature of a ServerKeyExchange"
    case .signature13: "does not verify the signature of a CertificateVerify"
    case .emptySignature: "treats an empty signature as nothing to verify"
    case .schemeOffered: "accepts a signature scheme that it did not offer"
    case .schemeAllowed: "accepts SHA-1 and PKCS #1 v1.5 in a CertificateVerify"
    case .schemeCurve: "does not compare the curve of a scheme with that of the key"
    case .schemeKey: "does not check that a signature scheme fits the type of key"
    case .finished: "does not compare the server's Finished"
    case .wholeFinished: "compares only the start of the server's Finished"
    case .sessionOffered: "resumes its session when the server selects a PSK that it did not offer"
    case .masterSecretKept: "resumes a session that used the extended master secret without it"
    case .earlyDataSession:
      "accepts early data as read although the server does not resume its session"
    case .earlyDataProtocol: "does not compare the application protocol with that of the early data"
    case .messageLength: "reads handshake messages of any length"
    case .surplus: "ignores bytes after the end of a message"
    case .emptyRecord: "accepts empty handshake records"
    case .recordLength: "accepts records that are longer than the protocol allows"
    case .warnings: "ignores alerts with the level warning"
    }
  }
}
