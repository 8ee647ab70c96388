internal import RogueModel
internal import Synchronization

/// Who began the sessions of a conversation, by the names under which they are taken up: a resumed handshake shows no
/// client certificate, and stands for the client of the first all the same.
///
/// Read from the bytes, so it does not depend on the engine what is known here.
final class SessionOwners: Sendable {
  private struct Owner {
    var certificates: [[UInt8]]
    var message: [UInt8]?
  }

  /// A conversation has a handful of connections.
  private static let capacity = 1024

  private let owners = Mutex<[[UInt8]: Owner]>([:])

  /// Says of a connection that took a session up whose it was, and notes whose the sessions are that it gave.
  ///
  /// To be called for the connections in their order. Where the client left before it had proven that it has the
  /// session, nobody was heard.
  func attribute(_ evidence: inout ConnectionEvidence, _ trace: SessionTrace) {
    owners.withLock { owners in
      let isProven = evidence.clientFinishedAt != nil || evidence.earlyBytes > 0
      if evidence.resumed, isProven, evidence.clientCertificates == nil,
        let owner = trace.takenUp.flatMap({ owners[$0] })
      {
        evidence.clientCertificates = owner.certificates
        evidence.clientCertificateMessage = owner.message
      }
      guard let certificates = evidence.clientCertificates, !certificates.isEmpty else { return }
      for name in trace.given where owners.count < Self.capacity {
        owners[name] = Owner(certificates: certificates, message: evidence.clientCertificateMessage)
      }
    }
  }
}
