internal import COpenSSL

/// The C callbacks of a context; each finds the Swift side of its connection and leaves a note there.
enum TLSCallbacks {
  static func install(on context: TLSContext) {
    let pointer = unsafe context.pointer
    unsafe SSL_CTX_set_msg_callback(pointer) { isSent, _, type, bytes, count, ssl, _ in
      guard type == SSL3_RT_ALERT || type == SSL3_RT_HANDSHAKE, let handle = unsafe TLSHandle.owner(of: ssl) else {
        return
      }
      unsafe TLSCallbacks.message(
        handle, isSent: isSent != 0, isAlert: type == SSL3_RT_ALERT, UnsafeRawBufferPointer(start: bytes, count: count))
    }
    unsafe SSL_CTX_set_cert_verify_callback(
      pointer,
      { store, _ in
        guard let store = unsafe store else { return 0 }
        return unsafe TLSCallbacks.verify(store)
      }, nil)
    unsafe rogues_ssl_ctx_set_status_callback(pointer) { ssl, _ in
      guard let handle = unsafe TLSHandle.owner(of: ssl) else { return SSL_TLSEXT_ERR_ALERT_FATAL }
      return handle.context.isServer ? TLSCallbacks.giveStaple(handle) : TLSCallbacks.judgeWithStaple(handle)
    }
    unsafe SSL_CTX_sess_set_new_cb(pointer) { ssl, session in
      guard let handle = unsafe TLSHandle.owner(of: ssl), let session = unsafe session else { return 0 }
      return unsafe TLSCallbacks.remember(session, handle)
    }
    if context.isServer { installOnServer(context) }
  }

  private static func installOnServer(_ context: TLSContext) {
    let pointer = unsafe context.pointer
    // Servers alone are tapped, and a line of the log costs libssl more than the secret in it did.
    unsafe SSL_CTX_set_keylog_callback(pointer) { ssl, line in
      guard let handle = unsafe TLSHandle.owner(of: ssl), let line = unsafe line else { return }
      let bytes = unsafe UnsafeRawBufferPointer(start: line, count: strlen(line))
      if let secret = unsafe TLSSecret(line: bytes) { handle.secrets.append(secret) }
    }
    unsafe SSL_CTX_set_alpn_select_cb(
      pointer,
      { ssl, chosen, chosenLength, offered, count, _ in
        guard let handle = unsafe TLSHandle.owner(of: ssl) else { return SSL_TLSEXT_ERR_NOACK }
        let offer = unsafe UnsafeBufferPointer(start: offered, count: Int(count))
        guard let range = unsafe TLSCallbacks.choose(from: offer, handle.context.alpn) else {
          return SSL_TLSEXT_ERR_NOACK
        }
        // libssl copies the name before the offer is gone.
        unsafe chosen?.pointee = offered.map { unsafe $0 + range.lowerBound }
        unsafe chosenLength?.pointee = UInt8(range.count)
        return SSL_TLSEXT_ERR_OK
      }, nil)
    unsafe SSL_CTX_sess_set_get_cb(pointer) { ssl, id, count, mustCopy in
      // The new session belongs to libssl alone.
      unsafe mustCopy?.pointee = 0
      guard let resumption = unsafe TLSHandle.owner(of: ssl)?.context.resumption else { return nil }
      let key = unsafe Array(UnsafeBufferPointer(start: id, count: Int(count)))
      guard let encoded = resumption.session(key) else { return nil }
      return unsafe TLSSession.decode(encoded)
    }
  }

  // MARK: Records and alerts

  private static func message(_ handle: TLSHandle, isSent: Bool, isAlert: Bool, _ bytes: UnsafeRawBufferPointer) {
    if isAlert, bytes.count == 2 {
      let code = TLSAlertCode(rawValue: unsafe bytes[1])
      handle.alerts.append(TLSAlert(direction: isSent ? .sent : .received, isFatal: unsafe bytes[0] == 2, code: code))
      return
    }
    guard !isAlert else { return }
    let type = unsafe bytes.first.map(CInt.init)
    if !isSent, bytes.count >= 4, type == SSL3_MT_CERTIFICATE { handle.peerCertificateMessage = unsafe Array(bytes) }
    guard !handle.context.isServer, let type, AnsweredExtensions.messages.contains(type) else { return }
    if isSent {
      unsafe handle.extensions.note(sent: Array(bytes))
    } else {
      unsafe handle.extensions.note(received: Array(bytes))
    }
  }

  // MARK: Certificates of the peer

  private static func verify(_ store: UnsafeMutablePointer<X509_STORE_CTX>) -> CInt {
    guard
      let ssl = unsafe X509_STORE_CTX_get_ex_data(store, SSL_get_ex_data_X509_STORE_CTX_idx()),
      let handle = unsafe TLSHandle.owner(of: UnsafePointer(ssl.assumingMemoryBound(to: SSL.self))),
      let message = handle.peerCertificateMessage
    else { return unsafe refuse(store, .certificateUnknown) }
    // The first moment at which libssl allows a refusal; unsupported_extension is none of its alerts here.
    guard !handle.extensions.hasUnsolicited else { return unsafe refuse(store, .handshakeFailure) }
    let isTLS13 = unsafe SSL_version(handle.pointer) == TLS1_3_VERSION
    guard let list = CertificateMessage(message, isTLS13: isTLS13) else {
      return unsafe refuse(store, .badCertificate)
    }
    var flight = TLSPeerFlight(
      message: message, certificates: list.entries, staple: nil, sctList: handle.sctList, path: nil)
    if handle.context.verifiesPath { flight.path = unsafe buildPath(store) }
    if handle.requestsStaple, !isTLS13 {
      handle.flightAwaitingStaple = flight
      return unsafe accept(store)
    }
    if handle.requestsStaple {
      flight.staple = handle.staple
      flight.issuerStaples = list.staples.filter { $0.key > 0 }
    }
    switch judge(flight, handle) {
    case .accept: return unsafe accept(store)
    case .refuse(let alert): return unsafe refuse(store, alert)
    case .refuseAsVerified:
      guard case .untrusted = flight.path else { return unsafe refuse(store, .certificateUnknown) }
      return 0
    }
  }

  /// Without a judge the path decides; without both nothing is accepted.
  private static func judge(_ flight: TLSPeerFlight, _ handle: TLSHandle) -> PeerVerdict {
    let judgement = handle.judge.map { $0(flight) } ?? (flight.path == .trusted ? .accept : .refuseAsVerified)
    handle.judgement = judgement
    return judgement
  }

  private static func buildPath(_ store: UnsafeMutablePointer<X509_STORE_CTX>) -> TLSPathVerdict {
    let result = unsafe X509_verify_cert(store)
    let code = unsafe X509_STORE_CTX_get_error(store)
    OpenSSLFailure.clearQueue()
    if result == 1, code == X509_V_OK { return .trusted }
    let words = unsafe String(cString: X509_verify_cert_error_string(Int(code)))
    return .untrusted(code: Int(code), words: words, depth: Int(unsafe X509_STORE_CTX_get_error_depth(store)))
  }

  private static func accept(_ store: UnsafeMutablePointer<X509_STORE_CTX>) -> CInt {
    unsafe X509_STORE_CTX_set_error(store, X509_V_OK)
    return 1
  }

  private static func refuse(_ store: UnsafeMutablePointer<X509_STORE_CTX>, _ alert: TLSAlertCode) -> CInt {
    unsafe X509_STORE_CTX_set_error(store, alert.verificationError)
    return 0
  }

  private static func judgeWithStaple(_ handle: TLSHandle) -> CInt {
    // Resumed handshakes and TLS 1.3 have nothing waiting: the former present nothing, the latter was judged.
    guard var flight = handle.flightAwaitingStaple else { return 1 }
    handle.flightAwaitingStaple = nil
    flight.staple = handle.staple
    return judge(flight, handle) == .accept ? 1 : 0
  }

  // MARK: What a server gives

  private static func giveStaple(_ handle: TLSHandle) -> CInt {
    guard let staple = handle.context.staple, let copy = unsafe rogues_openssl_malloc(max(1, staple.count)) else {
      return SSL_TLSEXT_ERR_NOACK
    }
    unsafe copy.copyMemory(from: staple, byteCount: staple.count)
    unsafe rogues_ssl_give_staple(
      handle.pointer, copy.assumingMemoryBound(to: UInt8.self), staple.count)
    return SSL_TLSEXT_ERR_OK
  }

  /// The position in the client's offer of the first protocol that both sides support.
  private static func choose(from offer: UnsafeBufferPointer<UInt8>, _ known: [[UInt8]]) -> Range<Int>? {
    var offered: [Range<Int>] = []
    var position = 0
    while position < offer.count {
      let end = unsafe position + 1 + Int(offer[position])
      guard end <= offer.count else { return nil }
      offered.append(position + 1..<end)
      position = end
    }
    for name in known {
      if let match = offered.first(where: { unsafe offer[$0].elementsEqual(name) }) { return match }
    }
    return nil
  }

  private static func remember(_ session: UnsafeMutablePointer<SSL_SESSION>, _ handle: TLSHandle) -> CInt {
    if handle.context.isServer {
      guard let resumption = handle.context.resumption, unsafe SSL_version(handle.pointer) < TLS1_3_VERSION else {
        return 0
      }
      var count: UInt32 = 0
      guard let start = unsafe SSL_SESSION_get_id(session, &count), count > 0 else { return 0 }
      let id = unsafe Array(UnsafeBufferPointer(start: start, count: Int(count)))
      resumption.remember(id, unsafe TLSSession.encode(session))
      return 0
    }
    // 1: the reference is ours now.
    handle.session = unsafe TLSSession(owning: session)
    return 1
  }
}

extension TLSAlertCode {
  /// A verification error for which libssl sends this alert.
  fileprivate var verificationError: CInt {
    switch self {
    case .unsupportedCertificate: X509_V_ERR_INVALID_PURPOSE
    case .certificateRevoked: X509_V_ERR_CERT_REVOKED
    case .certificateExpired: X509_V_ERR_CERT_HAS_EXPIRED
    case .unknownCA: X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY
    case .badCertificate: X509_V_ERR_CERT_REJECTED
    case .handshakeFailure: X509_V_ERR_APPLICATION_VERIFICATION
    // libssl sends certificate_unknown for errors that it has never heard of.
    default: 10_000
    }
  }
}
