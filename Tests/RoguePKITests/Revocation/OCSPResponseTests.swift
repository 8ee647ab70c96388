import GnuTLSPKI
import RogueGnuTLS
import RogueModel
import RogueOpenSSL
import Testing

@Suite struct OCSPResponseTests {
  static let now = Worlds.clock.secondsSince1970

  @Test(arguments: KeyType.common)
  func `OpenSSL accepts the issuer's response and reads the truth in it`(_ type: KeyType) throws {
    let hierarchy = try Worlds.mint(Worlds.roles, type)
    let issuer = try #require(hierarchy.certificates["issuing"]).der
    for (name, status) in [("leaf", .good), ("revoked-leaf", .revoked(at: Self.now - 86_400, reason: 1))]
      as [(String, OCSPResponseReader.Status)]
    {
      let reply = try OCSPResponseReader(der: hierarchy.revocation.ocspResponse(about: name, request: nil, recipe: nil))
      #expect(reply.responseStatus == 0)
      #expect(try reply.isSigned(forIssuer: issuer, anchors: hierarchy.der("root"), at: Self.now))
      #expect(try !reply.isSigned(forIssuer: issuer, anchors: hierarchy.der("stranger"), at: Self.now))
      let certificate = try #require(hierarchy.certificates[name]).der
      let statement = try #require(try reply.statement(about: certificate, issuer: issuer))
      #expect(statement.status == status)
      #expect(statement.thisUpdate == Self.now - 3600)
      #expect(statement.nextUpdate == Self.now + 3 * 86_400)
      #expect(reply.nonces == [])
    }
  }

  @Test(arguments: KeyType.common)
  func `GnuTLS accepts the issuer's response and reads the truth in it`(_ type: KeyType) throws {
    let hierarchy = try Worlds.mint(Worlds.roles, type)
    for (name, status) in [("leaf", .good), ("revoked-leaf", .revoked)] as [(String, GnuTLSOCSPResponse.Status)] {
      let reply = try GnuTLSOCSPResponse(der: hierarchy.revocation.ocspResponse(about: name, request: nil, recipe: nil))
      #expect(reply.responseStatus == 0)
      #expect(reply.status == status)
      #expect(try reply.isAbout(#require(hierarchy.certificates[name]).der))
      #expect(try !reply.isAbout(#require(hierarchy.certificates["client"]).der))
      #expect(try reply.problems(issuer: #require(hierarchy.certificates["issuing"]).der, at: Self.now) == 0)
      #expect(try reply.problems(issuer: #require(hierarchy.certificates["stranger"]).der, at: Self.now) != 0)
    }
  }

  @Test(arguments: KeyType.common)
  func `both accept a response that the issuer's delegate signed`(_ type: KeyType) throws {
    let hierarchy = try Worlds.mint(Worlds.roles, type)
    let recipe = OCSPRecipe(signer: "responder")
    let der = try hierarchy.revocation.ocspResponse(about: "leaf", request: nil, recipe: recipe)
    let issuer = try #require(hierarchy.certificates["issuing"]).der
    #expect(
      try OCSPResponseReader(der: der).isSigned(forIssuer: issuer, anchors: hierarchy.der("root"), at: Self.now))
    #expect(try GnuTLSOCSPResponse(der: der).problems(anchors: hierarchy.der("issuing"), at: Self.now) == 0)
    #expect(try GnuTLSOCSPResponse(der: der).problems(issuer: issuer, at: Self.now) == 0)
  }

  @Test(arguments: ["stranger", "client", "leaf"])
  func `both refuse a response with an unauthorized signer`(_ signer: String) throws {
    let hierarchy = try Worlds.mint()
    let der = try hierarchy.revocation.ocspResponse(about: "leaf", request: nil, recipe: OCSPRecipe(signer: signer))
    let issuer = try #require(hierarchy.certificates["issuing"]).der
    #expect(
      try !OCSPResponseReader(der: der).isSigned(forIssuer: issuer, anchors: hierarchy.der("root"), at: Self.now))
    #expect(try GnuTLSOCSPResponse(der: der).problems(issuer: issuer, at: Self.now) != 0)
  }

  @Test(arguments: Digest.allCases)
  func `a request's digest and nonce are repeated`(_ digest: Digest) throws {
    let hierarchy = try Worlds.mint()
    let leaf = try #require(hierarchy.certificates["leaf"]).der
    let issuer = try #require(hierarchy.certificates["issuing"]).der
    let nonce: [UInt8] = Array(1...32)
    let question = try OCSPQuestion.der(about: leaf, issuer: issuer, digest: digest, nonce: nonce)
    let reply = try OCSPResponseReader(
      der: hierarchy.revocation.ocspResponse(about: "leaf", request: question, recipe: nil))
    #expect(reply.nonces == [[0x04, 0x20] + nonce])
    #expect(try reply.statement(about: leaf, issuer: issuer)?.status == .good)
    #expect(reply.certIDDigest == digest)
    #expect(try reply.isSigned(forIssuer: issuer, anchors: hierarchy.der("root"), at: Self.now))
  }

  @Test func `every field of a recipe can be wrong`() throws {
    let hierarchy = try Worlds.mint()
    let issuer = try #require(hierarchy.certificates["issuing"]).der
    let leaf = try #require(hierarchy.certificates["leaf"]).der
    let client = try #require(hierarchy.certificates["client"]).der
    func reply(_ recipe: OCSPRecipe) throws -> OCSPResponseReader {
      try OCSPResponseReader(der: hierarchy.revocation.ocspResponse(about: "leaf", request: nil, recipe: recipe))
    }
    let unknown = try reply(OCSPRecipe(status: .unknown)).statement(about: leaf, issuer: issuer)
    #expect(unknown?.status == .unknown)
    let old = try reply(OCSPRecipe(status: .revoked, thisUpdate: -400 * 86_400, nextUpdate: nil))
      .statement(about: leaf, issuer: issuer)
    #expect(
      old
        == OCSPResponseReader.Statement(
          status: .revoked(at: Self.now - 400 * 86_400, reason: 1), thisUpdate: Self.now - 400 * 86_400,
          nextUpdate: nil))
    let future = try reply(OCSPRecipe(status: .good, thisUpdate: 3600, nextUpdate: 7200))
      .statement(about: leaf, issuer: issuer)
    #expect(future?.thisUpdate == Self.now + 3600)
    #expect(future?.nextUpdate == Self.now + 7200)
    let elsewhere = try reply(OCSPRecipe(about: "client"))
    #expect(try elsewhere.statement(about: leaf, issuer: issuer) == nil)
    #expect(try elsewhere.statement(about: client, issuer: issuer)?.status == .good)
  }

  @Test(arguments: [
    (OCSPRecipe.Status.malformedRequest, 1), (.internalError, 2), (.tryLater, 3), (.unauthorized, 6),
  ])
  func `errors have no body`(_ status: OCSPRecipe.Status, _ code: Int) throws {
    let der = try Worlds.mint().revocation.ocspResponse(
      about: "leaf", request: nil, recipe: OCSPRecipe(status: status))
    #expect(der.count == 5)
    #expect(try OCSPResponseReader(der: der).responseStatus == code)
    #expect(try GnuTLSOCSPResponse(der: der).responseStatus == code)
  }

  @Test func `a malformed request is answered with malformedRequest`() throws {
    let hierarchy = try Worlds.mint()
    let leaf = try #require(hierarchy.certificates["leaf"]).der
    let question = try OCSPQuestion.der(
      about: leaf, issuer: #require(hierarchy.certificates["issuing"]).der, nonce: [1, 2, 3])
    let broken: [[UInt8]] = [
      [], [0x30], [0x30, 0x80, 0, 0], [0x30, 0x84, 0xff, 0xff, 0xff, 0xff], leaf, question + [0],
      Array(question.dropLast()), [UInt8](repeating: 0x30, count: 70_000),
    ]
    for request in broken {
      let der = try hierarchy.revocation.ocspResponse(about: "leaf", request: request, recipe: nil)
      #expect(try OCSPResponseReader(der: der).responseStatus == 1, "\(request.prefix(8))")
    }
  }

  @Test func `the reader survives damage of any single byte`() throws {
    let hierarchy = try Worlds.mint()
    let question = try OCSPQuestion.der(
      about: #require(hierarchy.certificates["leaf"]).der, issuer: #require(hierarchy.certificates["issuing"]).der,
      nonce: [1, 2, 3])
    var answers: Set<Int> = []
    for index in question.indices {
      for value: UInt8 in [0, 1, 0x7f, 0x80, 0x84, 0xff, question[index] ^ 1] {
        var request = question
        request[index] = value
        let der = try hierarchy.revocation.ocspResponse(about: "leaf", request: request, recipe: nil)
        answers.insert(try OCSPResponseReader(der: der).responseStatus)
      }
    }
    #expect(answers == [0, 1])
  }

  @Test func `names that do not exist are failures`() throws {
    let revocation = try Worlds.mint().revocation
    #expect(throws: HarnessFailure.self) { try revocation.ocspResponse(about: "nobody", request: nil, recipe: nil) }
    #expect(throws: HarnessFailure.self) {
      try revocation.ocspResponse(about: "leaf", request: nil, recipe: OCSPRecipe(signer: "nobody"))
    }
  }
}
