internal import COpenSSL
internal import Synchronization

/// The state for resuming a session in another server context: the ticket keys and the session ids.
///
/// Contexts that share one of these resume each other's sessions, even though they present different certificates.
public final class TLSResumption: Sendable {
  /// The length that libssl wants, in bytes: a name and two keys.
  static let keysLength = 80

  let ticketKeys: [UInt8]
  private let sessions = Mutex<[[UInt8]: [UInt8]]>([:])
  /// A conversation has a handful of connections; clients without tickets fall back to full handshakes above it.
  private static let capacity = 256

  public init() throws(OpenSSLFailure) {
    ticketKeys = try RandomBytes.generate(Self.keysLength)
  }

  func remember(_ id: [UInt8], _ session: [UInt8]) {
    sessions.withLock { sessions in
      if sessions.count < Self.capacity { sessions[id] = session }
    }
  }

  func session(_ id: [UInt8]) -> [UInt8]? { sessions.withLock { $0[id] } }
}

/// A session as a client keeps it between connections.
///
/// Sendable although it holds a pointer: libssl counts its references atomically, and this code does not write to it.
@safe public final class TLSSession: @unchecked Sendable {
  let pointer: UnsafeMutablePointer<SSL_SESSION>

  /// Takes ownership.
  init(owning pointer: UnsafeMutablePointer<SSL_SESSION>) { unsafe self.pointer = unsafe pointer }

  deinit { unsafe SSL_SESSION_free(pointer) }

  /// Whether the server allows it to be used again: false for a session that ended without a ticket or id.
  public var isResumable: Bool { unsafe SSL_SESSION_is_resumable(pointer) == 1 }

  /// Whether it allows data before the handshake is over (RFC 8446, section 2.3).
  public var allowsEarlyData: Bool { unsafe SSL_SESSION_get_max_early_data(pointer) > 0 }

  /// The lifetime that the server announced, in seconds (RFC 8446, section 4.6.1; RFC 5077, section 3.3); also 0 if it
  /// announced none.
  public var lifetime: Int { Int(clamping: unsafe SSL_SESSION_get_ticket_lifetime_hint(pointer)) }

  /// Whether its ticket is one of TLS 1.3.
  public var isTLS13: Bool { unsafe SSL_SESSION_get_protocol_version(pointer) == TLS1_3_VERSION }

  /// The same session as if it had just started; nil if there is no memory for it.
  public func renewed(secondsSince1970 now: Int64) -> TLSSession? {
    guard let copy = unsafe SSL_SESSION_dup(pointer) else { return nil }
    _ = unsafe SSL_SESSION_set_time(copy, Int(now))
    return unsafe TLSSession(owning: copy)
  }

  /// DER, as OpenSSL writes sessions to files.
  static func encode(_ session: UnsafeMutablePointer<SSL_SESSION>) -> [UInt8] {
    let length = unsafe i2d_SSL_SESSION(session, nil)
    guard length > 0 else { return [] }
    return unsafe [UInt8](unsafeUninitializedCapacity: Int(length)) { buffer, count in
      var start = buffer.baseAddress
      count = Int(unsafe i2d_SSL_SESSION(session, &start))
    }
  }

  /// Nil if the bytes are no session.
  static func decode(_ encoded: [UInt8]) -> UnsafeMutablePointer<SSL_SESSION>? {
    unsafe encoded.withUnsafeBufferPointer { buffer in
      var start = buffer.baseAddress
      return unsafe d2i_SSL_SESSION(nil, &start, buffer.count)
    }
  }
}
