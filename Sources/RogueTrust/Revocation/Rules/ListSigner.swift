package import RogueModel

extension Rule<ListQuestion, [UInt8]?> {
  /// A CRL is the issuer's by its name: any key of that CA may sign it, if the path of that key's certificate is good, ends at the same
  /// anchor, and nothing in it is revoked.
  package static var listSigner: Rule<ListQuestion, [UInt8]?> {
    Self("revocation/list-signer", "RFC 5280, sections 6.3.3 (f) and (g)") { question in
      guard let list = question.facts else { return nil }
      let status = question.status
      if list.isSigned(by: status.issuer) { return status.issuer }
      return status.namesakesOfIssuer.first { list.isSigned(by: $0) && status.isValidated($0) }
    }
  }
}

extension StatusQuestion {
  /// The other certificates that were sent, or are in the path, with the issuer's name.
  package var namesakesOfIssuer: [[UInt8]] {
    guard let name = PathCertificate.reading(issuer)?.subject else { return [] }
    var found: [[UInt8]] = []
    for other in path + check.flight.certificates where other != issuer && !found.contains(other) {
      if PathCertificate.reading(other)?.subject == name { found.append(other) }
    }
    return found
  }

  /// Whether this certificate has a path to the anchor, without faults and without what is revoked.
  package func isValidated(_ signer: [UInt8], asksForStatus: Bool = true) -> Bool {
    guard let anchor = path.last, !check.signers.contains(signer) else { return false }
    let findings = check.environment.paths.evaluate(
      PathQuestion(
        served: [signer] + path + check.flight.certificates, anchors: [anchor], hostname: nil, purpose: .any, time: now)
    )
    guard findings.problems.isEmpty, !findings.path.isEmpty else { return false }
    guard asksForStatus else { return true }
    var check = check
    // A CRL cannot vouch for the key that has signed it.
    check.signers.insert(signer)
    return findings.path.indices.dropLast().allSatisfy { index in
      path.contains(findings.path[index]) || check.status(of: index, in: findings.path) == .good
    }
  }
}

extension CertificateFacts {
  /// Whether keyUsage lets its key sign CRLs; so does the lack of that extension.
  var maySignLists: Bool {
    guard let keyUsage else { return true }
    var cursor = DERCursor(keyUsage)
    // Bit 6.
    return cursor.next(0x03)?.dropFirst().first.map { $0 & 0x02 != 0 } ?? false
  }

  /// The keyIdentifier of an authorityKeyIdentifier.
  static func keyIdentifier(_ value: [UInt8]) -> [UInt8]? {
    var outer = DERCursor(value)
    var fields = DERCursor(outer.next(0x30) ?? [])
    return fields.rest().first { $0.tag == 0x80 }.map { Array($0.content) }
  }
}
