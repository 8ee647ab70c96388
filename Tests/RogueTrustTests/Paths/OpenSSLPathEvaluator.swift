import RogueModel
import RogueOpenSSL

@testable import RogueTrust

/// Path validation by OpenSSL, with which the reference's own is compared.
struct OpenSSLPathEvaluator: PathEvaluator {
  init() {}

  /// RSA below 2048 bits, curves below 224 and SHA-1 signatures are refused.
  private static let securityLevel = 2

  func evaluate(_ question: PathQuestion) -> PathFindings {
    guard !question.served.isEmpty else {
      return PathFindings(path: [], problems: [TrustProblem(.protocol, "the server presented no certificate")])
    }
    guard (try? X509Certificate(der: question.served[0])) != nil else {
      return PathFindings(path: [], problems: [TrustProblem(.malformed, "the leaf is not a certificate", index: 0)])
    }
    // An entry that is no certificate can be no part of the path; the rest may still hold one.
    let served = question.served.filter { (try? X509Certificate(der: $0)) != nil }
    var request = X509Verifier.Request(chain: served, anchors: question.anchors)
    request.purpose = question.purpose == .server ? .server : .any
    request.hostname = question.reference
    request.at = question.time
    request.allowsPartialChain = true
    request.checksPolicies = true
    request.securityLevel = Self.securityLevel
    let examination = X509Verifier.examine(request)
    let problems = examination.problems.map(TrustProblem.init).filter {
      !Self.isInItsLastSecond($0, examination.path, question.time)
    }
    return PathFindings(path: Self.trimmed(examination.path, question.anchors), problems: problems)
  }

  /// OpenSSL treats a certificate as expired in its last second, which belongs to its validity (RFC 5280, section
  /// 4.1.2.5).
  private static func isInItsLastSecond(_ problem: TrustProblem, _ path: [[UInt8]], _ time: Int64) -> Bool {
    guard problem.reason == .expired, let index = problem.index, path.indices.contains(index) else {
      return false
    }
    return CertificateFacts(der: path[index])?.notAfter == time
  }

  /// Without what OpenSSL built beyond the anchor: it looks for issuers first and for a trusted leaf last.
  private static func trimmed(_ path: [[UInt8]], _ anchors: [[UInt8]]) -> [[UInt8]] {
    guard let last = path.last, !anchors.contains(last) else { return path }
    guard let anchor = path.lastIndex(where: anchors.contains) else { return path }
    return Array(path[...anchor])
  }
}

extension TrustProblem {
  /// What OpenSSL's `X509_V_ERR_…` means; numbers are the documented ones of OpenSSL 3.
  init(_ problem: X509Verifier.Problem) {
    let reason: Reason =
      switch problem.code ?? -1 {
      // No issuer in reach, or one that nobody trusts.
      case 2, 18, 19, 20, 21, 27, 28: .untrusted
      case 4, 6, 7, 24: .badSignature
      case 9: .notYetValid
      case 10: .expired
      case 13, 14, 76, 77, 78: .malformed
      case 22, 25, 38: .pathLength
      case 23: .revoked
      case 26: .keyUsage
      case 32, 37, 79: .notACA
      case 34, 41, 42, 43, 45, 80, 81, 82, 85...93: .extension
      case 47...49, 51...53: .nameConstraint
      case 62, 64: .nameMismatch
      case 66, 67, 68, 94: .weakCrypto
      case 83, 84: .malformed
      // What could not be read at all has no number.
      case -1: .malformed
      default: .other
      }
    self.init(reason, problem.text, index: problem.depth, isFatal: reason == .weakCrypto || reason == .revoked)
  }
}
