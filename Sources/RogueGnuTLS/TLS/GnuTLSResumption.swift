internal import CGnuTLS
internal import Synchronization

/// The state for resuming a session on another connection: the ticket key and the session ids.
///
/// Contexts that present different certificates may share one.
public final class GnuTLSResumption: Sendable {
  /// A conversation has a handful of connections; clients without tickets fall back to full handshakes above it.
  private static let capacity = 256
  /// In seconds; a run does not last as long.
  static let lifetime: CInt = 7200

  private let ticketKey: [UInt8]
  private let sessions = Mutex<[[UInt8]: [UInt8]]>([:])

  public init() throws(GnuTLSFailure) {
    var datum = unsafe gnutls_datum_t()
    try GnuTLSFailure.check("make a ticket key") { unsafe gnutls_session_ticket_key_generate(&datum) }
    ticketKey = unsafe takeDatum(datum)
  }

  /// The session does not keep this object: its connection does.
  func enable(on session: gnutls_session_t, givesTickets: Bool) throws(GnuTLSFailure) {
    if givesTickets {
      try GnuTLSFailure.check("enable tickets") {
        unsafe withDatum(ticketKey) { unsafe gnutls_session_ticket_enable_server(session, $0) }
      }
    }
    unsafe gnutls_db_set_cache_expiration(session, Self.lifetime)
    unsafe gnutls_db_set_ptr(session, Unmanaged.passUnretained(self).toOpaque())
    unsafe gnutls_db_set_store_function(session) { owner, key, data in
      guard let owner = unsafe GnuTLSResumption.from(owner) else { return -1 }
      owner.remember(unsafe copyDatum(key), unsafe copyDatum(data))
      return 0
    }
    unsafe gnutls_db_set_retrieve_function(session) { owner, key in
      guard let owner = unsafe GnuTLSResumption.from(owner), let found = unsafe owner.session(copyDatum(key)),
        // GnuTLS frees what it gets.
        let memory = unsafe rogues_gnutls_malloc(found.count)
      else { return unsafe gnutls_datum_t() }
      unsafe memory.copyMemory(from: found, byteCount: found.count)
      return unsafe gnutls_datum_t(
        data: memory.assumingMemoryBound(to: UInt8.self), size: CUnsignedInt(found.count))
    }
    unsafe gnutls_db_set_remove_function(session) { owner, key in
      unsafe GnuTLSResumption.from(owner)?.forget(copyDatum(key))
      return 0
    }
  }

  private static func from(_ pointer: UnsafeMutableRawPointer?) -> GnuTLSResumption? {
    unsafe pointer.map { unsafe Unmanaged<GnuTLSResumption>.fromOpaque($0).takeUnretainedValue() }
  }

  private func remember(_ id: [UInt8], _ session: [UInt8]) {
    sessions.withLock { sessions in
      if sessions.count < Self.capacity { sessions[id] = session }
    }
  }

  private func session(_ id: [UInt8]) -> [UInt8]? { sessions.withLock { $0[id] } }
  private func forget(_ id: [UInt8]) { sessions.withLock { $0[id] = nil } }
}
