import RogueModel

extension ConnectionEvidence {
  func json(_ certificates: inout CertificateTable) -> JSON {
    [
      "index": .integer(Int64(index)),
      "owner": .string(owner.rawValue),
      "openedAtMicroseconds": .integer(Int64(openedAt)),
      "closedAtMicroseconds": JSON(closedAt),
      "clientHello": clientHello?.json ?? .null,
      "version": JSON(version?.rawValue),
      "olderVersion": JSON(olderVersion),
      "cipherSuite": JSON(cipherSuite),
      "cipherSuiteName": JSON(cipherSuite.map(CipherSuiteName.of)),
      "resumed": .bool(resumed),
      "reused": .bool(reused),
      "serverCertificates": serverCertificates.map { certificates.indices(of: $0) } ?? .null,
      "staples": .array(
        staples.sorted { $0.key < $1.key }
          .map { ["entry": .integer(Int64($0.key)), "response": .string(Base64.encode($0.value))] }),
      "sctList": JSON(sctList.map(Base64.encode)),
      "certificatesSentAtMicroseconds": JSON(certificatesSentAt),
      "certificateRequested": .bool(certificateRequested),
      "renegotiation": renegotiation?.json(&certificates) ?? .null,
      "clientCertificates": clientCertificates.map { certificates.indices(of: $0) } ?? .null,
      "clientCertificateMessage": JSON(clientCertificateMessage.map(Base64.encode)),
      "clientFinishedAtMicroseconds": JSON(clientFinishedAt),
      "alerts": .array(alerts.map(\.json)),
      "applicationBytes": .integer(Int64(applicationBytes)),
      "earlyBytes": .integer(Int64(earlyBytes)),
      "firstApplicationAtMicroseconds": JSON(firstApplicationAt),
      "request": JSON(request),
      "requestHost": JSON(requestHost),
      "nonceSentAtMicroseconds": JSON(nonceSentAt),
      "refusal": JSON(refusal),
      "refusedClientBecause": JSON(refusedClientBecause),
      "end": ["by": .string(end.by.rawValue), "how": .string(end.how.rawValue)],
      "bytesIn": .integer(Int64(bytesIn)),
      "bytesOut": .integer(Int64(bytesOut)),
      "undecoded": JSON(undecoded),
      "presented": .array(presented.sorted().map { .string($0) }),
      "missingOffers": .array(missingOffers.map { .string($0) }),
      "flightWasRewritten": .bool(flightWasRewritten),
      "startTLS": clear?.json ?? .null,
    ]
  }

  init(json: JSON, certificates: CertificateTable) throws(EventLogMismatch) {
    var staples: [Int: [UInt8]] = [:]
    for staple in try json.list("staples") {
      staples[try staple.number("entry")] = try staple.bytes("response")
    }
    self.init(
      index: try json.number("index"),
      owner: try json.word("owner"), openedAt: try json.number("openedAtMicroseconds"),
      reused: try json.flag("reused"))
    closedAt = try json.optionalNumber("closedAtMicroseconds")
    clientHello = try json.optional("clientHello").map(ClientHelloEvidence.init(json:))
    version = try json.optionalWord("version")
    olderVersion = try json.optionalNumber("olderVersion")
    cipherSuite = try json.optionalNumber("cipherSuite")
    resumed = try json.flag("resumed")
    serverCertificates = try certificates.optionalList("serverCertificates", of: json)
    self.staples = staples
    sctList = json.optional("sctList") == nil ? nil : try json.bytes("sctList")
    certificatesSentAt = try json.optionalNumber("certificatesSentAtMicroseconds")
    certificateRequested = try json.flag("certificateRequested")
    renegotiation = try json.optional("renegotiation").map { (second) throws(EventLogMismatch) in
      try RenegotiationEvidence(json: second, certificates: certificates)
    }
    clientCertificates = try certificates.optionalList("clientCertificates", of: json)
    clientCertificateMessage =
      json.optional("clientCertificateMessage") == nil ? nil : try json.bytes("clientCertificateMessage")
    clientFinishedAt = try json.optionalNumber("clientFinishedAtMicroseconds")
    alerts = try json.list("alerts").map(AlertEvidence.init(json:))
    applicationBytes = try json.number("applicationBytes")
    earlyBytes = try json.number("earlyBytes")
    firstApplicationAt = try json.optionalNumber("firstApplicationAtMicroseconds")
    request = try json.optionalText("request")
    requestHost = try json.optionalText("requestHost")
    nonceSentAt = try json.optionalNumber("nonceSentAtMicroseconds")
    refusal = try json.optionalText("refusal")
    refusedClientBecause = try json.optionalText("refusedClientBecause")
    let end = try json.value("end")
    self.end = ConnectionEnd(by: try end.word("by"), how: try end.word("how"))
    bytesIn = try json.number("bytesIn")
    bytesOut = try json.number("bytesOut")
    undecoded = try json.optionalText("undecoded")
    presented = Set(try json.texts("presented"))
    flightWasRewritten = try json.flag("flightWasRewritten")
    clear = try json.optional("startTLS").map(StartTLSEvidence.init(json:))
    missingOffers = try json.texts("missingOffers")
  }
}

extension StartTLSEvidence {
  var json: JSON {
    [
      "offered": offered.map(JSON.bool) ?? .null,
      "acceptedTLS": agreed.map(JSON.bool) ?? .null,
      "preauthenticated": .bool(isPreauthenticated),
      "surplusBytes": .integer(Int64(surplusBytes)),
      "applicationBytes": .integer(Int64(applicationBytes)),
      "firstApplicationAtMicroseconds": JSON(firstApplicationAt),
      "commands": .array(commands.map(JSON.string)),
    ]
  }

  init(json: JSON) throws(EventLogMismatch) {
    self.init(
      offered: json.optional("offered") == nil ? nil : try json.flag("offered"),
      agreed: json.optional("acceptedTLS") == nil ? nil : try json.flag("acceptedTLS"),
      isPreauthenticated: try json.flag("preauthenticated"), surplusBytes: try json.number("surplusBytes"),
      applicationBytes: try json.number("applicationBytes"),
      firstApplicationAt: try json.optionalNumber("firstApplicationAtMicroseconds"),
      commands: try json.texts("commands"))
  }
}

extension RenegotiationEvidence {
  func json(_ table: inout CertificateTable) -> JSON {
    [
      "requestedAtMicroseconds": JSON(requestedAt),
      "certificates": certificates.map { table.indices(of: $0) } ?? .null,
      "certificatesSentAtMicroseconds": JSON(certificatesSentAt),
      "clientFinishedAtMicroseconds": JSON(clientFinishedAt),
      "applicationBytes": .integer(Int64(applicationBytes)),
      "presented": .array(presented.sorted().map(JSON.string)),
    ]
  }

  init(json: JSON, certificates: CertificateTable) throws(EventLogMismatch) {
    self.init(
      requestedAt: try json.optionalNumber("requestedAtMicroseconds"),
      certificates: try certificates.optionalList("certificates", of: json),
      certificatesSentAt: try json.optionalNumber("certificatesSentAtMicroseconds"),
      clientFinishedAt: try json.optionalNumber("clientFinishedAtMicroseconds"),
      applicationBytes: try json.number("applicationBytes"), presented: Set(try json.texts("presented")))
  }
}
