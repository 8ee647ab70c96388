import GnuTLSPKI
import RogueGnuTLS
import RogueModel
import RogueOpenSSL
import Testing

/// Every fault that an OCSP response can be given, read by the program `openssl`: that one, and no other.
@Suite struct OCSPRecipeTests {
  struct Fault: Sendable, CustomTestStringConvertible {
    var name: String
    var changes: Set<String>
    var change: @Sendable (inout OCSPRecipe) -> Void
    var testDescription: String { name }

    init(_ name: String, _ changes: Set<String>, _ change: @escaping @Sendable (inout OCSPRecipe) -> Void) {
      self.name = name
      self.changes = changes
      self.change = change
    }
  }

  static let answer: Set<String> = [
    "Certificate ID", "Hash Algorithm", "Issuer Name Hash", "Issuer Key Hash", "Serial Number", "Cert Status",
    "This Update", "Next Update",
  ]
  static let unknown = "1.3.6.1.4.1.32473.1"

  static let faults: [Fault] = [
    Fault("unknown", ["Cert Status"]) { $0.status = .unknown },
    Fault("revoked", ["Cert Status", "Revocation Time", "Revocation Reason"]) { $0.status = .revoked },
    Fault("revoked tomorrow", ["Cert Status", "Revocation Time", "Revocation Reason"]) {
      $0.status = .revoked
      $0.revokedAt = 86_400
    },
    Fault("this update", ["This Update", "Produced At"]) { $0.thisUpdate = -10 * 86_400 },
    Fault("next update", ["Next Update"]) { $0.nextUpdate = -60 },
    Fault("no next update", ["Next Update"]) { $0.nextUpdate = nil },
    Fault("produced at", ["Produced At"]) { $0.producedAt = 86_400 },
    Fault("about another", ["Serial Number"]) { $0.about = "client" },
    Fault("SHA-256", ["Hash Algorithm", "Issuer Name Hash", "Issuer Key Hash"]) { $0.certIDHash = .sha256 },
    Fault("another issuer's name", ["Issuer Name Hash"]) { $0.issuerHashes = .wrongName },
    Fault("another issuer's key", ["Issuer Key Hash"]) { $0.issuerHashes = .wrongKey },
    Fault("by name", ["Responder Id"]) { $0.responderID = .byName },
    Fault("another key named", ["Responder Id", "Signature"]) { $0.responderID = .wrongKey },
    Fault("another name named", ["Responder Id", "Signature"]) { $0.responderID = .wrongName },
    Fault("corrupt signature", ["Signature"]) { $0.signature = .corrupt },
    Fault("empty signature", ["Signature"]) { $0.signature = .empty },
    Fault("unknown extension", ["Response Extensions", unknown]) { $0.extension = .nonCritical },
    Fault("critical extension", ["Response Extensions", unknown]) { $0.extension = .critical },
    Fault("unknown extension of the answer", ["Response Single Extensions", unknown]) {
      $0.answerExtension = .nonCritical
    },
    Fault("critical extension of the answer", ["Response Single Extensions", unknown]) {
      $0.answerExtension = .critical
    },
    Fault("the issuer beside it", ["Certificates"]) { $0.certificates = ["issuing"] },
    Fault("a delegate", ["Responder Id", "Certificates"]) { $0.signer = "responder" },
    Fault("a delegate that is not there", ["Responder Id", "Signature"]) {
      $0.signer = "responder"
      $0.certificates = []
    },
    Fault("a delegate that comes last", ["Responder Id", "Certificates"]) {
      $0.signer = "responder"
      $0.certificates = ["client", "issuing", "responder"]
    },
    Fault("somebody else's answer first", answer.union(["Revocation Time", "Revocation Reason"])) {
      $0.before = [OCSPRecipe.SingleResponse(about: "client", status: .revoked)]
    },
    Fault("somebody else's answer last", answer) { $0.after = [OCSPRecipe.SingleResponse(about: "client")] },
    Fault("no answers", answer) { $0.form = .noAnswers },
  ]

  static func text(_ change: (inout OCSPRecipe) -> Void) throws -> OpenSSLReading.Text {
    let hierarchy = try Worlds.mint()
    var recipe = OCSPRecipe()
    change(&recipe)
    return try OpenSSLReading.response(
      hierarchy.revocation.ocspResponse(about: "leaf", request: nil, recipe: recipe),
      issuer: #require(hierarchy.certificates["issuing"]).der, root: #require(hierarchy.certificates["root"]).der)
  }

  @Test(arguments: faults)
  func `a response has the fault that it is given, and no other`(_ fault: Fault) throws {
    let honest = try Self.text { _ in }
    try #require(honest.isRead && honest.values["Signature"] == ["good"] && honest.values["Certificates"] == ["0"])
    let rogue = try Self.text(fault.change)
    #expect(rogue.isRead)
    #expect(rogue.differences(from: honest) == fault.changes, "\(rogue.values) instead of \(honest.values)")
  }

  @Test func `critical is set where it is configured, and nowhere else`() throws {
    for (isCritical, change) in [
      (true, { $0.extension = .critical }), (false, { $0.extension = .nonCritical }),
      (true, { $0.answerExtension = .critical }), (false, { $0.answerExtension = .nonCritical }),
    ] as [(Bool, (inout OCSPRecipe) -> Void)] {
      let text = try Self.text(change)
      #expect(text.values[Self.unknown]?.first == (isCritical ? "critical" : ""))
    }
  }

  @Test func `an empty list of extensions is written as an empty list`() throws {
    let hierarchy = try Worlds.mint()
    let usual = try hierarchy.revocation.ocspResponse(about: "leaf", request: nil, recipe: nil)
    for change in [{ $0.extension = .empty }, { $0.answerExtension = .empty }] as [(inout OCSPRecipe) -> Void] {
      var recipe = OCSPRecipe()
      change(&recipe)
      let der = try hierarchy.revocation.ocspResponse(about: "leaf", request: nil, recipe: recipe)
      // [1] { SEQUENCE {} }.
      #expect(der.contains([0xa1, 0x02, 0x30, 0x00]) && !usual.contains([0xa1, 0x02, 0x30, 0x00]))
      #expect(try OCSPResponseReader(der: der).responseStatus == 0)
    }
  }

  @Test func `both libraries refuse an incomplete response`() throws {
    let hierarchy = try Worlds.mint()
    func response(_ form: OCSPRecipe.Form) throws -> [UInt8] {
      var recipe = OCSPRecipe()
      recipe.form = form
      return try hierarchy.revocation.ocspResponse(about: "leaf", request: nil, recipe: recipe)
    }
    let whole = try response(.whole)
    #expect(try response(.empty) == [])
    let truncated = try response(.truncated)
    #expect(truncated.count < whole.count && truncated.count > 50)
    #expect(throws: OpenSSLFailure.self) { try OCSPResponseReader(der: truncated) }
    #expect(throws: (any Error).self) { try GnuTLSOCSPResponse(der: truncated) }
    let trailing = try response(.trailing)
    #expect(trailing.suffix(2) == [0x05, 0x00] && trailing.count == whole.count + 2)
    #expect(throws: OpenSSLFailure.self) { try OCSPResponseReader(der: trailing) }
    #expect(throws: Never.self) { try OCSPResponseReader(der: Array(trailing.dropLast(2))) }
    let bare = try response(.noBody)
    #expect(try bare == [0x30, 3, 0x0a, 1, 0] && OCSPResponseReader(der: bare).responseStatus == 0)
    #expect(try OCSPResponseReader(der: response(.otherType)).firstStatement == nil)
  }

  @Test(
    arguments: [
      (OCSPRecipe.Nonce.echo, [[1, 2, 3, 4]]), (.absent, []), (.wrong, [[1, 2, 3, 5]]),
      (.twice, [[1, 2, 3, 4], [1, 2, 3, 5]]),
    ] as [(OCSPRecipe.Nonce, [[UInt8]])])
  func `a nonce is changed as configured if one was sent`(
    _ nonce: OCSPRecipe.Nonce, _ expected: [[UInt8]]
  ) throws {
    let hierarchy = try Worlds.mint()
    let leaf = try #require(hierarchy.certificates["leaf"]).der
    let issuer = try #require(hierarchy.certificates["issuing"]).der
    var recipe = OCSPRecipe()
    recipe.nonce = nonce
    let question = try OCSPQuestion.der(about: leaf, issuer: issuer, nonce: [1, 2, 3, 4])
    #expect(OCSPQuestion.nonce(of: question) == [0x04, 4, 1, 2, 3, 4])
    let reply = try OCSPResponseReader(
      der: hierarchy.revocation.ocspResponse(about: "leaf", request: question, recipe: recipe))
    #expect(reply.nonces == expected.map { [0x04, 4] + $0 })
    #expect(try reply.isSigned(forIssuer: issuer, anchors: hierarchy.der("root"), at: OCSPResponseTests.now))
    let withoutNonce = try OCSPResponseReader(
      der: hierarchy.revocation.ocspResponse(about: "leaf", request: nil, recipe: recipe))
    #expect(withoutNonce.nonces == [])
    #expect(try OCSPQuestion.nonce(of: OCSPQuestion.der(about: leaf, issuer: issuer)) == nil)
    #expect(OCSPQuestion.nonce(of: [1, 2, 3]) == nil)
  }

  @Test func `a response that names its signer by name has that name`() throws {
    let text = try Self.text {
      $0.signer = "responder"
      $0.responderID = .byName
    }
    #expect(text.values["Responder Id"]?.first?.hasSuffix("Rogues' Gallery test responder") == true)
    #expect(text.values["Signature"] == ["good"])
  }
}
