internal import RogueModel
internal import RogueOpenSSL

extension AttemptFiles {
  /// The attempt as the contract's JSON object; every file that it names is written.
  func json() throws(HarnessFailure) -> JSON {
    let connect = attempt.connect
    return [
      "type": "attempt",
      "id": .string(attempt.id),
      "conversation": .string(attempt.conversation),
      "step": JSON(attempt.step),
      "needs": .array(attempt.needs.map { .string($0.rawValue) }),
      "reuse": .string(attempt.reuse.rawValue),
      "learn": .bool(attempt.learn),
      "deadlineMilliseconds": JSON(attempt.deadlineMilliseconds),
      "directory": .string(directory),
      "state": "../state/",
      "connect": [
        "host": .string(connect.host),
        "address": .string(connect.address),
        "port": JSON(connect.port),
        "path": .string(connect.path),
        "proxy": JSON(connect.proxy),
        "proxyHost": JSON(connect.proxyHost),
        "starttls": JSON(connect.startTLS?.rawValue),
      ],
      "tls": [
        "minimum": .string(attempt.minimumTLS.rawValue),
        "maximum": .string(attempt.maximumTLS.rawValue),
        "alpn": .array(attempt.alpn.map(JSON.string)),
      ],
      "served": try servedJSON(),
      "policy": try policy(),
    ]
  }

  private func policy() throws(HarnessFailure) -> JSON {
    let policy = attempt.policy
    return [
      "systemAnchors": JSON(try systemAnchors()),
      "userAnchors": JSON(try userAnchors()),
      "anchors": JSON(try anchors()),
      "proxyAnchors": JSON(try proxyAnchors()),
      "hostname": JSON(policy.hostname),
      "pinSets": try pinSets(),
      "revocation": [
        "mode": .string(policy.revocation.mode.rawValue),
        "methods": .array(policy.revocation.methods.map { .string($0.rawValue) }),
        "network": .bool(policy.revocation.allowsNetwork),
        "crls": .array(try crls().map(JSON.string)),
        "allCRLs": JSON(try allCRLs()),
      ],
      "transparency": try transparency(),
      "identity": try identity(),
      "time": JSON(policy.time?.description),
    ]
  }

  private func pinSets() throws(HarnessFailure) -> JSON {
    var sets: [JSON] = []
    var index = 0
    for set in attempt.policy.pinSets {
      var pins: [JSON] = []
      for pin in set.any {
        let digest = pin.digest
        pins.append([
          "kind": .string(pin.kind.rawValue),
          "position": .string(pin.position.rawValue),
          "sha256": .string(Base64.encode(digest)),
          "sha256Hex": .string(Hexadecimal.encode(digest)),
          "der": pin.likeness == nil ? .string(try pinDER(pin, index)) : .null,
          "pem": pin.likeness == nil ? .string(try pinPEM(pin, index)) : .null,
        ])
        index += 1
      }
      sets.append([
        "host": .string(set.host),
        "includeSubdomains": .bool(set.includeSubdomains),
        "expires": JSON(set.expires?.description),
        "any": .array(pins),
      ])
    }
    return .array(sets)
  }

  private func transparency() throws(HarnessFailure) -> JSON {
    guard let transparency = attempt.policy.transparency else { return .null }
    return [
      "require": JSON(transparency.minimum), "operators": JSON(transparency.operators),
      "logs": .string(try logs(transparency)), "opensslLogs": .string(try opensslLogs(transparency)),
    ]
  }

  /// Exactly one form is given; the members of the other are null.
  private func identity() throws(HarnessFailure) -> JSON {
    guard let identity = attempt.policy.identity else { return .null }
    switch identity.form {
    case .pkcs12:
      return [
        "pkcs12": .string(try identityPKCS12(identity)), "password": .string(identity.password), "certificate": .null,
        "intermediates": .null, "key": .null, "others": .array([]),
      ]
    case .pem:
      var others: [JSON] = []
      for (index, other) in identity.others.enumerated() { others.append(.object(try pem(other, index + 1))) }
      return .object(
        [JSON.Member("pkcs12", .null), JSON.Member("password", .null)] + (try pem(identity, 0))
          + [JSON.Member("others", .array(others))])
    }
  }

  private func pem(_ identity: AttemptPolicy.Identity, _ number: Int) throws(HarnessFailure) -> [JSON.Member] {
    [
      JSON.Member("certificate", .string(try identityCertificate(identity, number))),
      JSON.Member("intermediates", .string(try identityIntermediates(identity, number))),
      JSON.Member("key", .string(try identityKey(identity, number))),
    ]
  }
}
