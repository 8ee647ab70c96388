package import RogueModel
internal import RogueOpenSSL

extension Rule<StatusQuestion, RevocationStatus> {
  /// A source that says revoked decides. A source whose answer cannot be used does not end the search. Once one has the status
  /// good, nothing further is queried, and a stored status may still revoke.
  package static var certificateStatus: Self {
    Self("revocation/certificate-status", "RFC 5280, section 6.3.3; RFC 6960, section 3.2") { question in
      var isGood = false
      var doubts: [String] = []
      for source in question.check.sources {
        if isGood && source.requiresNetwork { break }
        switch question.answer(of: source) {
        case .good?: isGood = true
        case .revoked(let detail)?: return .revoked(detail)
        case .unknown(let doubt)?: doubts.append(doubt)
        case nil: continue
        }
      }
      if isGood { return .good }
      return .unknown(doubts.isEmpty ? "no source of revocation status answered" : doubts.joined(separator: "; "))
    }
  }
}

// The answer of one source; nil if there is no such source for the certificate.
extension Rule<StatusQuestion, RevocationStatus?> {
  /// Few servers staple for more than the leaf: above it, that nothing came says nothing.
  package static var staple: Self {
    Self("revocation/staple", "RFC 6066, section 8; RFC 8446, section 4.4.2.1") { question in
      guard let staple = question.rules(.stapleOfCertificate, question) else {
        return question.index == 0 ? .unknown("nothing was stapled") : nil
      }
      return question.read(staple, "the staple")
    }
  }

  package static var listAtHand: Self {
    Self("revocation/list-at-hand", "RFC 5280, section 6.3.3") { question in
      question.check.lists.isEmpty ? nil : question.read(lists: question.check.lists)
    }
  }

  package static var responder: Self {
    Self("revocation/responder", "RFC 6960, section 3.1") { question in
      guard let url = question.facts?.ocspURLs.first else { return nil }
      let nonce = (0..<16).map { _ in UInt8.random(in: 0...255) }
      guard let request = try? OCSPQuestion.der(about: question.certificate, issuer: question.issuer, nonce: nonce)
      else {
        return .unknown("no OCSP request could be made")
      }
      let reply = question.fetch(
        FetchRequest(
          url: url, method: .post(contentType: "application/ocsp-request", body: request),
          timeoutMilliseconds: question.check.environment.fetchTimeoutMilliseconds))
      guard let body = reply.success else {
        return question.rules(
          .missingReply, MissingReply(source: .responder, from: "answer from the responder", reply: reply))
      }
      return question.read(body, "the responder's answer", request: request)
    }
  }

  /// Each distribution point is tried until the CRL of one gives a status.
  package static var fetchedList: Self {
    Self("revocation/fetched-list", "RFC 5280, section 6.3.3 (a)") { question in
      let points = question.rules(.distributionPoints, question)
      guard !points.isEmpty else { return nil }
      var doubts: [String] = []
      for point in points {
        let reply = question.fetchList(point)
        let status =
          reply.success.map { question.read(lists: [$0]) }
          ?? question.rules(.missingReply, MissingReply(source: .fetchedList, from: "CRL from \(point)", reply: reply))
        guard case .unknown(let doubt) = status else { return status }
        doubts.append(doubt)
      }
      return .unknown(doubts.joined(separator: "; "))
    }
  }
}

extension Rule<StatusQuestion, [UInt8]?> {
  /// A staple belongs to the certificate that it came with, wherever that is in the path.
  package static var stapleOfCertificate: Self {
    Self("revocation/staple-of-certificate", "RFC 8446, section 4.4.2.1") { question in
      question.check.flight.staple(with: question.certificate)
    }
  }
}

extension Rule<StatusQuestion, [String]> {
  package static var distributionPoints: Self {
    Self("revocation/distribution-points", "RFC 5280, section 4.2.1.13") { $0.facts?.crlURLs ?? [] }
  }
}

/// What came instead of what a source was asked for.
package struct MissingReply: Sendable {
  package let source: RevocationSource
  let from: String
  package let reply: FetchReply
}

extension Rule<MissingReply, RevocationStatus> {
  package static var missingReply: Self {
    Self("revocation/missing-reply", "silence is no status") { missing in
      .unknown("no \(missing.from): \(missing.reply.words)")
    }
  }
}

extension StatusQuestion {
  /// In bytes: CRLs of large CAs have millions of entries.
  private static let longestList = 1 << 24

  package func fetchList(_ url: String) -> FetchReply {
    fetch(
      FetchRequest(
        url: url, timeoutMilliseconds: check.environment.fetchTimeoutMilliseconds, longestReply: Self.longestList))
  }
}
