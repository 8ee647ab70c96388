package import RogueModel
package import RogueOpenSSL

/// A client's offer, and the rules by which it reads the server's messages.
package struct ClientSettings: Sendable {
  /// Sent as SNI; nil sends none.
  package var host: String?
  /// In the order of preference; empty offers none.
  package var applicationProtocols: [String] = []
  package var versions: ClosedRange<TLSVersion> = .tls12 ... .tls13
  package var requestsStaple = false
  /// Asks for certificate timestamps in the handshake (RFC 6962, section 3.3.1).
  package var requestsSCTs = false
  /// Presented to servers that request a certificate; if nil, the client sends an empty list.
  package var identity: TLSIdentity?
  /// Further identities: then the client presents the first that the server admits, and none if it admits none.
  package var otherIdentities: [TLSIdentity] = []
  /// Offers resumption, so that the server issues sessions.
  package var takesUpSessions = false
  /// Offered to the server.
  package var session: ClientSession?
  /// How long ago the server gave it, in milliseconds.
  package var sessionAge = 0
  /// Sent with the ClientHello if the session allows it; nil: nothing.
  package var earlyData: [UInt8]?
  package var rules = Rulebook()

  package init() {}

  /// Cipher suites of the versions, preferred ones first (RFC 8446, section B.4; RFC 5246, appendix A.5; RFC 5288;
  /// RFC 5289; RFC 7905).
  var suites: [UInt16] {
    var suites: [UInt16] = []
    if versions.contains(.tls13) { suites += Self.suites(of: .tls13) }
    if versions.contains(.tls12) { suites += Self.suites(of: .tls12) }
    return suites
  }

  static func suites(of version: TLSVersion) -> [UInt16] {
    switch version {
    case .tls13: [0x1301, 0x1302, 0x1303]
    case .tls12:
      // Those whose keys last, those in CBC mode, and those that every key of the server's opens later: what clients
      // commonly offer.
      [0xC02B, 0xC02F, 0xC02C, 0xC030, 0xCCA9, 0xCCA8, 0x009E, 0x009F]
        + [0xC009, 0xC013, 0xC00A, 0xC014] + [0x009C, 0x009D, 0x002F, 0x0035]
    }
  }
}

/// The ClientHello of a connection, which a HelloRetryRequest has it send twice (RFC 8446, section 4.1.2).
struct ClientOffer {
  let settings: ClientSettings
  let random: [UInt8]
  /// Not empty if the client offers TLS 1.3 (for middleboxes; appendix D.4) or a session of TLS 1.2: then it is the
  /// session's own ID, or one whose echo shows that the server accepts the ticket (RFC 5077, section 3.4).
  let sessionID: [UInt8]
  private(set) var shares: [(group: NamedGroup, key: KeyAgreement)] = []
  /// Of a HelloRetryRequest.
  var cookie: [UInt8]?
  /// Taken up if the server will.
  var session: ClientSession?
  /// The client's verify_data of the handshake before; empty: this is the first one.
  var binding: [UInt8] = []
  /// No HelloRetryRequest has come.
  var isFirst = true

  init(_ settings: ClientSettings) throws(ClientFault) {
    self.settings = settings
    random = try orUnable { () throws(OpenSSLFailure) in try RandomBytes.generate(32) }
    let offers13 = settings.versions.contains(.tls13)
    session = settings.session
    let session12 = session.flatMap { $0.version == .tls12 && settings.versions.contains(.tls12) ? $0 : nil }
    if let session12, !session12.isTicket {
      sessionID = session12.name
    } else {
      sessionID =
        offers13 || session12 != nil ? try orUnable { () throws(OpenSSLFailure) in try RandomBytes.generate(32) } : []
    }
    // One share only: a server can request one of the other groups.
    if offers13 { try share(NamedGroup.known[0]) }
  }

  /// From now on the hello holds a share of this group, and of no other.
  mutating func share(_ group: NamedGroup) throws(ClientFault) {
    let key = try orUnable { () throws(OpenSSLFailure) in try KeyAgreement(group.agreement) }
    shares = [(group, key)]
  }

  var extensions: Set<HelloExtension> {
    var types: Set<HelloExtension> = [.supportedGroups, .signatureAlgorithms]
    if settings.host != nil { types.insert(.serverName) }
    if settings.requestsStaple { types.insert(.statusRequest) }
    if settings.requestsSCTs { types.insert(.signedCertificateTimestamp) }
    if !settings.applicationProtocols.isEmpty { types.insert(.applicationProtocols) }
    if settings.versions.contains(.tls12) {
      types.formUnion([.pointFormats, .extendedMasterSecret, .renegotiationInfo])
    }
    if settings.versions.contains(.tls13) {
      types.formUnion([.supportedVersions, .keyShare, .compressCertificate])
    }
    if cookie != nil { types.insert(.cookie) }
    if settings.takesUpSessions {
      if settings.versions.contains(.tls12) { types.insert(.sessionTicket) }
      if settings.versions.contains(.tls13) { types.insert(.preSharedKeyModes) }
    }
    if session13 != nil { types.insert(.preSharedKey) }
    if offersEarlyData { types.insert(.earlyData) }
    return types
  }

  /// The message with its header.
  ///
  /// - Parameter earlier: the earlier messages, for the transcript.
  func message(after earlier: [UInt8]) -> [UInt8] {
    let message = ByteWriter.message(.clientHello, reserving: 512) { body in
      body.uint16(TLSVersion.tls12.wireValue)
      body.append(random)
      body.vector8 { $0.append(sessionID) }
      body.vector16 { list in for suite in settings.suites { list.uint16(suite) } }
      // null
      body.vector8 { $0.uint8(0) }
      body.vector16 { list in
        // The pre_shared_key extension is last (RFC 8446, section 4.2.11).
        for type in extensions.subtracting([.preSharedKey]).sorted(by: { $0.rawValue < $1.rawValue }) {
          list.helloExtension(type) { write(type, &$0) }
        }
        if session13 != nil { list.helloExtension(.preSharedKey) { writePreSharedKey(&$0) } }
      }
    }
    return bound(message, after: earlier)
  }

  private func write(_ type: HelloExtension, _ content: inout ByteWriter) {
    switch type {
    case .serverName:
      // host_name (RFC 6066, section 3)
      content.vector16 { names in
        names.uint8(0)
        names.vector16 { $0.append((settings.host ?? "").utf8) }
      }
    case .statusRequest:
      // ocsp, of no responder and without extensions (RFC 6066, section 8)
      content.append([1, 0, 0, 0, 0])
    case .supportedGroups: content.vector16 { list in for group in NamedGroup.known { list.uint16(group.number) } }
    case .signatureAlgorithms:
      content.vector16 { list in for scheme in SignatureScheme.known { list.uint16(scheme.rawValue) } }
    case .pointFormats: content.vector8 { $0.uint8(0) }
    case .applicationProtocols:
      content.vector16 { list in
        for name in settings.applicationProtocols { list.vector8 { $0.append(name.utf8) } }
      }
    case .renegotiationInfo: content.vector8 { $0.append(binding) }
    case .supportedVersions:
      content.vector8 { list in
        for version in settings.rules(.offeredVersions, settings.versions) { list.uint16(version) }
      }
    case .keyShare:
      content.vector16 { list in
        for share in shares {
          list.uint16(share.group.number)
          list.vector16 { $0.append(share.key.publicValue) }
        }
      }
    case .compressCertificate: content.vector8 { $0.uint16(CompressedCertificate.Algorithm.zlib) }
    case .cookie: content.append(cookie ?? [])
    case .sessionTicket: content.append(session12.flatMap { $0.isTicket ? $0.name : nil } ?? [])
    // psk_dhe_ke (RFC 8446, section 4.2.9)
    case .preSharedKeyModes: content.vector8 { $0.uint8(1) }
    default: break
    }
  }
}
