internal import RogueModel
internal import RogueStimuli
internal import RogueOpenSSL

/// A PKCS #1 v1.5 signature with the right hash in the wrong block (RFC 8017, section 8.2.2: the verifier compares the
/// whole block with the expected one).
///
/// The first two forms need no private key, only cube roots, if the public exponent is 3: a verifier that overlooks the
/// garbage accepts certificates that anyone can make (CVE-2006-4339, CVE-2018-16152).
struct PKCS1Forgery: Defect {
  enum Kind: String, CaseIterable {
    case garbageAfterTheDigest = "garbage-after-the-digest"
    case garbageInTheParameters = "garbage-in-the-parameters"
    /// Signed by the issuer: the hash's length takes twelve octets, of which the first eight are garbage (CVE-2014-1568).
    /// With the exponent 3 such garbage makes room for a cube root; this one shows the reading and needs no search.
    case garbageInALength = "garbage-in-a-length"
    /// Signed by the issuer: the block holds the first eight bytes of the hash only.
    case shortDigest = "short-digest"
  }

  let descriptor = NamedDescriptor(
    name: "pkcs1-forgery", summary: "The RSA signature holds the right hash in a wrong block",
    keywords: ["PKCS #1 v1.5", "Bleichenbacher"],
    parameters: [
      .init(
        name: "kind", kind: .text,
        summary: "garbage-after-the-digest (default), garbage-in-the-parameters (both of issuers with the exponent 3), "
          + "garbage-in-a-length or short-digest",
        choices: Kind.allCases.map(\.rawValue))
    ])
  let audience = DefectAudience.everybody

  private static let shortLength = 8
  /// The minimum padding of RFC 8017.
  private static let head: [UInt8] = [0, 1] + [UInt8](repeating: 0xff, count: 8) + [0]
  private static let sha256 = SignatureMethod.hashIdentifier(.sha256)

  func apply(to draft: inout CertificateDraft, _ context: DefectContext) throws(HarnessFailure) {
    let kind: Kind = try context.parameters.word("kind", default: .garbageAfterTheDigest)
    try draft.method.requireRSA(for: descriptor.name, context)
    draft.method = .rsaPKCS1(.sha256)
    switch kind {
    case .shortDigest:
      draft.forgery = { (signed, _, signer) throws(HarnessFailure) in
        let hash = Array(Digest.sha256.hash(signed).prefix(Self.shortLength))
        return try signer.signBlock { PKCS1Block(digest: Self.sha256, hash: hash).bytes(length: $0.modulusLength) }
      }
    case .garbageInALength:
      draft.forgery = { (signed, _, signer) throws(HarnessFailure) in
        let content = Self.garbageInALength(Digest.sha256.hash(signed))
        return try signer.signBlock { PKCS1Block(content: content).bytes(length: $0.modulusLength) }
      }
    case .garbageAfterTheDigest: draft.forgery = Self.forging(Self.afterTheDigest)
    case .garbageInTheParameters:
      // Only odd numbers have a cube root modulo a power of two.
      draft.suitsForgery = { (Digest.sha256.hash($0).last ?? 0) & 1 == 1 }
      draft.forgery = Self.forging(Self.inTheParameters)
    }
  }

  /// A parser that shifts the octets of a length into a number of 32 bits keeps only the last four.
  private static func garbageInALength(_ hash: [UInt8]) -> [UInt8] {
    DERWriter.bytes(capacity: 96) {
      $0.sequence {
        $0.raw(sha256)
        $0.raw([DERTag.octetString.rawValue, 0x80 | 12])
        $0.raw([UInt8](repeating: 0xa5, count: 8) + [0, 0, 0, UInt8(hash.count)] + hash)
      }
    }
  }

  private typealias Root = @Sendable (_ hash: [UInt8], _ length: Int) throws(OpenSSLFailure) -> [UInt8]

  /// The signature is the cube root of a block; nothing of the private key but its length is used.
  private static func forging(_ root: @escaping Root) -> CertificateDraft.Forgery {
    { (signed, _, signer) throws(HarnessFailure) in
      guard case .rsa(let key) = signer.backing, signer.material.type.rsa?.exponent == 3 else {
        throw HarnessFailure(.badData, "pkcs1-forgery: only an issuer with the exponent 3 can be forged")
      }
      do throws(OpenSSLFailure) {
        let root = try root(Digest.sha256.hash(signed), key.modulusLength)
        return [UInt8](repeating: 0, count: max(0, key.modulusLength - root.count)) + root
      } catch {
        throw HarnessFailure(.minting, "cannot forge a signature", underlying: "\(error)")
      }
    }
  }

  private static func afterTheDigest(_ hash: [UInt8], _ length: Int) throws(OpenSSLFailure) -> [UInt8] {
    let start = head + PKCS1Block(digest: sha256, hash: hash).content
    return try checked(
      try CubeRoot.ceiling(of: start + [UInt8](repeating: 0, count: max(0, length - start.count))), starts: start,
      ends: [], length)
  }

  /// `SEQUENCE { SEQUENCE { OID, OCTET STRING garbage }, OCTET STRING hash }`: the bytes above the garbage come from a
  /// cube root, those below from one modulo a power of two.
  private static func inTheParameters(_ hash: [UInt8], _ length: Int) throws(OpenSSLFailure) -> [UInt8] {
    var garbage = length
    var content: [UInt8] = []
    repeat {
      garbage -= 1
      content = DERWriter.bytes(capacity: length) {
        $0.sequence {
          $0.sequence {
            $0.identifier(.sha256)
            $0.primitive(.octetString, [UInt8](repeating: 0, count: garbage))
          }
          $0.primitive(.octetString, hash)
        }
      }
    } while content.count > length - head.count && garbage > 0
    let block = PKCS1Block(content: content).bytes(length: length)
    let end = DERWriter.bytes { $0.primitive(.octetString, hash) }
    let start = Array(block.dropLast(end.count + garbage))
    guard let low = try CubeRoot.ending(in: end) else { throw OpenSSLFailure(operation: "forge for an even hash") }
    // One more above the low bytes, which are replaced: the cube stays above the start, by less than the garbage.
    let floor = Array(block.dropLast(end.count)) + [UInt8](repeating: 0, count: end.count)
    var high = Array(try CubeRoot.ceiling(of: floor).dropLast(low.count))
    for place in high.indices.reversed() {
      high[place] &+= 1
      if high[place] != 0 { break }
    }
    return try checked(high + low, starts: start, ends: end, length)
  }

  /// The root, when its cube begins and ends as it should.
  private static func checked(
    _ root: [UInt8], starts start: [UInt8], ends end: [UInt8], _ length: Int
  ) throws(OpenSSLFailure) -> [UInt8] {
    let cube = try CubeRoot.cube(root)
    let block = [UInt8](repeating: 0, count: max(0, length - cube.count)) + cube
    guard block.count == length, block.starts(with: start), block.suffix(end.count).elementsEqual(end) else {
      throw OpenSSLFailure(operation: "find a cube root that is short enough")
    }
    return root
  }
}
