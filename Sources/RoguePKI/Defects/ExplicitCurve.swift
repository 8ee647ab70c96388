internal import RogueModel
internal import RogueStimuli
internal import RogueOpenSSL

/// The public key spells its curve out instead of naming it, which certificates must not do (RFC 5480, section 2.1.1).
///
/// With the genuine parameters it is the same key. With a chosen generator it is another: the public point is
/// that of the key the recipe names, and the private key is the forger's. A validator that knows CAs by their public point
/// takes the forger for the CA (CVE-2020-0601).
struct ExplicitCurve: Defect {
  enum Generator: String, CaseIterable { case genuine, chosen }

  let descriptor = NamedDescriptor(
    name: "explicit-curve", summary: "The public key has explicit curve parameters instead of a named curve",
    keywords: ["ECParameters", "specifiedCurve"],
    parameters: [
      .init(
        name: "generator", kind: .text,
        summary: "genuine (default), or chosen: for CAs, so that another private key fits the same public point",
        choices: Generator.allCases.map(\.rawValue))
    ])
  let audience = DefectAudience.everybody
  /// libssl compares the private key with the leaf's, and a curve that is spelt out with a named one.
  let limits = [DefectLimit(.libssl, "cannot present a leaf", place: .leaf)]

  func key(_ key: SigningKey, _ context: DefectContext) throws(HarnessFailure) -> SigningKey {
    let generator: Generator = try context.parameters.word("generator", default: .genuine)
    guard case .ecdsa(let genuine) = key.backing else {
      throw HarnessFailure(.badData, "explicit-curve of \(context.certificate): its key is on no such curve")
    }
    guard generator == .genuine || context.isCA else {
      throw HarnessFailure(.badData, "explicit-curve of \(context.certificate): only a CA can have a chosen generator")
    }
    do throws(OpenSSLFailure) {
      let backing =
        generator == .genuine
        ? genuine
        : try ECDSAKey(
          claiming: key.publicBits, on: genuine.curve, derivedFrom: Array("a forger's key".utf8) + key.publicBits)
      var material = key.material
      material.spki = SigningKey.spki(
        Self.algorithm(try genuine.curve.parameters(), generator: backing.generator), key.publicBits)
      return SigningKey(
        backing: .ecdsa(backing), material: material, method: key.method, publicBits: key.publicBits,
        keyIdentifier: key.keyIdentifier)
    } catch {
      throw HarnessFailure(.minting, "cannot spell a curve out", underlying: "\(error)")
    }
  }

  /// The draft has the key's own SubjectPublicKeyInfo already.
  func apply(to draft: inout CertificateDraft, _ context: DefectContext) {}

  /// AlgorithmIdentifier with ECParameters (SEC 1, section C.2).
  private static func algorithm(_ curve: EllipticCurve.Parameters, generator: [UInt8]?) -> [UInt8] {
    DERWriter.bytes(capacity: 320) {
      $0.sequence {
        $0.identifier(.ecPublicKey)
        $0.sequence {
          $0.integer(1)
          $0.sequence {
            $0.identifier(.primeField)
            $0.unsignedInteger(curve.prime)
          }
          $0.sequence {
            $0.primitive(.octetString, curve.a)
            $0.primitive(.octetString, curve.b)
          }
          $0.primitive(.octetString, generator ?? curve.generator)
          $0.unsignedInteger(curve.order)
          $0.integer(1)
        }
      }
    }
  }
}
