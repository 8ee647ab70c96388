internal import RogueOpenSSL

/// A certificate taken apart as far as its signature goes, for readings of it that are wrong.
public struct SignedCertificate: Sendable {
  /// The DER TBSCertificate, which is what is signed.
  public var signed: [UInt8]
  /// The content of the AlgorithmIdentifier beside the signature.
  public var algorithm: [UInt8]
  /// The content of the AlgorithmIdentifier in what is signed; empty if there is none.
  public var signedAlgorithm: [UInt8]
  /// The content of the BIT STRING, without its count of unused bits.
  public var signature: [UInt8]

  /// Nil if the bytes are not a certificate.
  public init?(der: [UInt8]) {
    var outer = DERCursor(der)
    guard let whole = outer.next(0x30) else { return nil }
    var fields = DERCursor(whole)
    guard let content = fields.next(0x30) else { return nil }
    var signedFields = DERCursor(content)
    signedAlgorithm = signedFields.rest().prefix(3).first { $0.tag == 0x30 }.map { Array($0.content) } ?? []
    // The element with its header: all that the cursor has passed.
    let left = fields.left
    guard let algorithm = fields.next(0x30), let bits = fields.next(0x03), let unused = bits.first, unused == 0 else {
      return nil
    }
    signed = Array(whole.dropLast(left))
    self.algorithm = Array(algorithm)
    signature = Array(bits.dropFirst())
  }

  /// The numbers of an ECDSA signature as two's complements, and how many bytes follow them; nil if it is not one.
  var numbers: (r: [UInt8], s: [UInt8], surplus: Int)? {
    var outer = DERCursor(signature)
    guard let content = outer.next(0x30) else { return nil }
    var fields = DERCursor(content)
    guard let r = fields.next(0x02), let s = fields.next(0x02) else { return nil }
    return (Array(r), Array(s), outer.left)
  }

  /// How the signature was made; nil for algorithms that no mutant needs.
  var form: SignatureForm? {
    var fields = DERCursor(algorithm)
    return fields.next(0x06).map { Self.forms[Array($0)] } ?? nil
  }

  /// ecdsa-with-SHA256, ecdsa-with-SHA384, sha256WithRSAEncryption; PSS with whatever salt there is.
  private static let forms: [[UInt8]: SignatureForm] = [
    [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02]: .hashed(.sha256),
    [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x03]: .hashed(.sha384),
    [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x0b]: .hashed(.sha256),
    [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x0a]: .pssOfAnySalt(.sha256),
  ]
}
