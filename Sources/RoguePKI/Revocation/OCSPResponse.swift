internal import RogueModel
internal import RogueOpenSSL

/// A signed OCSP response (RFC 6960, section 4.2), every field as the recipe says.
struct OCSPResponse {
  enum Status { case good, revoked, unknown }

  /// Its SingleResponse for one certificate.
  struct Answer {
    /// Of the CertID.
    var digest: Digest
    /// The DER Name in the certificate's issuer field.
    var issuerName: [UInt8]
    /// The issuer's subjectPublicKey bits.
    var issuerKey: [UInt8]
    /// Content octets.
    var serial: [UInt8]
    var status: Status
    var extensions: [CertificateExtension] = []
    /// A list of extensions is written even if it is empty.
    var hasExtensions = false
  }

  /// In their order.
  var answers: [Answer]
  /// The contents of the nonce extensions.
  var nonces: [[UInt8]]
  /// DER, which travel with it.
  var certificates: [[UInt8]]
  var clock: Timestamp
  var recipe: OCSPRecipe

  /// A response without a body: only an OCSPResponseStatus, unsigned.
  static func error(_ code: UInt8) -> [UInt8] {
    DERWriter.bytes(capacity: 5) { $0.sequence { $0.primitive(.enumerated, [code]) } }
  }

  /// - Parameter subject: the signer's DER Name.
  func sign(by signer: SigningKey, subject: [UInt8]) throws(HarnessFailure) -> [UInt8] {
    switch recipe.form {
    case .empty: return []
    case .noBody: return Self.error(0)
    case .whole, .noAnswers, .otherType, .truncated, .trailing: break
    }
    let signed = signedPart(signer, subject)
    let signature = recipe.signature.applied(to: try signer.sign(signed, signer.method))
    let basic = DERWriter.bytes(capacity: signed.count + 1024) {
      $0.sequence {
        $0.raw(signed)
        $0.raw(signer.method.algorithmIdentifier)
        $0.bitString(signature)
        if !certificates.isEmpty {
          $0.constructed(.context(0, constructed: true)) {
            $0.sequence { for certificate in certificates { $0.raw(certificate) } }
          }
        }
      }
    }
    let whole = DERWriter.bytes(capacity: basic.count + 64) {
      $0.sequence {
        $0.primitive(.enumerated, [0])
        $0.constructed(.context(0, constructed: true)) {
          $0.sequence {
            $0.identifier(recipe.form == .otherType ? UnknownCriticalExtension.identifier : .ocspBasic)
            $0.primitive(.octetString, basic)
          }
        }
      }
    }
    switch recipe.form {
    case .truncated: return Array(whole.dropLast(whole.count / 2))
    case .trailing: return whole + Revocation.trailing
    default: return whole
    }
  }

  private func signedPart(_ signer: SigningKey, _ subject: [UInt8]) -> [UInt8] {
    let thisUpdate = clock + recipe.thisUpdate
    let extensions = nonces.map { CertificateExtension(.ocspNonce, value: $0) } + recipe.extension.extensions
    return DERWriter.bytes(capacity: 384) {
      $0.sequence {
        name(signer, subject, &$0)
        $0.generalizedTime(recipe.producedAt.map { clock + $0 } ?? thisUpdate)
        $0.sequence {
          if recipe.form != .noAnswers { for answer in answers { single(answer, thisUpdate, &$0) } }
        }
        if !extensions.isEmpty || recipe.extension == .empty {
          $0.constructed(.context(1, constructed: true)) {
            $0.sequence { for item in extensions { $0.extension(item) } }
          }
        }
      }
    }
  }

  /// ResponderID.
  private func name(_ signer: SigningKey, _ subject: [UInt8], _ writer: inout DERWriter) {
    switch recipe.responderID {
    case .byKey, .wrongKey:
      let isWrong = recipe.responderID == .wrongKey
      let hash = isWrong ? signer.keyIdentifier.map { ~$0 } : signer.keyIdentifier
      writer.constructed(.context(2, constructed: true)) { $0.primitive(.octetString, hash) }
    case .byName, .wrongName:
      let isWrong = recipe.responderID == .wrongName
      let name = isWrong ? DistinguishedName.endEntity("nobody's responder") : subject
      writer.constructed(.context(1, constructed: true)) { $0.raw(name) }
    }
  }

  private func single(_ answer: Answer, _ thisUpdate: Timestamp, _ writer: inout DERWriter) {
    writer.sequence {
      $0.sequence {
        $0.raw(SignatureMethod.hashIdentifier(answer.digest))
        $0.primitive(.octetString, answer.digest.hash(answer.issuerName))
        $0.primitive(.octetString, answer.digest.hash(answer.issuerKey))
        $0.primitive(.integer, answer.serial)
      }
      switch answer.status {
      case .good: $0.primitive(.context(0), [])
      case .unknown: $0.primitive(.context(2), [])
      case .revoked:
        let time = recipe.revokedAt.map { clock + $0 } ?? Revocation.time(clock, issued: thisUpdate)
        $0.constructed(.context(1, constructed: true)) {
          $0.generalizedTime(time)
          $0.constructed(.context(0, constructed: true)) { $0.primitive(.enumerated, [Revocation.reason]) }
        }
      }
      $0.generalizedTime(thisUpdate)
      if let nextUpdate = recipe.nextUpdate {
        $0.constructed(.context(0, constructed: true)) { $0.generalizedTime(clock + nextUpdate) }
      }
      if answer.hasExtensions || !answer.extensions.isEmpty {
        $0.constructed(.context(1, constructed: true)) {
          $0.sequence { for item in answer.extensions { $0.extension(item) } }
        }
      }
    }
  }
}

extension OCSPRecipe.Extension {
  var extensions: [CertificateExtension] {
    switch self {
    case .none, .empty: []
    case .nonCritical: [Revocation.unknownExtension(critical: false)]
    case .critical: [Revocation.unknownExtension(critical: true)]
    }
  }
}

extension OCSPRecipe.CertIDHash {
  /// Nil: that of the question.
  var digest: Digest? {
    switch self {
    case .asked: nil
    case .sha1: .sha1
    case .sha256: .sha256
    case .sha384: .sha384
    case .sha512: .sha512
    }
  }
}
