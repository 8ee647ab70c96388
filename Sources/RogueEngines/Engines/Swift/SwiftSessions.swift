internal import RogueModel
internal import RogueOpenSSL
internal import RogueStimuli
internal import Synchronization

/// The sessions that a conversation's clients may resume, in any attempt and whatever that attempt presents.
///
/// A ticket is only the name of an entry here, so it needs no keys and cannot be forged.
final class SwiftSessions: Sendable {
  struct Session: Sendable {
    var version: TLSVersion
    var cipherSuite: UInt16
    /// The PSK of TLS 1.3, or the master secret of TLS 1.2.
    var secret: [UInt8]
    var hasExtendedMasterSecret = false
    /// A request may come in early data; what it may be about is what was agreed on when the session began.
    var allowsEarlyData = false
    var protocolName: String?
    /// The server's demands on the client's certificate when it accepted the client; under other demands the client
    /// must present it again.
    var clientAuthentication: ClientAuthentication.Served
  }

  /// In seconds; a run does not last as long.
  static let lifetime: UInt32 = 7200
  /// How much early data a session allows, in bytes (RFC 8446, section 4.2.10).
  static let mostEarlyData: UInt32 = 16_384
  /// A conversation has a handful of connections; beyond this, clients fall back to full handshakes.
  private static let capacity = 1024

  private let sessions = Mutex<[[UInt8]: Session]>([:])

  /// Keeps a session; gives the name with which it is taken up, 32 bytes.
  func remember(_ session: Session) throws(TLSAbort) -> [UInt8] {
    let name = try orAbort { () throws(OpenSSLFailure) in try RandomBytes.generate(32) }
    remember(session, as: name)
    return name
  }

  func remember(_ session: Session, as name: [UInt8]) {
    sessions.withLock { sessions in
      if sessions.count < Self.capacity { sessions[name] = session }
    }
  }

  func session(_ name: [UInt8]) -> Session? {
    name.count == 32 ? sessions.withLock { $0[name] } : nil
  }
}
