package import RogueModel
internal import RogueOpenSSL

extension SCTQuestion {
  package static var checks: [Rule<SCTQuestion, String?>] { [.knownLog, .logRetirement, .sctTime, .sctSignature] }
}

// Why an SCT does not count; nil if this is no reason.
extension Rule<SCTQuestion, String?> {
  package static var knownLog: Self {
    Self("transparency/known-log", "RFC 6962, section 5.2") { $0.log == nil ? "a log that is not known" : nil }
  }

  /// An SCT from before its log was retired counts.
  package static var logRetirement: Self {
    Self("transparency/log-retirement", "a log that is no longer watched may answer anything") { sct in
      guard let log = sct.log, let retired = log.retired, sct.moment >= retired.secondsSince1970 * 1000 else {
        return nil
      }
      return "\(log.name) was retired by then"
    }
  }

  package static var sctTime: Self {
    Self("transparency/sct-time", "RFC 6962, section 5.2") { sct in
      guard let log = sct.log, sct.moment > sct.milliseconds + skew else { return nil }
      return "a timestamp of \(log.name) from the future"
    }
  }

  package static var sctSignature: Self {
    Self("transparency/sct-signature", "RFC 6962, section 5.2") { sct in
      guard let log = sct.log, !sct.entries.contains(where: { sct.timestamp.isSigned($0, by: log) }) else { return nil }
      return "a timestamp that \(log.name) did not sign for this certificate"
    }
  }
}

private let verifiedBefore = KnownAnswers<Bool>(capacity: 256)

/// How far ahead a log's clock may be, in milliseconds.
private let skew: Int64 = 300_000

extension SCTQuestion {
  /// Its timestamp, in milliseconds since 1970.
  fileprivate var moment: Int64 { Int64(clamping: timestamp.milliseconds) }
}

extension SignedCertificateTimestamp {
  fileprivate func isSigned(_ entry: LoggedEntry, by log: AttemptPolicy.Log) -> Bool {
    guard hashAlgorithm == Self.sha256 else { return false }
    let signed = signedPart(of: entry)
    return verifiedBefore.answer([log.spki, [signatureAlgorithm], signed, signature]) {
      guard let key = try? PublicKey(spki: log.spki), signatureAlgorithm == (key.isRSA ? Self.rsa : Self.ecdsa) else {
        return false
      }
      return key.verifies(signature, of: signed, as: .hashed(.sha256))
    }
  }
}
