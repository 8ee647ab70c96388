internal import RogueAdapters
internal import RogueModel
internal import RogueTLS

extension ClientMutant {
  /// Mistakes of a TLS client in the handshake, and in what it reads after it.
  static let ofHandshakes: [ClientMutant] = [
    ClientMutant(.version, "accepts a version that it did not offer"),
    ClientMutant(.suite, "accepts a cipher suite that it did not offer"),
    ClientMutant(.compression, "ignores the compression method"),
    ClientMutant(.sessionID, "does not compare the session ID that a TLS 1.3 server echoes"),
    ClientMutant(.group, "accepts a group that it sent no key share for"),
    ClientMutant(.namedCurve, "accepts an explicit curve in a ServerKeyExchange, and takes it for P-256"),
    ClientMutant(
      "key-share-public-value", "does not check the server's public value in the key exchange", replaces: .publicValue
    ) { _ in true }
    .replacing(.sharedSecret) { share in Rule.sharedSecret.answer(share) ?? withoutCheck(share.value) },
    ClientMutant(.groupSize, "accepts a DHE modulus that is too short"),
    ClientMutant(.groupPrime, "accepts a DHE modulus that is not prime"),
    ClientMutant(
      .temporaryKey, "encrypts the premaster secret to another key than the certificate's if the server sends one"),
    ClientMutant(
      "downgrade-sentinel", "does not check the server's random for the downgrade sentinel", replaces: .isDowngrade
    ) { _ in false },
    ClientMutant(
      "downgrade-sentinel-by-offer", "refuses the downgrade sentinel also if it has offered TLS 1.2 at most",
      replaces: .isDowngrade, by: \.isMarked
    ).showing(.refusal),
    ClientMutant(.extensions, "accepts extensions that it did not request"),
    ClientMutant(.extensionOnce, "accepts an extension that is present twice"),
    ClientMutant(.certificateType, "accepts a raw public key instead of a certificate"),
    ClientMutant(.applicationProtocol, "accepts an application protocol that it did not offer"),
    ClientMutant(.protocolAnswer, "accepts an ALPN response that is not a single protocol name"),
    ClientMutant(.serverNameAnswer, "ignores the content of the server's server_name extension"),
    ClientMutant(.renegotiationBinding, "renegotiates without comparing renegotiation_info"),
    ClientMutant(.firstHandshake, "takes a first handshake for a renegotiation if the server says so"),
    ClientMutant(.retryOnce, "follows a second HelloRetryRequest"),
    ClientMutant(.retryNeed, "follows a HelloRetryRequest that changes nothing"),
    ClientMutant(.retrySuite, "accepts another cipher suite after a HelloRetryRequest than in it"),
    ClientMutant(.order, "accepts the messages of a flight in any order"),
    ClientMutant(.once, "accepts messages that it has already received"),
    ClientMutant(.encryptedExtensions, "does not require EncryptedExtensions"),
    ClientMutant(.certificate, "does not require a Certificate"),
    ClientMutant(.proof, "does not require a CertificateVerify"),
    ClientMutant(.authentication, "accepts a Finished in place of Certificate and CertificateVerify"),
    ClientMutant(.finishedBeforeData, "accepts application data instead of the server's Finished"),
    ClientMutant(.keysBeforeFinished, "accepts a Finished before any key is agreed on, and continues in clear text"),
    ClientMutant(.changeBeforeFinished, "accepts an unprotected Finished"),
    ClientMutant(.earlyChange, "accepts a ChangeCipherSpec before there are keys"),
    ClientMutant(.emptyList, "continues when the certificate list is empty"),
    ClientMutant(.emptyEntry, "ignores empty entries in the certificate list"),
    ClientMutant(.unreadableEntry, "ignores entries of the certificate list that are not certificates"),
    ClientMutant(.listLength, "does not compare the length of the certificate list with that of its message"),
    ClientMutant(.entryLengths, "finds certificates by their own lengths, whatever their entries say"),
    ClientMutant(.requestContext, "ignores the certificate_request_context in the server's Certificate"),
    ClientMutant(.requestSchemes, "signs with an algorithm of its choice when a CertificateRequest lists none"),
    ClientMutant(.compressionOffered, "accepts certificates compressed with an algorithm that it did not offer"),
    ClientMutant(
      .compressedLength, "does not compare the length of decompressed certificates with uncompressed_length"),
    ClientMutant(.signature12, "does not verify the signature of a ServerKeyExchange"),
    ClientMutant(.signature13, "does not verify the signature of a CertificateVerify"),
    ClientMutant(.emptySignature, "treats an empty signature as nothing to verify"),
    ClientMutant(.schemeOffered, "accepts a signature scheme that it did not offer"),
    ClientMutant(.schemeAllowed, "accepts SHA-1 and PKCS #1 v1.5 in a CertificateVerify"),
    ClientMutant(.schemeCurve, "does not compare the curve of a scheme with that of the key"),
    ClientMutant(.schemeKey, "does not check that a signature scheme fits the type of key"),
    ClientMutant(.finished, "does not compare the server's Finished"),
    ClientMutant(.wholeFinished, "compares only the start of the server's Finished"),
    ClientMutant(.sessionOffered, "resumes its session when the server selects a PSK that it did not offer").showing(
      .resumption),
    ClientMutant(.masterSecretKept, "resumes a session that used the extended master secret without it").showing(
      .resumption),
    ClientMutant(.earlyDataSession, "accepts early data as read although the server does not resume its session")
      .showing(.resumption),
    ClientMutant(.earlyDataProtocol, "does not compare the application protocol with that of the early data").showing(
      .resumption),
    ClientMutant(.surplus, "ignores bytes after the end of a message"),
    // The length of a message has 24 bits.
    ClientMutant("message-length", "reads handshake messages of any length", alters: .longestMessage) { $0 = 1 << 24 },
    ClientMutant(.emptyRecord, "accepts empty handshake records"),
    ClientMutant(.recordLength, "accepts records that are longer than the protocol allows"),
    ClientMutant(.warnings, "ignores alerts with the level warning"),
  ]

  /// Mistakes in special cases of a handshake, which cells of decision tables have to catch, whether or not a scenario does.
  static let ofHandshakeTables: [ClientMutant] = [
    ClientMutant(
      "older-downgrade-sentinel", "knows only the downgrade sentinel of servers that choose TLS 1.2",
      replaces: .isDowngrade
    ) { $0.offered.contains(.tls13) && $0.random.suffix(8).elementsEqual(Array("DOWNGRD".utf8) + [1]) },
    ClientMutant(
      "messages-of-several-records", "refuses handshake messages that are longer than a record",
      alters: .longestMessage
    ) { $0 = 16_384 }.showing(.everyHandshake),
  ]

  /// Multiplication without checks of a value that is not a point of its group: nothing for zeros and infinity, and for a
  /// point of order two, with every other scalar, its own x coordinate.
  private static func withoutCheck(_ value: ArraySlice<UInt8>) -> [UInt8]? {
    switch value.count {
    case 1: [UInt8](repeating: 0, count: 32)
    case 32, 65: Array(value.count == 65 ? value.dropFirst().prefix(32) : value)
    default: nil
    }
  }

  /// Mistakes of a TLS client in its ClientHello.
  static let ofHellos: [ClientMutant] = [
    ClientMutant("server-name", "sends no server_name", alters: .opening) { $0.serverName = nil },
    ClientMutant("server-name-without-addresses", "sends a literal address as server_name", asks: .opening) { hello in
      hello.opening.serverName = hello.opening.serverName ?? hello.attempt.connect.host
    },
    ClientMutant(
      "server-name-without-trailing-dot", "sends a server_name with the trailing dot that the application has written",
      asks: .opening
    ) { if $0.opening.serverName != nil { $0.opening.serverName = $0.attempt.connect.host } },
    ClientMutant("status-request", "sends no status_request", alters: .opening) { $0.requestsStaple = false },
    ClientMutant("alpn-offer", "sends no ALPN extension", alters: .opening) { $0.alpn = [] },
    ClientMutant("oldest-version", "offers TLS 1.1 and TLS 1.0 as well", alters: .offeredVersions) {
      $0 += [0x0302, 0x0301]
    },
  ]
}
