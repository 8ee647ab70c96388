internal import RogueModel
internal import RogueTrust
internal import RogueValidators

/// Looks for issuers among what the server sends, and among the anchors only where the server sends none; and does not come
/// back to look for another.
struct ServedFirstPaths: PathEvaluator {
  var library: any PathEvaluator

  func evaluate(_ question: PathQuestion) -> PathFindings {
    let path = path(served: question.served, anchors: question.anchors)
    guard let end = path.last, question.anchors.contains(end) else {
      let findings = library.evaluate(question)
      guard findings.problems.isEmpty else { return findings }
      return PathFindings(path: path, problems: [TrustProblem(.untrusted, "the list leads to no anchor")])
    }
    var other = question
    other.served = path
    other.anchors = [end]
    return library.evaluate(other)
  }

  func paths(served: [[UInt8]], anchors: [[UInt8]]) -> [[[UInt8]]] {
    let path = path(served: served, anchors: anchors)
    return path.last.map(anchors.contains) == true ? [path] : []
  }

  private func path(served: [[UInt8]], anchors: [[UInt8]]) -> [[UInt8]] {
    var path = Array(served.prefix(1))
    while let last = path.last, !anchors.contains(last), let name = CertificateFacts(der: last)?.issuer {
      let isNext = { (der: [UInt8]) in !path.contains(der) && CertificateFacts.isSigned(last, by: der) }
      let isNamed = { (der: [UInt8]) in isNext(der) && CertificateFacts(der: der)?.subject == name }
      // A name may be written otherwise in the issuer's own certificate.
      let fits = (served + anchors).contains(where: isNamed) ? isNamed : isNext
      guard let next = served.first(where: fits) ?? anchors.first(where: fits) else { break }
      path.append(next)
    }
    return path
  }
}

/// Takes for issuers only those with the key identifier that a certificate names, if any CA has it.
struct IdentifiedPaths: PathEvaluator {
  var library: any PathEvaluator

  func evaluate(_ question: PathQuestion) -> PathFindings {
    let findings = library.evaluate(question)
    let known = known(question.served, question.anchors)
    guard findings.problems.isEmpty, !isFound(findings.path, known) else { return findings }
    for path in paths(served: question.served, anchors: question.anchors) {
      var other = question
      other.served = path
      other.anchors = path.suffix(1)
      return library.evaluate(other)
    }
    return PathFindings(
      path: findings.path, problems: [TrustProblem(.untrusted, "the issuer has another key identifier")])
  }

  func paths(served: [[UInt8]], anchors: [[UInt8]]) -> [[[UInt8]]] {
    let known = known(served, anchors)
    return library.paths(served: served, anchors: anchors).filter { isFound($0, known) }
  }

  /// The key identifiers of all CAs.
  private func known(_ served: [[UInt8]], _ anchors: [[UInt8]]) -> Set<[UInt8]> {
    Set((served + anchors).compactMap { CertificateFacts(der: $0) }.filter(\.isCA).compactMap(\.keyIdentifier))
  }

  private func isFound(_ path: [[UInt8]], _ known: Set<[UInt8]>) -> Bool {
    let facts = path.compactMap { CertificateFacts(der: $0) }
    return zip(facts, facts.dropFirst()).allSatisfy { certificate, issuer in
      guard let named = certificate.issuerKeyIdentifier, known.contains(named) else { return true }
      return issuer.keyIdentifier == named
    }
  }
}
