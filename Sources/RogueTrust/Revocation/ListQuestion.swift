package import RogueModel
package import RogueOpenSSL

/// A CRL for a certificate.
package struct ListQuestion: Sendable {
  /// DER.
  package let list: [UInt8]
  package let status: StatusQuestion
  /// Nil: the bytes are not a CRL.
  package let facts: CRLFacts?
  /// The problems of a verification of the certificate with this CRL alone. Those of the certificate itself (dates, usages, keys)
  /// are not the CRL's business.
  package let problems: [X509Verifier.Problem]

  package var certificate: [UInt8] { status.certificate }
  package var now: Int64 { status.now }

  init(_ list: [UInt8], _ status: StatusQuestion) {
    self.list = list
    self.status = status
    facts = try? CRLFacts(der: list)
    problems = Self.verifiedBefore.answer([list, status.certificate, status.issuer], now: status.now) {
      var request = X509Verifier.Request(chain: [status.certificate], anchors: [status.issuer])
      request.at = status.now
      request.allowsPartialChain = true
      request.revocation = .leaf([list])
      request.securityLevel = 0
      return X509Verifier.examine(request).problems.filter { problem in
        problem.code.map { !Code.ofTheCertificate.contains($0) } ?? true
      }
    }
  }

  private static let verifiedBefore = KnownAnswers<[X509Verifier.Problem]>(capacity: 256)

  package func has(_ codes: Set<Int>) -> Bool { problems.contains { $0.code.map(codes.contains) ?? false } }

  /// The first problem with one of these codes, in words.
  func doubt(_ codes: Set<Int>) -> RevocationStatus? {
    problems.first { $0.code.map(codes.contains) ?? false }.map { .unknown($0.text) }
  }

  /// The `X509_V_ERR_…` codes of a verification with one CRL.
  package enum Code {
    package static let revoked: Set<Int> = [23]
    package static let missing: Set<Int> = [3]
    package static let keyUsage: Set<Int> = [35]
    package static let unknownExtension: Set<Int> = [36]
    package static let scope: Set<Int> = [44]
    package static let signature: Set<Int> = [5, 8]
    package static let future: Set<Int> = [11]
    package static let stale: Set<Int> = [12]
    static let ofTheCertificate: Set<Int> = [9, 10, 13, 14, 25, 26, 32, 37, 66, 67, 68, 79]
    static let ofTheList = [revoked, missing, keyUsage, unknownExtension, scope, signature, future, stale]
      .reduce(into: Set<Int>()) { $0.formUnion($1) }
  }

  /// In this order: an entry counts if the issuer has signed it, whatever else is wrong with the CRL.
  package static var checks: [Rule<ListQuestion, RevocationStatus?>] {
    [
      .listForm, .completeList, .listSignature, .listEntry, .listBegin, .listEnd, .listScope, .listIssuer,
      .listKeyUsage,
      .listExtensions, .otherFaultsOfList,
    ]
  }
}

extension StatusQuestion {
  /// Each CRL separately: a forged one beside a good one must neither help nor harm.
  package func read(lists: [[UInt8]]) -> RevocationStatus {
    var isGood = false
    var doubts: Set<String> = []
    for list in lists {
      let question = ListQuestion(list, self)
      switch ListQuestion.checks.lazy.compactMap({ rules($0, question) }).first ?? .good {
      case .good: isGood = true
      case .revoked(let detail): return .revoked(detail)
      case .unknown(let doubt): doubts.insert(doubt)
      }
    }
    return isGood ? .good : .unknown("no CRL is usable: " + doubts.sorted().joined(separator: ", "))
  }
}
