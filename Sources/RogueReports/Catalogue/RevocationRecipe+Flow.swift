import RogueModel

// OCSP responses and CRLs as worlds write them.

extension OCSPRecipe {
  /// Only what is not honest, and the dates.
  var flow: String {
    let usual = Dictionary(uniqueKeysWithValues: OCSPRecipe().fields.map { ($0.key, $0.value) })
    let shown = fields.filter { $0.key.hasSuffix("-update") || $0.value != usual[$0.key] }
    return "{\(shown.map { "\($0.key): \($0.value)" }.joined(separator: ", "))}"
  }

  func value(_ key: String) -> String? { fields.first { $0.key == key }?.value }

  private var fields: [(key: String, value: String)] {
    [
      ("status", status?.rawValue ?? "the truth"), ("signer", signer ?? "the issuer"),
      ("this-update", DurationText.relative(seconds: thisUpdate)),
      ("next-update", nextUpdate.map(DurationText.relative(seconds:)) ?? "null"),
      ("produced-at", producedAt.map(DurationText.relative(seconds:)) ?? "as this-update"),
      ("revoked-at", revokedAt.map(DurationText.relative(seconds:)) ?? "-1d"),
      ("about", about ?? "the certificate"), ("hash", certIDHash.rawValue), ("issuer-hashes", issuerHashes.rawValue),
      ("responder-id", responderID.rawValue), ("signature", signature.rawValue), ("nonce", nonce.rawValue),
      ("extension", self.extension.rawValue), ("answer-extension", answerExtension.rawValue),
      (
        "certificates",
        certificates.map { "[\($0.joined(separator: ", "))]" } ?? "the signer's, unless it is the issuer"
      ),
      ("before", flow(before)), ("after", flow(after)), ("form", form.rawValue),
      ("scts", scts?.description ?? "none"),
    ]
  }

  private func flow(_ answers: [Further]) -> String {
    let items = answers.map { answer in
      answer.status.map { "{about: \(answer.about), status: \($0.rawValue)}" } ?? answer.about
    }
    return "[\(items.joined(separator: ", "))]"
  }
}

extension CRLRecipe {
  /// Only what is not honest.
  var flow: String {
    let usual = Dictionary(uniqueKeysWithValues: CRLRecipe().fields.map { ($0.key, $0.value) })
    let shown = fields.filter { $0.value != usual[$0.key] }
    return shown.isEmpty ? "honest" : "{\(shown.map { "\($0.key): \($0.value)" }.joined(separator: ", "))}"
  }

  func value(_ key: String) -> String? { fields.first { $0.key == key }?.value }

  private var fields: [(key: String, value: String)] {
    [
      ("signer", signer ?? "the CA"), ("issuer", issuer ?? "the CA"),
      ("this-update", DurationText.relative(seconds: thisUpdate)),
      ("next-update", nextUpdate.map(DurationText.relative(seconds:)) ?? "null"), ("version", String(version)),
      ("number", number.rawValue), ("scope", scope.rawValue), ("extension", self.extension.rawValue),
      ("entry-extension", entryExtension.rawValue), ("entries", String(entries)), ("delta", String(isDelta)),
      ("signature", signature.rawValue), ("form", form.rawValue),
    ]
  }
}
