import RogueModel

extension Observation {
  func json(_ certificates: inout CertificateTable) -> JSON {
    [
      "connections": .array(connections.map { $0.json(&certificates) }),
      "proxied": .array(proxied.map { $0.json(&certificates) }),
      "fetches": .array(fetches.map(\.json)),
      "faults": .array(faults.map(JSON.string)),
      "dropped": .array(dropped.map(\.json)),
      "droppedCount": .integer(Int64(droppedCount)),
      "floods": .array(floods.map(JSON.string)),
    ]
  }

  init(json: JSON, certificates: CertificateTable) throws(EventLogMismatch) {
    self.init(
      connections: try json.list("connections").map { (connection) throws(EventLogMismatch) in
        try ConnectionEvidence(json: connection, certificates: certificates)
      },
      proxied: try json.list("proxied").map { (connection) throws(EventLogMismatch) in
        try ConnectionEvidence(json: connection, certificates: certificates)
      },
      fetches: try json.list("fetches").map(FetchEvidence.init(json:)), faults: try json.texts("faults"),
      dropped: try json.list("dropped").map(DroppedConnection.init(json:)),
      droppedCount: try json.number("droppedCount"), floods: try json.texts("floods"))
  }
}

extension DroppedConnection {
  var json: JSON { ["atMicroseconds": .integer(Int64(at)), "cause": .string(cause.rawValue), "name": JSON(name)] }

  init(json: JSON) throws(EventLogMismatch) {
    self.init(at: try json.number("atMicroseconds"), cause: try json.word("cause"), name: try json.optionalText("name"))
  }
}

extension FetchEvidence {
  var json: JSON {
    [
      "kind": .string(kind.rawValue),
      "name": .string(name),
      "atMicroseconds": .integer(Int64(at)),
      "response": .string(answer),
      "method": .string(method),
      "target": .string(target),
      "requestBytes": JSON(questionBytes),
      "nonce": JSON(nonce.map(Base64.encode)),
      "responseBytes": .integer(Int64(answerBytes)),
    ]
  }

  init(json: JSON) throws(EventLogMismatch) {
    self.init(
      kind: try json.word("kind"), name: try json.text("name"), at: try json.number("atMicroseconds"),
      answer: try json.text("response"), method: try json.text("method"), target: try json.text("target"),
      questionBytes: try json.optionalNumber("requestBytes"),
      nonce: json.optional("nonce") == nil ? nil : try json.bytes("nonce"),
      answerBytes: try json.number("responseBytes"))
  }
}

extension AlertEvidence {
  /// The name is for people; only the code is read back.
  var json: JSON {
    [
      "from": .string(from.rawValue),
      "fatal": .bool(isFatal),
      "code": .integer(Int64(code)),
      "name": .string(AlertName.of(code)),
      "atMicroseconds": .integer(Int64(at)),
    ]
  }

  init(json: JSON) throws(EventLogMismatch) {
    self.init(
      from: try json.word("from"), isFatal: try json.flag("fatal"), code: try json.number("code"),
      at: try json.number("atMicroseconds"))
  }
}

extension ClientHelloEvidence {
  var json: JSON {
    [
      "serverName": JSON(serverName),
      "alpn": .array(alpn.map(JSON.string)),
      "versions": .array(versions.map { .integer(Int64($0)) }),
      "groups": .array(groups.map { .integer(Int64($0)) }),
      "cipherSuites": .array(cipherSuites.map { .integer(Int64($0)) }),
      "requestsStaple": .bool(requestsStaple),
      "requestsSCTs": .bool(requestsSCTs),
      "offersPostHandshakeAuthentication": .bool(offersPostHandshakeAuthentication),
    ]
  }

  init(json: JSON) throws(EventLogMismatch) {
    self.init(
      serverName: try json.optionalText("serverName"), alpn: try json.texts("alpn"),
      versions: try json.numbers("versions"), groups: try json.numbers("groups"),
      cipherSuites: try json.numbers("cipherSuites"), requestsStaple: try json.flag("requestsStaple"),
      requestsSCTs: try json.flag("requestsSCTs"),
      offersPostHandshakeAuthentication: try json.flag("offersPostHandshakeAuthentication"))
  }
}
