import RogueModel
import Testing

@testable import RogueAdapters

private func read(_ output: String) -> Result<AdapterOutcome, ExecOutcome.Complaint> {
  ExecOutcome.read(Array(output.utf8), of: .sample(id: "a3f9"))
}

@Suite struct ExecOutcomeTests {
  @Test(
    arguments: [
      ("ACCEPT \(someNonce)\n", .statement(Statement(said: .accept, nonce: someNonce))),
      ("ACCEPT \(someNonce)", .statement(Statement(said: .accept, nonce: someNonce))),
      ("chatter\nACCEPT \(someNonce)\r\n\n", .statement(Statement(said: .accept, nonce: someNonce))),
      ("CANCEL expired\n", .statement(Statement(said: .cancel, reason: .expired))),
      ("CANCEL\n", .statement(Statement(said: .cancel))),
      ("CANCEL \n", .statement(Statement(said: .cancel))),
      (
        "CANCEL client-identity@configuration cannot read it\n",
        .statement(
          Statement(said: .cancel, reason: .clientIdentity, phase: .configuration, detail: "cannot read it"))
      ),
      (
        "CANCEL pin-mismatch got ab, want cd\n",
        .statement(Statement(said: .cancel, reason: .pinMismatch, detail: "got ab, want cd"))
      ),
      ("ACCEPT 00\nCANCEL other\n", .statement(Statement(said: .cancel, reason: .other))),
      ("UNSUPPORTED pin.spki.ca\n", .unsupported(capability: "pin.spki.ca", why: nil)),
      ("UNSUPPORTED tofu no store\n", .unsupported(capability: "tofu", why: "no store")),
      ("FAILED network connection refused\n", .failed(cause: .network, detail: "connection refused")),
      ("FAILED timeout\n", .failed(cause: .timeout, detail: nil)),
    ] as [(String, AdapterOutcome)])
  func `each form of the last line is understood`(output: String, outcome: AdapterOutcome) throws {
    #expect(try read(output).get() == outcome)
  }

  @Test(arguments: [
    "", "\n", "\n\r\n", "ACCEPT", "ACCEPT ", "ACCEPT 0123", "ACCEPT \(someNonce)0", "ACCEPT \(someNonce) and more",
    "ACCEPT zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz", "accept \(someNonce)", " ACCEPT \(someNonce)", "ACCEPTED",
    "CANCEL expired@", "CANCEL expired@noon", "CANCEL @handshake", "CANCEL other@handshake@handshake",
    "CANCEL because", "CANCEL: expired", "UNSUPPORTED", "FAILED", "FAILED miserably", "It depends.",
    "ACCEPT \(someNonce)\nbye", "STATEMENT", "STATEMENT {", "STATEMENT []", "STATEMENT {\"type\":\"statement\"}",
  ])
  func `any other last line is an adapter error, never a refusal`(output: String) {
    #expect(throws: ExecOutcome.Complaint.self) { try read(output).get() }
  }

  @Test func `bytes that are not UTF-8 are an adapter error`() {
    #expect(throws: ExecOutcome.Complaint.self) {
      try ExecOutcome.read([0x43, 0xff, 0xfe, 0x0a], of: .sample()).get()
    }
  }

  @Test func `a full statement is read with all its members`() throws {
    let digest = String(repeating: "ab", count: 32)
    let text =
      #"{"type":"statement","id":"a3f9","disposition":"cancel","reason":"revoked","phase":"handshake","#
      + #""endedBy":"client","detail":"certificate revoked","path":["\#(digest)"],"milliseconds":12,"nonce":null}"#
    #expect(
      try read("STATEMENT \(text)\n").get()
        == .statement(
          Statement(
            said: .cancel, reason: .revoked, phase: .handshake, endedBy: .client, detail: "certificate revoked",
            path: [digest])))
  }

  @Test(arguments: ["", #","reason":null"#, #","reason":null,"phase":null,"detail":null"#])
  func `a complete outcome needs no reason`(rest: String) throws {
    let text = #"STATEMENT {"type":"statement","id":"a3f9","disposition":"cancel"\#(rest)}"#
    #expect(try read(text).get() == .statement(Statement(said: .cancel)))
  }

  @Test(arguments: [
    #"{"type":"statement","id":"other","disposition":"cancel","reason":"other"}"#,
    #"{"type":"statement","id":"a3f9","disposition":"refuse","reason":"other"}"#,
    #"{"type":"statement","id":"a3f9","disposition":"cancel","reason":"bad"}"#,
    #"{"type":"statement","id":"a3f9","disposition":"cancel","reason":7}"#,
    #"{"type":"statement","id":"a3f9","disposition":"cancel","reason":"other","phase":"before"}"#,
    #"{"type":"statement","id":"a3f9","disposition":"cancel","reason":"other","nonce":"\#(someNonce)"}"#,
    #"{"type":"statement","id":"a3f9","disposition":"cancel","reason":"other","path":["ab"]}"#,
    #"{"type":"statement","id":"a3f9","disposition":"accept"}"#,
    #"{"type":"statement","id":"a3f9","disposition":"accept","nonce":"12"}"#,
    #"{"type":"unsupported","id":"a3f9"}"#, #"{"type":"failed","id":"a3f9","cause":"bad luck"}"#,
    #"{"type":"verdict","id":"a3f9"}"#,
  ])
  func `a statement that breaks the contract is a complaint`(text: String) {
    #expect(throws: ExecOutcome.Complaint.self) { try read("STATEMENT \(text)").get() }
  }

  @Test func `the other two objects may come in full form too`() throws {
    #expect(
      try read(#"STATEMENT {"type":"unsupported","id":"a3f9","capability":"tofu","why":"no"}"#).get()
        == .unsupported(capability: "tofu", why: "no"))
    #expect(
      try read(#"STATEMENT {"type":"failed","id":"a3f9","cause":"server","detail":"alert"}"#).get()
        == .failed(cause: .server, detail: "alert"))
  }
}
