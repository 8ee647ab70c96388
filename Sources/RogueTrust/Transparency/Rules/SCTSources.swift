package import RogueModel
internal import RogueOpenSSL

extension SCTList {
  /// SCTs come in three ways.
  package static var sources: [Rule<TransparencyQuestion, SCTList?>] { [.embeddedSCTs, .handshakeSCTs, .stapledSCTs] }
}

extension Rule<TransparencyQuestion, SCTList?> {
  package static var embeddedSCTs: Self {
    Self("transparency/embedded-scts", "RFC 6962, section 3.3") { question in
      guard let leaf = question.leaf, let value = PathCertificate.reading(leaf)?.contents.value(embeddedList) else {
        return nil
      }
      let signedPart = LoggedEntry.signedPart(of: leaf)
      let entries = question.rules(.loggedIssuers, question).compactMap { issuer -> LoggedEntry? in
        guard let signedPart, let facts = CertificateFacts(der: issuer) else { return nil }
        return .precertificate(signedPart: signedPart, issuerKey: facts.spki)
      }
      return SCTList(source: .certificate, bytes: unwrapped(value), entries: entries)
    }
  }

  package static var handshakeSCTs: Self {
    Self("transparency/handshake-scts", "RFC 6962, section 3.3.1") { question in
      guard let leaf = question.leaf, let list = question.flight.sctList else { return nil }
      return SCTList(source: .handshake, bytes: list, entries: [.certificate(leaf)])
    }
  }

  /// The OCSP response's own signature does not matter, because the logs have signed the SCTs.
  package static var stapledSCTs: Self {
    Self("transparency/stapled-scts", "RFC 6962, section 3.3") { question in
      guard let leaf = question.leaf, let staple = question.flight.staple, question.path.count > 1 else { return nil }
      let reply = try? OCSPResponseReader(der: staple)
      let value = try? reply?.extensionValue(oid: "1.3.6.1.4.1.11129.2.4.5", about: leaf, issuer: question.path[1])
      return value.map { SCTList(source: .staple, bytes: unwrapped($0), entries: [.certificate(leaf)]) }
    }
  }
}

extension Rule<TransparencyQuestion, [[UInt8]]> {
  /// The certificates whose key the logged entry may name: the leaf's issuer. A leaf that is its own anchor has no issuer but
  /// itself.
  package static var loggedIssuers: Self {
    Self("transparency/logged-issuers", "RFC 6962, section 3.2") { question in
      question.path.count > 1 ? [question.path[1]] : question.leaf.map { [$0] } ?? []
    }
  }
}

/// 1.3.6.1.4.1.11129.2.4.2
private let embeddedList: [UInt8] = [0x2b, 0x06, 0x01, 0x04, 0x01, 0xd6, 0x79, 0x02, 0x04, 0x02]

/// The list inside its OCTET STRING; if there is none, bytes that cannot be a list.
private func unwrapped(_ value: [UInt8]) -> [UInt8] {
  var cursor = DERCursor(value)
  return cursor.next(0x04).map { Array($0) } ?? value
}
