internal import RogueModel
internal import RogueTrust

/// Compares a validated path with pin sets.
struct PinMatcher {
  var sets: [AttemptPolicy.PinSet]
  var reading: PinReading
  var scope = PinSetSelection.asConfigured
  /// Seconds since 1970.
  var now: Int64

  /// Which set speaks against the path, in words; nil when all that apply to the host are satisfied.
  ///
  /// - Parameter path: DER, leaf first, anchor included.
  func mismatch(of path: [[UInt8]], host: String) -> String? {
    let sets = scope.sets(sets, for: host, now: now)
    let failed = sets.filter { !matches($0, path) }
    guard let first = failed.first, scope != .anySet || failed.count == sets.count else { return nil }
    return "no pin for \(first.host) fits the path"
  }

  /// Whether any set applies to the host.
  func constrains(_ host: String) -> Bool { !scope.sets(sets, for: host, now: now).isEmpty }

  /// Whether sets apply to the host, and the served leaf alone satisfies them.
  func fitsLeaf(of flight: ServerFlight) -> Bool {
    constrains(flight.host) && mismatch(of: Array(flight.certificates.prefix(1)), host: flight.host) == nil
  }

  /// Whether a set that applies to the host has a pin for the leaf that is the served leaf's certificate.
  func fitsLeafCertificate(of flight: ServerFlight) -> Bool {
    scope.sets(sets, for: flight.host, now: now).flatMap(\.any).contains {
      $0.kind == .certificate && $0.position == .leaf && $0.der == flight.certificates.first
    }
  }

  private func matches(_ set: AttemptPolicy.PinSet, _ path: [[UInt8]]) -> Bool {
    switch reading {
    case .asConfigured, .keysOfCertificates, .namesOfCertificates, .issuersOfCertificates, .anywhere, .leafPinsAnywhere,
      .digestsByPrefix,
      .digestsByLetters, .digestsOfEitherKind, .certificatesAnywhere, .sameSubjectName, .serialsOfCertificates,
      .serialsAndNamesOfCertificates,
      .positionsByExtension,
      .issuerAndAnchor, .usualKeysOnly, .reissuesOfCertificates, .leafAmongCAs:
      set.any.contains { matches($0, path) }
    case .untilUnusualKey: matchesFromAnchor(set, path)
    case .everyPosition:
      [PinPosition.leaf, .ca].allSatisfy { position in
        let pins = set.any.filter { $0.position == position }
        return pins.isEmpty || pins.contains { matches($0, path) }
      } && set.any.contains { matches($0, path) }
    case .everyElement:
      path.indices.allSatisfy { index in set.any.contains { matches($0, at: index, path) } }
    case .firstKindOnly: set.any.contains { $0.kind == set.any.first?.kind && matches($0, path) }
    case .noPinsWithoutCAs:
      path.count == 1 && !set.any.isEmpty && set.any.allSatisfy { $0.position == .ca }
        || set.any.contains { matches($0, path) }
    case .loneOnly: set.any.count > 1 || set.any.contains { matches($0, path) }
    case .firstOnly: set.any.prefix(1).contains { matches($0, path) }
    case .firstTwoOnly: set.any.prefix(2).contains { matches($0, path) }
    case .leafOnly, .anyElement, .leafAndCALists: matchesKeys(set, path.map { CertificateFacts(der: $0)?.spki })
    }
  }

  private func matches(_ pin: AttemptPolicy.Pin, _ path: [[UInt8]]) -> Bool {
    path.indices.contains { matches(pin, at: $0, path) }
  }

  private func matches(_ pin: AttemptPolicy.Pin, at index: Int, _ path: [[UInt8]]) -> Bool {
    let element = path[index]
    guard stands(pin, at: index, path), isThe(digestOf: pin) else { return false }
    if pin.likeness == .certificate { return element == pin.der }
    switch pin.kind {
    case .spki:
      guard let key = CertificateFacts(der: element)?.spki else { return false }
      return key == pin.der && (reading != .usualKeysOnly || Self.usualKeys.contains(key.count))
    case .certificate:
      if element == pin.der { return true }
      guard let own = CertificateFacts(der: element), let theirs = CertificateFacts(der: pin.der) else {
        return false
      }
      return resembles(own, theirs, at: index)
    }
  }

  /// For libraries that write the SubjectPublicKeyInfo anew for the kinds of keys that they know, and give up at others.
  private func matchesFromAnchor(_ set: AttemptPolicy.PinSet, _ path: [[UInt8]]) -> Bool {
    for index in path.indices.reversed() {
      guard let key = CertificateFacts(der: path[index])?.spki, Self.isOfUsualKind(key) else { return false }
      if set.any.contains(where: { matches($0, at: index, path) }) { return true }
    }
    return false
  }

  /// RSA (not RSASSA-PSS), P-256 or P-384.
  private static func isOfUsualKind(_ key: [UInt8]) -> Bool {
    key.count == 91 || key.count == 120 || key.indices.contains { key[$0...].starts(with: rsaEncryption) }
  }

  /// 1.2.840.113549.1.1.1
  private static let rsaEncryption: [UInt8] = [0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01]
  /// The lengths of a SubjectPublicKeyInfo of P-256, P-384, and RSA with 2048 and 4096 bits.
  private static let usualKeys: Set<Int> = [91, 120, 294, 550]

  /// Whether an element of the path stands where the pin is for.
  private func stands(_ pin: AttemptPolicy.Pin, at index: Int, _ path: [[UInt8]]) -> Bool {
    switch reading {
    case .anywhere: true
    case .leafPinsAnywhere where pin.position == .leaf: true
    case .certificatesAnywhere: pin.kind == .certificate || pin.position.contains(index)
    case .leafAmongCAs where pin.position == .ca: true
    case .positionsByExtension where pin.position == .ca: CertificateFacts(der: path[index])?.isCA == true
    case .issuerAndAnchor where pin.position == .ca: index > 0 && (index == 1 || index == path.count - 1)
    default: pin.position.contains(index)
    }
  }

  /// Whether a certificate that is not the pinned one is taken for it.
  private func resembles(_ own: CertificateFacts, _ theirs: CertificateFacts, at index: Int) -> Bool {
    switch reading {
    case .keysOfCertificates: own.spki == theirs.spki
    case .namesOfCertificates: own.subject == theirs.subject
    case .issuersOfCertificates: own.issuer == theirs.issuer
    case .reissuesOfCertificates: own.subject == theirs.subject && own.spki == theirs.spki
    case .sameSubjectName:
      index > 0 && own.subject == theirs.subject && own.keyIdentifier != nil
        && own.keyIdentifier == theirs.keyIdentifier
    case .serialsOfCertificates: index == 0 && own.issuer == theirs.issuer && own.serial == theirs.serial
    case .serialsAndNamesOfCertificates: own.subject == theirs.subject && own.serial == theirs.serial
    default: false
    }
  }

  /// Whether the pin is that of its key: a digest that only resembles it belongs to no key.
  private func isThe(digestOf pin: AttemptPolicy.Pin) -> Bool {
    switch pin.likeness {
    case nil: true
    case .prefix: reading == .digestsByPrefix
    case .letters: reading == .digestsByLetters
    case .certificate: reading == .digestsOfEitherKind
    }
  }

  /// For libraries that support only SPKI pins; a set without any of them is not configured for this host.
  private func matchesKeys(_ set: AttemptPolicy.PinSet, _ keys: [[UInt8]?]) -> Bool {
    let pins = set.any.filter { $0.kind == .spki && isThe(digestOf: $0) }
    guard !pins.isEmpty else { return !set.any.isEmpty }
    switch reading {
    case .leafOnly: return pins.contains { $0.der == keys.first }
    case .leafAndCALists:
      let leafPins = pins.filter { $0.position == .leaf }
      let others = pins.filter { $0.position != .leaf }
      return (leafPins.isEmpty || leafPins.contains { $0.der == keys.first })
        && (others.isEmpty || others.contains { keys.dropFirst().contains($0.der) })
    default: return pins.contains { keys.contains($0.der) }
    }
  }
}

extension PinPosition {
  /// Whether an element of the path stands there; 0 is the leaf.
  func contains(_ index: Int) -> Bool {
    switch self {
    case .leaf: index == 0
    case .ca: index > 0
    case .chain: true
    }
  }
}
