package import RogueModel

/// A demand that a client makes of a handshake: the answer is whether it is met, and a wrong form answers true.
package typealias Demand = Rule<Bool, Bool>

extension Demand {
  private init(_ name: String, _ source: String) { self.init(name, source) { $0 } }

  // The server's hello.
  package static var version: Demand { Demand("version", "RFC 8446, section 4.2.1") }
  package static var suite: Demand { Demand("cipher-suite", "RFC 8446, section 4.1.3") }
  package static var compression: Demand { Demand("compression-method", "RFC 8446, section 4.1.3") }
  package static var sessionID: Demand { Demand("session-id", "RFC 8446, section 4.1.3") }
  package static var group: Demand { Demand("key-share-group", "RFC 8446, section 4.2.8") }
  package static var namedCurve: Demand { Demand("named-curve", "RFC 8422, section 5.4") }
  package static var publicValue: Demand { Demand("key-share-public-value", "RFC 7919, section 5.1") }
  package static var groupSize: Demand {
    Demand("dhe-group-size", "a short modulus can be broken in advance (CVE-2015-4000)")
  }
  package static var groupPrime: Demand {
    Demand("dhe-group-prime", "logarithms modulo a product of small primes are easy")
  }
  package static var temporaryKey: Demand { Demand("export-rsa-key", "RFC 5246, section 7.4.3") }
  package static var extensions: Demand { Demand("unsolicited-extensions", "RFC 8446, section 4.2") }
  package static var extensionOnce: Demand { Demand("duplicate-extensions", "RFC 8446, section 4.2") }
  package static var certificateType: Demand { Demand("certificate-type", "RFC 7250, section 4.2") }
  package static var applicationProtocol: Demand { Demand("alpn-offered", "RFC 7301, section 3.2") }
  package static var protocolAnswer: Demand { Demand("alpn-single-name", "RFC 7301, section 3.1") }
  package static var serverNameAnswer: Demand { Demand("sni-response", "RFC 6066, section 3") }
  package static var renegotiationBinding: Demand { Demand("renegotiation-info", "RFC 5746, section 3.5") }
  package static var firstHandshake: Demand { Demand("renegotiation-info-of-first-handshake", "RFC 5746, section 3.4") }

  // HelloRetryRequest.
  package static var retryOnce: Demand { Demand("second-hello-retry-request", "RFC 8446, section 4.1.4") }
  package static var retryNeed: Demand { Demand("hello-retry-request-change", "RFC 8446, section 4.1.4") }
  package static var retrySuite: Demand { Demand("hello-retry-request-cipher-suite", "RFC 8446, section 4.1.4") }

  // Messages and their order.
  package static var order: Demand { Demand("message-order", "RFC 8446, section 4; RFC 5246, section 7.3") }
  package static var once: Demand { Demand("duplicate-messages", "RFC 8446, section 4; RFC 5246, section 7.3") }
  package static var encryptedExtensions: Demand { Demand("encrypted-extensions", "RFC 8446, section 4.3.1") }
  package static var certificate: Demand { Demand("certificate", "RFC 8446, section 4.4.2") }
  package static var proof: Demand { Demand("certificate-verify", "RFC 8446, section 4.4.3") }
  package static var authentication: Demand { Demand("certificate-and-certificate-verify", "RFC 8446, section 4.4") }
  package static var finishedBeforeData: Demand { Demand("finished-before-data", "RFC 8446, section 4.4.4") }
  package static var keysBeforeFinished: Demand { Demand("keys-before-finished", "RFC 5246, section 7.3") }
  package static var changeBeforeFinished: Demand {
    Demand("change-cipher-spec-before-finished", "RFC 5246, section 7.4.9")
  }
  package static var earlyChange: Demand { Demand("early-change-cipher-spec", "RFC 5246, section 7.1") }

  // The certificate list.
  package static var emptyList: Demand { Demand("empty-certificate-list", "RFC 8446, section 4.4.2.4") }
  package static var emptyEntry: Demand { Demand("empty-certificate-entry", "RFC 8446, section 4.4.2") }
  package static var unreadableEntry: Demand { Demand("unparsable-certificate-entry", "RFC 8446, section 4.4.2") }
  package static var listLength: Demand { Demand("certificate-list-length", "RFC 8446, section 4.4.2") }
  package static var entryLengths: Demand { Demand("certificate-entry-lengths", "RFC 8446, section 4.4.2") }
  package static var requestContext: Demand { Demand("certificate-request-context", "RFC 8446, section 4.4.2") }
  package static var requestSchemes: Demand {
    Demand("certificate-request-signature-algorithms", "RFC 8446, section 4.3.2")
  }
  package static var compressionOffered: Demand { Demand("certificate-compression", "RFC 8879, section 4") }
  package static var compressedLength: Demand { Demand("compressed-certificate-length", "RFC 8879, section 4") }

  // The proof of the key.
  package static var signature12: Demand { Demand("server-key-exchange-signature", "RFC 5246, section 7.4.3") }
  package static var signature13: Demand { Demand("certificate-verify-signature", "RFC 8446, section 4.4.3") }
  package static var emptySignature: Demand { Demand("empty-signature", "RFC 8446, section 4.4.3") }
  package static var schemeOffered: Demand { Demand("scheme-offered", "RFC 8446, section 4.4.3") }
  package static var schemeAllowed: Demand { Demand("scheme-allowed", "RFC 8446, section 4.4.3") }
  package static var schemeCurve: Demand { Demand("scheme-curve", "RFC 8446, section 4.2.3") }
  package static var schemeKey: Demand { Demand("scheme-key", "RFC 8446, section 4.2.3") }

  // The server's Finished.
  package static var finished: Demand {
    Demand("finished-verify-data", "RFC 8446, section 4.4.4; RFC 5246, section 7.4.9")
  }
  package static var wholeFinished: Demand {
    Demand("whole-finished-verify-data", "RFC 8446, section 4.4.4; RFC 5246, section 7.4.9")
  }

  // Resumed sessions.
  package static var sessionOffered: Demand { Demand("psk-offered", "RFC 8446, section 4.2.11") }
  package static var masterSecretKept: Demand { Demand("extended-master-secret", "RFC 7627, section 5.3") }
  package static var earlyDataSession: Demand { Demand("early-data-psk", "RFC 8446, section 4.2.10") }
  package static var earlyDataProtocol: Demand { Demand("early-data-alpn", "RFC 8446, section 4.2.10") }

  // Framing.
  package static var surplus: Demand { Demand("trailing-bytes", "RFC 8446, section 6.2") }
  package static var emptyRecord: Demand { Demand("empty-record", "RFC 8446, section 5.1") }
  package static var recordLength: Demand { Demand("record-length", "RFC 8446, section 5.4") }
  package static var warnings: Demand { Demand("warning-alerts", "RFC 8446, section 6") }
}
