internal import RogueModel
internal import RogueOpenSSL

// The client's offer, and the server's choice (RFC 8446, section 4.1; RFC 5246, section 7.4.1).
extension TLSClient {
  func sendHello() throws(ClientFault) {
    let message = offer.message(after: transcript.messages)
    openHello = message
    transcript.add(message)
    try wire.send(.handshake, message)
    try sendEarlyData(after: message)
  }

  func takeHello(_ message: HandshakeMessage) throws(ClientFault) {
    guard let hello = ServerHello(body: message.body) else {
      throw .refusing(.decodeError, "a ServerHello that does not parse")
    }
    try rules.demand(.surplus, hello.isWhole, .decodeError, "a ServerHello with bytes after its end")
    let version = try version(of: hello)
    if binding != nil, version != .tls12 {
      throw .refusing(.illegalParameter, "a renegotiation of another version", reason: .version)
    }
    try rules.demand(
      .compression, hello.compressionMethod == 0, .illegalParameter,
      "the server chose compression method \(hello.compressionMethod)")
    if hello.isRetryRequest, version == .tls13 { return try takeRetry(hello, message) }
    let suite = try suite(of: hello, version)
    wire.version = version
    wire.legacyVersion = suite.legacyVersion
    switch version {
    case .tls13: try take13(hello, message, suite)
    case .tls12: try take12(hello, message, suite)
    }
  }

  private func version(of hello: ServerHello) throws(ClientFault) -> TLSVersion {
    let chosen = TLSVersion.allCases.first { $0.wireValue == hello.version && settings.versions.contains($0) }
    // The extension is for TLS 1.3 and later; a server of an older version must not send it (section 4.2.1).
    let isNew = hello.number(.supportedVersions) != nil
    let isOffered = chosen.map { ($0 == .tls13) == isNew } ?? false
    try rules.demand(
      .version, isOffered, .illegalParameter,
      "the server chose version 0x\(String(hello.version, radix: 16)), which was not offered", reason: .version)
    if isNew, hello.legacyVersion != TLSVersion.tls12.wireValue {
      throw .refusing(.illegalParameter, "a ServerHello of TLS 1.3 with another legacy version than TLS 1.2")
    }
    return isNew ? .tls13 : .tls12
  }

  private func suite(of hello: ServerHello, _ version: TLSVersion) throws(ClientFault) -> CipherSuite {
    let offered = ClientSettings.suites(of: version)
    let isOffered = offered.contains(hello.cipherSuite)
    try rules.demand(
      .suite, isOffered, .illegalParameter,
      "the server chose cipher suite 0x\(String(hello.cipherSuite, radix: 16)), which was not offered")
    // A client that does not compare with its offer continues; after an unknown suite, with its first choice.
    let known = [hello.cipherSuite, offered[0]].lazy.compactMap { number in
      version == .tls13
        ? CipherSuite(tls13: number)
        : CipherSuite(tls12: number, legacyVersion: LegacyVersion(rawValue: hello.legacyVersion) ?? .tls12)
    }
    guard let suite = known.first else { throw .unable("a cipher suite that was offered and is not known") }
    return suite
  }

  /// Checks the extensions of a message: no duplicates, and no unsolicited ones.
  func check(_ fields: [ExtensionField], allowed: Set<HelloExtension>, in message: String) throws(ClientFault) {
    try rules.demand(
      .extensionOnce, Set(fields.map(\.type)).count == fields.count, .illegalParameter,
      "an extension that comes twice in \(message)")
    try rules.demand(
      .serverNameAnswer, fields.allSatisfy { $0.type != .serverName || $0.content.isEmpty }, .decodeError,
      "the answer to the server name in \(message) is not empty")
    let asked = offer.extensions.intersection(allowed)
    for field in fields where field.type != .applicationProtocols || !allowed.contains(.applicationProtocols) {
      if field.type == .serverCertificateType, field.content.elementsEqual([2]) {
        try rules.demand(
          .certificateType, false, .unsupportedExtension, "the server sends a raw public key, which was not requested")
        showsBareKey = true
        continue
      }
      try rules.demand(
        .extensions, asked.contains(field.type), .unsupportedExtension,
        "extension \(field.type.rawValue) in \(message), which was not requested there")
    }
  }

  /// The server's protocol must be one of those that the client offered (RFC 7301, section 3.2).
  func checkProtocol(_ fields: [ExtensionField]) throws(ClientFault) {
    guard let field = fields.first(where: { $0.type == .applicationProtocols }) else { return }
    var cursor = ByteCursor(field.content)
    var names = ByteCursor(cursor.vector16() ?? [])
    guard let name = names.vector8(), !name.isEmpty, names.isAtEnd, cursor.isAtEnd else {
      return try rules.demand(
        .protocolAnswer, false, .decodeError, "a choice of application protocol that is not a single name")
    }
    let isOffered = settings.applicationProtocols.contains { name.elementsEqual($0.utf8) }
    try rules.demand(
      .applicationProtocol, isOffered, .illegalParameter,
      "the server chose an application protocol that was not offered")
    applicationProtocol = String(decoding: name, as: UTF8.self)
  }

  func checkSentinel(_ hello: ServerHello) throws(ClientFault) {
    let choice = ServerChoice(offered: offer.settings.versions, random: Array(hello.random))
    guard rules(.isDowngrade, choice) else { return }
    throw .refusing(.illegalParameter, "the server's random says that it can TLS 1.3, and it chose TLS 1.2")
  }

  // MARK: HelloRetryRequest (RFC 8446, section 4.1.4)

  private func takeRetry(_ request: ServerHello, _ message: HandshakeMessage) throws(ClientFault) {
    try rules.demand(.retryOnce, retry == nil, .unexpectedMessage, "a second HelloRetryRequest")
    try checkSessionID(request)
    let suite = try suite(of: request, .tls13)
    // The server may send a cookie unrequested.
    try check(
      request.extensions.filter { $0.type != .cookie }, allowed: [.supportedVersions, .keyShare],
      in: "a HelloRetryRequest")
    let cookie = request.content(.cookie)
    let number = request.number(.keyShare)
    let isNew = number.map { number in !offer.shares.contains { $0.group.number == number } } ?? (cookie != nil)
    try rules.demand(.retryNeed, isNew, .illegalParameter, "a HelloRetryRequest that requests nothing new")
    if let number, isNew {
      guard let group = NamedGroup.known.first(where: { $0.number == number }) else {
        throw .refusing(.illegalParameter, "a HelloRetryRequest for group \(number), which was not offered")
      }
      try offer.share(group)
    }
    offer.cookie = cookie.map(Array.init)
    offer.isFirst = false
    // A session is valid for cipher suites of its digest only (section 4.1.4).
    if offer.session13?.schedule.suite.digest != suite.digest { offer.session = nil }
    wire.unprotect()
    // A client that follows a second request has forgotten the first.
    transcript.fold(openHello, suite.digest)
    if retry == nil, !hasSentChange {
      // For boxes in the middle that know only TLS 1.2 (appendix D.4).
      wire.sendChangeCipherSpec()
    }
    transcript.add(message.whole)
    retry = request
    wire.version = .tls13
    try sendHello()
  }

  /// TLS 1.3 repeats the client's.
  func checkSessionID(_ hello: ServerHello) throws(ClientFault) {
    try rules.demand(
      .sessionID, hello.sessionID.elementsEqual(offer.sessionID), .illegalParameter,
      "the server does not repeat the session id")
  }
}
