internal import RogueModel
internal import RogueTrust
internal import RogueValidators

extension Mutant {
  private typealias CRL = Rule<ListQuestion, RevocationStatus?>
  private typealias Source = Rule<StatusQuestion, RevocationStatus?>
  private typealias Signer = Rule<ListQuestion, [UInt8]?>

  /// Wrong about which of several CRLs counts, whose key may sign one, and which entry is about which certificate.
  static let ofListChoice: [Mutant] = [
    Mutant(
      "knows-crl-signers-by-name", "accepts a CRL signed by any certificate with the issuer's name",
      replaces: Signer.listSigner, by: \.anySigner),
    Mutant(
      "queries-no-crl-signers", "does not query whether the certificate of another key that signs CRLs is revoked",
      replaces: Signer.listSigner
    ) { question in
      let signer = question.anySigner
      guard let signer, signer != question.status.issuer else { return signer }
      return question.status.isValidated(signer, asksForStatus: false) ? signer : nil
    },
    Mutant(
      "files-crls-by-issuer", "keeps one CRL of each issuer: the last that it is given", asks: Source.listAtHand
    ) { question in
      let own = question.listsOfIssuer
      question.check.lists.removeAll { own.dropLast().contains($0) }
    },
    Mutant(
      "files-first-crl-of-issuer", "keeps one CRL of each issuer: the first that it is given", asks: Source.listAtHand
    ) { question in
      let own = question.listsOfIssuer
      question.check.lists.removeAll { own.dropFirst().contains($0) }
    },
    Mutant(
      "dates-crls-together", "takes expired CRLs of an issuer for current ones beside a current one",
      leavesOut: [.listEnd],
      where: { question in
        question.status.listsOfIssuer.contains { list in
          RevocationList.reading(list)?.nextUpdate.map { $0 >= question.now } ?? false
        }
      }
    ).replacing(Source.listAtHand) { question in
      // The first that can be used is the answer.
      for list in question.check.lists {
        let status = question.read(lists: [list])
        if !status.isUnknown { return status }
      }
      return Source.listAtHand.answer(question)
    },
    Mutant(
      "compares-last-octet-of-crl-numbers", "takes the CRL with the largest last octet of its number for the newest",
      asks: Source.listAtHand
    ) { question in
      let own = question.listsOfIssuer
      func octet(_ list: [UInt8]) -> UInt8 { RevocationList.reading(list)?.lastOctetOfNumber ?? 0 }
      let newest = own.max { octet($0) < octet($1) }
      question.check.lists.removeAll { own.contains($0) && $0 != newest }
    },
    overlooking("keeps-certificate-issuers", "takes every entry after the first certificateIssuer for that CA's") {
      question in
      guard let entries = question.facts?.entries, let first = entries.firstIndex(where: \.namesIssuer) else {
        return false
      }
      return !entries[...first].contains { question.isAbout($0) }
    },
    overlooking("skips-repeated-entries", "takes a certificate that a CRL lists twice for one that it does not list") {
      question in
      (question.facts?.entries ?? []).count { question.isAbout($0) } > 1
    },
    overlooking("reads-utc-times-only", "passes over entries whose date is a GeneralizedTime") {
      $0.entry?.writtenDate.count == 15
    },
  ]
}

extension ListQuestion {
  fileprivate var anySigner: [UInt8]? {
    ([status.issuer] + status.namesakesOfIssuer).first { facts?.isSigned(by: $0) == true }
  }

  fileprivate func isAbout(_ entry: RevocationList.Entry) -> Bool {
    entry.serial.drop { $0 == 0 }.elementsEqual(serial)
  }
}

extension StatusQuestion {
  /// The CRLs at hand with the issuer's name, in order.
  fileprivate var listsOfIssuer: [[UInt8]] {
    let name = CertificateFacts(der: issuer)?.subject
    return check.lists.filter { RevocationList.reading($0)?.issuer == name }
  }
}

extension RevocationList {
  /// cRLNumber is 2.5.29.20.
  fileprivate var lastOctetOfNumber: UInt8 { value([0x55, 0x1d, 20])?.last ?? 0 }
}

extension RevocationList.Entry {
  /// certificateIssuer is 2.5.29.29.
  fileprivate var namesIssuer: Bool { extensions.contains { $0.identifier == [0x55, 0x1d, 29] } }
}
