internal import RogueModel
internal import RoguePlatform
internal import Synchronization

/// The start of a session, on which a resumed handshake rests without repeating it.
struct KnownSession: Sendable {
  /// The client's certificates, if it presented any.
  var clientCertificates: [[UInt8]]?
  var clientCertificateMessage: [UInt8]?
  /// Agreed on by ALPN.
  var protocolName: String?
  /// In seconds, as the ticket says; nil where the session is kept by id.
  var lifetime: UInt32?
  var givenAt: MonotonicInstant

  /// Whether it was over at that moment (RFC 8446, section 4.2.11.1); in TLS 1.2 a lifetime of zero says nothing
  /// (RFC 5077, section 3.3).
  func isOver(at moment: MonotonicInstant, _ version: TLSVersion) -> Bool {
    guard let lifetime, lifetime > 0 || version == .tls13 else { return false }
    return moment > givenAt.advanced(milliseconds: Int(lifetime) * 1000)
  }
}

/// The sessions of a conversation, by the names under which they are taken up.
///
/// Read from the bytes, so it does not depend on the engine what is known here.
final class KnownSessions: Sendable {
  /// A conversation has a handful of connections.
  private static let capacity = 1024

  private let sessions = Mutex<[[UInt8]: KnownSession]>([:])

  func session(_ name: [UInt8]) -> KnownSession? { sessions.withLock { $0[name] } }

  /// Records whose session a connection resumed, and which sessions it started.
  ///
  /// To be called for the connections in order. If the client left before it proved that it has the session's secret,
  /// the server does not know the client.
  ///
  /// - Parameter began: the moment from which the connection's times are counted.
  func note(_ trace: SessionTrace, in evidence: inout ConnectionEvidence, since began: MonotonicInstant) {
    sessions.withLock { sessions in
      let isProven = evidence.clientFinishedAt != nil || evidence.earlyBytes > 0
      if evidence.resumed, isProven, evidence.clientCertificates == nil,
        let session = trace.takenUp.flatMap({ sessions[$0.name] })
      {
        evidence.clientCertificates = session.clientCertificates
        evidence.clientCertificateMessage = session.clientCertificateMessage
      }
      for name in trace.given where sessions.count < Self.capacity {
        let shown = evidence.clientCertificates ?? []
        sessions[name.name] = KnownSession(
          clientCertificates: shown.isEmpty ? nil : shown,
          clientCertificateMessage: shown.isEmpty ? nil : evidence.clientCertificateMessage,
          protocolName: trace.protocolName, lifetime: name.lifetime, givenAt: began.advanced(microseconds: name.at))
      }
    }
  }
}
