internal import RogueModel
internal import RogueOpenSSL
public import RogueStimuli

extension EncodedFile {
  /// The objects of a PEM file, or the single one of a DER file; a sentence if that is neither a certificate
  /// nor an unencrypted private key.
  public init(path: String, bytes: [UInt8]) throws(ParsingProblem) {
    self.init(path: path, certificates: [], keys: [])
    guard !bytes.isEmpty else { throw ParsingProblem("'\(path)' is empty") }
    guard bytes.first != DERTag.sequence.rawValue else {
      try readDER(bytes)
      return
    }
    let blocks = PEMBlock.all(in: bytes)
    guard !blocks.isEmpty else { throw ParsingProblem("'\(path)' is neither PEM nor DER") }
    for block in blocks { try read(block) }
  }

  private mutating func readDER(_ bytes: [UInt8]) throws(ParsingProblem) {
    if let certificate = Certificate(parsing: bytes) {
      certificates.append(certificate)
    } else if let key = KeyMaterial(pkcs8: bytes) {
      keys.append(key)
    } else {
      throw ParsingProblem("'\(path)' is neither a certificate nor a private key in DER, or something follows it")
    }
  }

  private mutating func read(_ block: PEMBlock) throws(ParsingProblem) {
    if block.label != "PRIVATE KEY", block.label.hasSuffix("PRIVATE KEY") {
      throw ParsingProblem(
        "the \(block.label) on line \(block.line) of '\(path)' is not unencrypted PKCS #8",
        help: "openssl pkcs8 -topk8 -nocrypt -in KEY -out KEY.pem converts it")
    }
    guard let der = block.der else {
      throw ParsingProblem("the \(block.label) on line \(block.line) of '\(path)' is not Base64, or has no end")
    }
    switch block.label {
    case "CERTIFICATE", "X509 CERTIFICATE":
      guard let certificate = Certificate(parsing: der) else {
        throw ParsingProblem("the \(block.label) on line \(block.line) of '\(path)' cannot be parsed")
      }
      certificates.append(certificate)
    case "PRIVATE KEY":
      guard let key = KeyMaterial(pkcs8: der) else {
        throw ParsingProblem(
          "the key on line \(block.line) of '\(path)' cannot be read, or no server here can use its kind",
          help: "RSA, EC on P-256, P-384 or P-521, Ed25519 and Ed448 keys can be used")
      }
      keys.append(key)
    default:
      // Parameters, public keys and requests may be beside them.
      break
    }
  }
}

extension EncodedFile.Certificate {
  /// Nil if the bytes are not exactly one certificate that OpenSSL parses.
  fileprivate init?(parsing der: [UInt8]) {
    guard let certificate = try? X509Certificate(der: der) else { return nil }
    let names = certificate.extensionValue(oid: "2.5.29.17").map(GeneralNames.init) ?? GeneralNames([])
    let spki = certificate.spki
    self.init(
      der: der, subject: certificate.subject, issuer: certificate.issuer,
      serial: certificate.serial.first.map { $0 < 0x80 } ?? true ? certificate.serial : [0] + certificate.serial,
      keyIdentifier: certificate.extensionValue(oid: "2.5.29.14").flatMap { value in
        var reader = DERReader(value)
        return reader.primitive(.octetString).map { Array($0) }
      },
      // Its name does not matter without the private key.
      key: KeyMaterial(type: KeyType(spki: spki) ?? .rsa2048, spki: spki, privateKey: []), isCA: certificate.isCA,
      hosts: names.hosts, addresses: names.addresses, notBefore: certificate.notBefore, notAfter: certificate.notAfter,
      namesServices: ["1.3.6.1.5.5.7.1.1", "2.5.29.31"].contains { certificate.extensionValue(oid: $0) != nil })
  }
}

extension KeyMaterial {
  /// Nil if the bytes are not unencrypted PKCS #8, or the key has an unsupported type.
  fileprivate init?(pkcs8: [UInt8]) {
    guard let key = try? PrivateKey(pkcs8: pkcs8), let spki = try? key.spki(), let type = KeyType(spki: spki),
      let privateKey = try? key.pkcs8()
    else { return nil }
    self.init(type: type, spki: spki, privateKey: privateKey)
  }
}

extension KeyType {
  /// The type of a public key; of RSA keys of an unusual length the usual one. Nil for other kinds.
  fileprivate init?(spki: [UInt8]) {
    var outer = DERReader(spki)
    guard var content = outer.constructed(.sequence), var algorithm = content.constructed(.sequence),
      let identifier = algorithm.primitive(.objectIdentifier)
    else { return nil }
    switch ObjectIdentifier(content: Array(identifier)) {
    case .ed25519: self = .ed25519
    case .ed448: self = .ed448
    case .rsaEncryption:
      let bits = (try? PublicKey(spki: spki))?.bits
      self = Self.allCases.first { $0 != .rsaPSS2048 && $0.rsa?.bits == bits } ?? .rsa2048
    case .ecPublicKey:
      let curve = algorithm.primitive(.objectIdentifier).map { ObjectIdentifier(content: Array($0)) }
      guard let known = EllipticCurve.allCases.first(where: { $0.identifier == curve }) else { return nil }
      self = known.keyType
    default: return nil
    }
  }
}

/// The names of a subjectAltName that clients compare hosts with.
private struct GeneralNames {
  var hosts: [String] = []
  var addresses: [String] = []

  init(_ value: [UInt8]) {
    var outer = DERReader(value)
    guard var names = outer.constructed(.sequence) else { return }
    while let name = names.next() {
      switch name.tag {
      case .context(2): hosts.append(String(decoding: name.content, as: UTF8.self) + ".")
      case .context(7): addresses += Self.text(Array(name.content)).map { [$0] } ?? []
      default: break
      }
    }
  }

  /// As RFC 5952 writes it; nil if it is not an address.
  private static func text(_ octets: [UInt8]) -> String? {
    if octets.count == 4 { return octets.map { "\($0)" }.joined(separator: ".") }
    guard octets.count == 16 else { return nil }
    let groups = stride(from: 0, to: 16, by: 2).map { Int(octets[$0]) << 8 | Int(octets[$0 + 1]) }
    var longest = 0..<0
    var start = 0
    while start < 8 {
      var end = start
      while end < 8, groups[end] == 0 { end += 1 }
      if end - start > max(1, longest.count) { longest = start..<end }
      start = end + 1
    }
    func part(_ range: Range<Int>) -> String {
      groups[range].map { String($0, radix: 16) }.joined(separator: ":")
    }
    return longest.isEmpty ? part(0..<8) : "\(part(0..<longest.lowerBound))::\(part(longest.upperBound..<8))"
  }
}

/// One block of PEM (RFC 7468).
private struct PEMBlock {
  var label: String
  /// Of its first line, from 1.
  var line: Int
  /// Nil if it is not Base64, or has no end.
  var der: [UInt8]?

  /// Every block, in order; text around them is none of them.
  static func all(in text: [UInt8]) -> [PEMBlock] {
    var blocks: [PEMBlock] = []
    var body: [UInt8]?
    for (index, line) in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
      let content = String(decoding: line, as: UTF8.self).filter { $0 != "\r" }
      if content.hasPrefix("-----BEGIN "), content.hasSuffix("-----") {
        blocks.append(PEMBlock(label: String(content.dropFirst(11).dropLast(5)), line: index + 1))
        body = []
      } else if let block = blocks.last, content == "-----END \(block.label)-----" {
        blocks[blocks.count - 1].der = body.flatMap { Base64.decode($0, .lines) }
        body = nil
      } else {
        body?.append(contentsOf: content.utf8.filter { $0 != UInt8(ascii: " ") })
      }
    }
    return blocks
  }
}
