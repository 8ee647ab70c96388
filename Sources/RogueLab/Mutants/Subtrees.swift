internal import RogueModel
internal import RogueTrust
internal import RogueValidators

/// A reading of the constraints on addresses (RFC 5280, section 4.2.1.10), right or otherwise.
struct AddressConstraints: Sendable {
  /// The base is compared under the mask, as the address is.
  var masksBase = true
  /// A mask of zeros covers every address.
  var knowsEveryAddress = true
  /// Octets that the mask covers in part are not compared.
  var comparesWholeOctetsOnly = false

  /// Whether every address of the leaf is one that the CAs may issue for.
  func allow(_ context: PolicyEvaluation) -> Bool {
    guard let leaf = context.path.first.flatMap({ CertificateFacts(der: $0) }) else { return false }
    return context.path.dropFirst().compactMap { CertificateFacts(der: $0) }.allSatisfy { issuer in
      leaf.addresses.allSatisfy { address in
        let permitted = issuer.permittedRanges
        return (permitted.isEmpty || permitted.contains { holds($0, address) })
          && !issuer.excludedRanges.contains { holds($0, address) }
      }
    }
  }

  private func holds(_ range: [UInt8], _ address: [UInt8]) -> Bool {
    guard range.count == 2 * address.count else { return false }
    let (base, mask) = (range.prefix(address.count), range.suffix(address.count))
    guard knowsEveryAddress || mask.contains(where: { $0 != 0 }) else { return false }
    return zip(zip(base, mask), address).allSatisfy { pair, octet in
      comparesWholeOctetsOnly && pair.1 != 0xff || octet & pair.1 == (masksBase ? pair.0 & pair.1 : pair.0)
    }
  }
}

/// A reading of the constraints on directory names (RFC 5280, sections 4.2.1.10 and 7.1), right or otherwise.
struct DirectoryConstraints: Sendable {
  /// A subtree holds the names that begin with it.
  var comparesBeginning = true

  /// Whether every subject of the path is one that the CAs above it may issue for.
  func allow(_ context: PolicyEvaluation) -> Bool {
    let path = context.path.compactMap { CertificateFacts(der: $0) }
    return path.indices.dropFirst().allSatisfy { place in
      path[..<place].allSatisfy { allow($0, by: path[place]) }
    }
  }

  private func allow(_ certificate: CertificateFacts, by issuer: CertificateFacts) -> Bool {
    let name = certificate.subjectNames
    guard !name.isEmpty else { return true }
    let permitted = issuer.permittedDirectories
    return (permitted.isEmpty || permitted.contains { holds($0, name) })
      && !issuer.excludedDirectories.contains { holds($0, name) }
  }

  private func holds(_ subtree: [[UInt8]], _ name: [[UInt8]]) -> Bool {
    comparesBeginning ? name.starts(with: subtree) : name == subtree
  }
}
