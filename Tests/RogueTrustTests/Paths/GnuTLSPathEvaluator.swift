import GnuTLSPKI
import RogueGnuTLS
import RogueModel

@testable import RogueTrust

/// Path validation by GnuTLS: the second opinion. It tells neither the path nor which certificate is at fault.
struct GnuTLSPathEvaluator: PathEvaluator {
  init() {}

  func evaluate(_ question: PathQuestion) -> PathFindings {
    let readable = question.served.prefix(1) + question.served.dropFirst().filter(Self.isCertificate)
    var request = GnuTLSVerifier.Request(chain: Array(readable), anchors: question.anchors)
    request.purpose = question.purpose == .server ? .server : .any
    request.hostname = question.reference
    request.at = question.time
    guard !request.chain.isEmpty else {
      return PathFindings(path: [], problems: [TrustProblem(.protocol, "the server presented no certificate")])
    }
    do throws(GnuTLSFailure) {
      switch try GnuTLSVerifier.verify(request) {
      case .accepted: return PathFindings(path: [], problems: [])
      case .rejected(let status, let text):
        return PathFindings(path: [], problems: Self.reasons(status).map { TrustProblem($0, text) })
      }
    } catch {
      return PathFindings(path: [], problems: [TrustProblem(.malformed, error.description)])
    }
  }

  private static func isCertificate(_ der: [UInt8]) -> Bool { (try? GnuTLSCertificate(der: der)) != nil }

  /// The bits of `gnutls_certificate_status_t`; `GNUTLS_CERT_INVALID` alone says nothing.
  private static func reasons(_ status: UInt32) -> [Reason] {
    let table: [(bit: UInt32, reason: Reason)] = [
      (1 << 5, .revoked), (1 << 6, .untrusted), (1 << 7, .notACA), (1 << 8, .weakCrypto), (1 << 9, .notYetValid),
      (1 << 10, .expired), (1 << 11, .badSignature), (1 << 14, .nameMismatch), (1 << 16, .nameConstraint),
      (1 << 17, .malformed), (1 << 18, .keyUsage), (1 << 21, .extension),
    ]
    let found = table.filter { status & $0.bit != 0 }.map(\.reason)
    return found.isEmpty ? [.other] : found
  }
}
