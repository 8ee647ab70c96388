internal import RogueModel
internal import RogueTrust
internal import RogueValidators

extension Mutant {
  /// Wrong about which certificate, anchor, pin or name is meant.
  static let ofCertificates: [Mutant] = [
    Mutant.alsoAccepting("compares-dates-by-the-day", "compares the dates of certificates by the day") {
      problem, question in
      guard problem.reason == .expired || problem.reason == .notYetValid else { return false }
      let today = day(of: question.now)
      return question.findings.path.allSatisfy { certificate in
        guard let facts = CertificateFacts(der: certificate), let begin = facts.notBefore, let end = facts.notAfter
        else {
          return false
        }
        return day(of: begin) <= today && today <= day(of: end)
      }
    },
    Mutant(
      "reads-chain-pins-as-ca-pins", "compares a pin for the whole chain with the CAs only",
      replaces: PolicyCheck.pins,
      by: { question in
        PolicyCheck.pinCheck(isSatisfied: { set, path in
          set.any.contains { pin in
            guard pin.position == .chain else { return pin.fits(path) }
            return path.dropFirst().contains { pin.fits(certificate: $0) }
          }
        }).answer(question)
      }),
    Mutant(
      "drops-sets-of-one-pin", "does not enforce a set that has a single pin, because it lacks a backup",
      replaces: PolicyCheck.pins,
      by: { question in
        PolicyCheck.pinCheck(isSatisfied: { set, path in
          if Set(set.any.map(\.der)).count == 1 { return true }
          return set.any.contains { $0.fits(path) }
        }).answer(question)
      }),
    Mutant(
      "loads-self-signed-anchors-only", "drops configured anchors that another CA has issued",
      alters: Rule<PolicyEvaluation, [[UInt8]]>.anchors
    ) { anchors in
      anchors.removeAll { CertificateFacts(der: $0)?.isSelfIssued != true }
    },
    Mutant(
      "reads-denials-of-anchors-only",
      "accepts a leaf or an intermediate that the user has denied, because it looks at denials of anchors only",
      replaces: PolicyCheck.deniedCertificates,
      by: { question in
        let path = question.findings.path
        guard let anchor = path.last, question.policy.platform.denied.contains(anchor) else { return nil }
        return TrustProblem(.untrusted, "the user has denied it", index: path.count - 1)
      }),
    Mutant.alsoAccepting(
      "trims-names", "trims white space around dNSNames before it compares them"
    ) { problem, question in
      guard problem.reason == .nameMismatch, let host = question.policy.hostname,
        let leaf = question.findings.path.first, let facts = CertificateFacts(der: leaf)
      else { return false }
      let wanted = HostName.plain(host)
      return facts.dnsNames.contains { name in
        let parts = name.split(whereSeparator: { $0.isWhitespace })
        return parts.count == 1 && parts[0].count < name.count && parts[0].lowercased() == wanted
      }
    },
    Mutant.alsoAccepting(
      "passes-over-www", "takes a certificate for a name as one for www. before it, and the other way round"
    ) { problem, question in
      guard problem.reason == .nameMismatch, let host = question.policy.hostname.map({ HostName.plain($0) }),
        !HostName.isAddress(host), let leaf = question.findings.path.first, let facts = CertificateFacts(der: leaf)
      else { return false }
      let other = host.hasPrefix("www.") ? String(host.dropFirst(4)) : "www." + host
      return facts.dnsNames.contains { $0.lowercased() == other }
    }
    .alike(
      "matches-parent-domain", because: "where a parent domain decides, the host begins with www"),
    Mutant.alsoRefusing(
      "compares-self-issued-names-by-octets",
      "counts a self-issued CA for the path length if its two names are written in different string types"
    ) { question in
      var below = 0
      for (index, der) in question.findings.path.enumerated().dropFirst() {
        guard let facts = CertificateFacts(der: der) else { return nil }
        if let most = facts.pathLength, below > most {
          return TrustProblem(.pathLength, "\(below) CAs are below it, and \(most) may be", index: index)
        }
        if !facts.isSelfIssued { below += 1 }
      }
      return nil
    },
    Mutant.alsoRefusing(
      "refuses-expired-bystanders", "refuses an expired certificate in the list that the path does not need"
    ) { question in
      let now = question.now
      let hasExpired = question.flight.certificates.contains { (CertificateFacts(der: $0)?.notAfter ?? .max) < now }
      return hasExpired ? TrustProblem(.expired, "a certificate of the list has expired") : nil
    },
    Mutant(
      "pins-the-first-path-only", "compares pins with the first path, and not with those that are tried after it",
      leavesOut: [PolicyCheck.pins], where: { $0.findings.path != $0.paths.first }),
    Mutant(
      "takes-the-last-of-one-subject",
      "validates the last certificate with the subject of the first in the place of that one",
      replaces: Rule<PolicyEvaluation, [[UInt8]]>.served
    ) { question in
      let list = question.flight.certificates
      guard let first = list.first.flatMap({ CertificateFacts(der: $0) }),
        let last = list.last(where: { CertificateFacts(der: $0)?.subject == first.subject })
      else { return list }
      return [last] + list.dropFirst()
    },
    Mutant.alsoAccepting(
      "gathers-names-of-the-key", "reads names of every served certificate that has the leaf's key"
    ) { problem, question in
      guard problem.reason == .nameMismatch, let host = question.policy.hostname,
        let key = question.flight.certificates.first.flatMap({ CertificateFacts(der: $0) })?.spki
      else { return false }
      return question.flight.certificates.dropFirst().contains { other in
        guard CertificateFacts(der: other)?.spki == key else { return false }
        // A path of this certificate alone, of which only the name is looked at.
        let findings = question.environment.paths.evaluate(
          PathQuestion(served: [other], anchors: [other], hostname: host, time: question.now))
        return !findings.problems.contains { $0.reason == .nameMismatch }
      }
    },
  ]
}

private func day(of seconds: Int64) -> Int64 { seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400 }
