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
}
