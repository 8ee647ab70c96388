internal import RogueModel
internal import RogueOpenSSL

/// A CRL (RFC 5280, section 5), every field as the recipe says.
struct CertificateRevocationList {
  /// A certificate that is listed.
  struct Listed {
    /// The content octets of the serial number, as the certificate has them.
    var serial: [UInt8]
    /// DER Name.
    var issuer: [UInt8]
  }

  var clock: Timestamp
  var listed: [Listed]
  /// The CRL distribution point in the CA's certificates; nil if none has one.
  var point: String?
  var recipe = CRLRecipe()

  /// The issuer of a CRL.
  struct Issuer {
    /// DER Name.
    var name: [UInt8]
    /// Nil when its certificate carries none.
    var keyIdentifier: [UInt8]?
  }

  /// Nowhere: no certificate names it.
  static let otherPoint = "http://127.0.0.1:9/another-list.crl"
  /// The serial numbers of certificates that do not exist: larger than those of the world's certificates, which have
  /// sixteen octets.
  private static let strangerSerial: [UInt8] = [0x7e] + [UInt8](repeating: 0xee, count: 15)
  private static let damagedSerial: [UInt8] = [0x7d] + [UInt8](repeating: 0xee, count: 15)

  func sign(by key: SigningKey, as issuer: Issuer) throws(HarnessFailure) -> [UInt8] {
    let algorithm = key.method.algorithmIdentifier
    let signed = signedPart(issuer, algorithm)
    let signature = recipe.signature.applied(to: try key.sign(signed, key.method))
    let whole = DERWriter.bytes(capacity: signed.count + signature.count + 32) {
      $0.sequence {
        $0.raw(signed)
        $0.raw(algorithm)
        $0.bitString(signature)
      }
    }
    switch recipe.form {
    case .whole, .absent, .unsupplied, .emptyEntries: return whole
    case .truncated: return Array(whole.dropLast(whole.count / 2))
    case .trailing: return whole + Revocation.trailing
    }
  }

  private func signedPart(_ issuer: Issuer, _ algorithm: [UInt8]) -> [UInt8] {
    let issuedAt = clock + recipe.thisUpdate
    let extensions = recipe.version == 1 ? [] : extensions(issuer)
    return DERWriter.bytes(capacity: 512 + recipe.entries * 48) {
      $0.sequence {
        if recipe.version > 1 { $0.integer(recipe.version - 1) }
        $0.raw(algorithm)
        $0.raw(issuer.name)
        $0.time(issuedAt, recipe.dates)
        if let nextUpdate = recipe.nextUpdate { $0.time(clock + nextUpdate, recipe.dates) }
        if recipe.form == .emptyEntries {
          $0.sequence { _ in }
        } else if !listed.isEmpty || recipe.entries > 0 || recipe.beginsDamaged {
          $0.sequence { entries(issuer, issuedAt, &$0) }
        }
        if !extensions.isEmpty {
          $0.constructed(.context(0, constructed: true)) {
            $0.sequence { for item in extensions { $0.extension(item) } }
          }
        }
      }
    }
  }

  private func extensions(_ issuer: Issuer) -> [CertificateExtension] {
    var list: [CertificateExtension] = []
    if let identifier = issuer.keyIdentifier { list.append(.authorityKeyIdentifier(identifier)) }
    // Grows from run to run, as section 5.2.3 wants of an issuer's CRLs.
    var number = max(0, Int(clock.secondsSince1970))
    if case .given(let given) = recipe.number { number = given }
    if recipe.number != .absent {
      list.append(.crlNumber(number, isCritical: recipe.number == .critical))
    }
    // A delta is about a list that came before it (section 5.2.4).
    if recipe.isDelta { list.append(.deltaCRLIndicator(base: max(0, number - 1))) }
    if let scope = CertificateExtension.issuingDistributionPoint(recipe.scope, point: point ?? "") {
      list.append(scope)
    }
    return list.replaced(by: recipe.extensions) + recipe.extension.extensions
  }

  private func entries(_ issuer: Issuer, _ issuedAt: Timestamp, _ writer: inout DERWriter) {
    let date = recipe.revokedAt.map { clock + $0 } ?? Revocation.time(clock, issued: issuedAt)
    let time = DERWriter.bytes(capacity: 20) { $0.time(date, recipe.dates) }
    if recipe.beginsDamaged { writer.revoked(Self.damagedSerial, time, [.damagedInvalidityDate]) }
    if recipe.place == .first { ownEntries(issuer, time, &writer) }
    // One after the other, with what does not change encoded once: there may be very many.
    for index in 0..<recipe.entries {
      var serial = Self.strangerSerial
      for (place, shift) in [24, 16, 8, 0].enumerated() { serial[12 + place] = UInt8(index >> shift & 0xff) }
      writer.raw([DERTag.sequence.rawValue, UInt8(2 + serial.count + time.count)])
      writer.primitive(.integer, serial)
      writer.raw(time)
    }
    if recipe.place == .last { ownEntries(issuer, time, &writer) }
  }

  /// Those about certificates of the world.
  private func ownEntries(_ issuer: Issuer, _ time: [UInt8], _ writer: inout DERWriter) {
    // An entry that does not say so is about the same CA as the one before, the first about the CRL's issuer.
    var before = issuer.name
    let named = recipe.certificateIssuer ?? (recipe.scope == .indirect ? .every : .none)
    for one in listed {
      var extensions: [CertificateExtension] = []
      if recipe.version > 1 {
        extensions.append(.crlReason(recipe.reason))
        if named == .every || named == .changes && one.issuer != before {
          extensions.append(.certificateIssuer(one.issuer))
        }
        extensions = extensions.replaced(by: recipe.entryExtensions) + recipe.entryExtension.extensions
      }
      before = one.issuer
      writer.revoked(one.serial, time, extensions)
    }
  }
}

extension [CertificateExtension] {
  /// Each of these in the place of the one with its identifier, or behind all others.
  fileprivate func replaced(by items: [CRLRecipe.RawExtension]) -> [CertificateExtension] {
    var list = self
    for item in items {
      let identifier = ObjectIdentifier(dotted: item.identifier)
      let other = CertificateExtension(identifier, critical: item.isCritical, value: item.value)
      if let place = list.firstIndex(where: { $0.identifier == identifier }) {
        list[place] = other
      } else {
        list.append(other)
      }
    }
    return list
  }
}

extension DERWriter {
  fileprivate mutating func time(_ time: Timestamp, _ dates: CRLRecipe.Dates) {
    switch dates {
    case .right: self.time(time)
    case .generalized: generalizedTime(time)
    }
  }

  /// - Parameter time: encoded.
  fileprivate mutating func revoked(_ serial: [UInt8], _ time: [UInt8], _ extensions: [CertificateExtension]) {
    sequence {
      $0.primitive(.integer, serial)
      $0.raw(time)
      if !extensions.isEmpty { $0.sequence { for item in extensions { $0.extension(item) } } }
    }
  }
}

extension CRLRecipe.Extension {
  var extensions: [CertificateExtension] {
    switch self {
    case .none: []
    case .nonCritical: [Revocation.unknownExtension(critical: false)]
    case .critical: [Revocation.unknownExtension(critical: true)]
    }
  }
}
