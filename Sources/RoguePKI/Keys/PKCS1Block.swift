internal import RogueModel
internal import RogueOpenSSL

/// The block that an RSA key signs (EMSA-PKCS1-v1_5, RFC 8017, section 9.2), which may be wrong.
struct PKCS1Block: Sendable {
  /// DER DigestInfo, or its replacement.
  var content: [UInt8]

  init(content: [UInt8]) { self.content = content }

  /// - Parameter digest: DER AlgorithmIdentifier.
  init(digest: [UInt8], hash: [UInt8]) {
    content = DERWriter.bytes(capacity: 96) {
      $0.sequence {
        $0.raw(digest)
        $0.primitive(.octetString, hash)
      }
    }
  }

  /// 0, 1, as many 0xff as it takes, 0, the content.
  func bytes(length: Int) -> [UInt8] {
    [0, 1] + [UInt8](repeating: 0xff, count: max(0, length - 3 - content.count)) + [0] + content
  }
}

extension PrivateKey {
  /// Of an RSA key, in bytes.
  var modulusLength: Int { (bits + 7) / 8 }
}

extension SigningKey {
  /// The private operation of an RSA key on a block that the caller made.
  func signBlock(_ block: (PrivateKey) throws(OpenSSLFailure) -> [UInt8]) throws(HarnessFailure) -> [UInt8] {
    guard case .rsa(let key) = backing else {
      throw HarnessFailure(.minting, "a \(material.type.rawValue) key signs no blocks")
    }
    do throws(OpenSSLFailure) {
      return try key.signBlock(try block(key))
    } catch {
      throw HarnessFailure(.minting, "cannot sign a block", underlying: "\(error)")
    }
  }
}

extension SignatureMethod {
  /// - Throws: when the signer has no RSA key.
  func requireRSA(for defect: String, _ context: DefectContext) throws(HarnessFailure) {
    switch self {
    case .rsaPKCS1, .rsaPSS: return
    case .ecdsa, .ed25519, .ed448:
      throw HarnessFailure(.badData, "\(defect) of \(context.certificate): its issuer has no RSA key")
    }
  }
}
