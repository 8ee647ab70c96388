internal import RogueModel
internal import RogueOpenSSL

/// A signed OCSP response about one certificate (RFC 6960, section 4.2), every field as the recipe says.
struct OCSPResponse {
  enum Status { case good, revoked, unknown }

  /// Of the CertID.
  var digest: Digest
  /// The content of the nonce extension; nil leaves it out.
  var nonce: [UInt8]?
  /// The SignedCertificateTimestampList of the answer's extension; nil leaves it out.
  var sctList: [UInt8]?
  /// The DER Name in the certificate's issuer field.
  var issuerName: [UInt8]
  /// The issuer's subjectPublicKey bits.
  var issuerKey: [UInt8]
  /// Content octets.
  var serial: [UInt8]
  var status: Status
  var clock: Timestamp
  /// Only its dates count here.
  var recipe: OCSPRecipe

  /// A response without a body: an OCSPResponseStatus alone, which nobody signs.
  static func error(_ code: UInt8) -> [UInt8] {
    DERWriter.bytes(capacity: 5) { $0.sequence { $0.primitive(.enumerated, [code]) } }
  }

  /// - Parameter certificate: the signer's, sent along; nil for the issuer's own, which the client has.
  func sign(by signer: SigningKey, certificate: [UInt8]?) throws(HarnessFailure) -> [UInt8] {
    let signed = signedPart(signer)
    let signature = try signer.sign(signed, signer.method)
    let basic = DERWriter.bytes(capacity: signed.count + 1024) {
      $0.sequence {
        $0.raw(signed)
        $0.raw(signer.method.algorithmIdentifier)
        $0.bitString(signature)
        if let certificate {
          $0.constructed(.context(0, constructed: true)) { $0.sequence { $0.raw(certificate) } }
        }
      }
    }
    return DERWriter.bytes(capacity: basic.count + 64) {
      $0.sequence {
        $0.primitive(.enumerated, [0])
        $0.constructed(.context(0, constructed: true)) {
          $0.sequence {
            $0.identifier(.ocspBasic)
            $0.primitive(.octetString, basic)
          }
        }
      }
    }
  }

  private func signedPart(_ signer: SigningKey) -> [UInt8] {
    let thisUpdate = clock + recipe.thisUpdate
    return DERWriter.bytes(capacity: 384) {
      $0.sequence {
        $0.constructed(.context(2, constructed: true)) { $0.primitive(.octetString, signer.keyIdentifier) }
        $0.generalizedTime(thisUpdate)
        $0.sequence { single(thisUpdate, &$0) }
        if let nonce {
          $0.constructed(.context(1, constructed: true)) {
            $0.sequence { $0.extension(CertificateExtension(.ocspNonce, value: nonce)) }
          }
        }
      }
    }
  }

  private func single(_ thisUpdate: Timestamp, _ writer: inout DERWriter) {
    writer.sequence {
      $0.sequence {
        $0.raw(SignatureMethod.hashIdentifier(digest))
        $0.primitive(.octetString, digest.hash(issuerName))
        $0.primitive(.octetString, digest.hash(issuerKey))
        $0.primitive(.integer, serial)
      }
      switch status {
      case .good: $0.primitive(.context(0), [])
      case .unknown: $0.primitive(.context(2), [])
      case .revoked:
        $0.constructed(.context(1, constructed: true)) {
          $0.generalizedTime(Revocation.time(clock, issued: thisUpdate))
          $0.constructed(.context(0, constructed: true)) { $0.primitive(.enumerated, [Revocation.reason]) }
        }
      }
      $0.generalizedTime(thisUpdate)
      if let nextUpdate = recipe.nextUpdate {
        $0.constructed(.context(0, constructed: true)) { $0.generalizedTime(clock + nextUpdate) }
      }
      if let sctList {
        $0.constructed(.context(1, constructed: true)) {
          $0.sequence { $0.extension(.timestampsOfAnswer(sctList)) }
        }
      }
    }
  }
}
