import Foundation
import RogueModel
import RoguePlatform
import ServerTestSupport
import Testing

@testable import RogueEngines
@testable import RogueServers

/// Answers with words instead of DER, so that tests see each query.
private struct WordSigner: RevocationSigner {
  func crl(of issuer: String) throws(HarnessFailure) -> [UInt8]? {
    if issuer == "silent" { return nil }
    if issuer == "broken" { throw HarnessFailure(.minting, "no such key") }
    return Array("crl of \(issuer)".utf8)
  }

  func ocspResponse(about certificate: String, request: [UInt8]?, recipe: OCSPRecipe?) throws(HarnessFailure) -> [UInt8]
  {
    let question = String(decoding: request ?? [], as: UTF8.self)
    return Array("ocsp about \(certificate) asked \(question) saying \(recipe?.status?.rawValue ?? "truth")".utf8)
  }
}

@Suite struct `Revocation responders` {
  private static let port = ServerFixture.servers.flatMap {
    $0.responderBase.split(separator: ":").last.flatMap { UInt16($0) }
  }

  private func ask(
    _ requests: [String], token: String = UUID().uuidString, recipe: ResponderRecipe = ResponderRecipe(),
    timeout: Int = 20_000
  ) async throws -> (answers: [(String, PlainClient.End)?], observation: Observation) {
    let attempt = ServerFixture.attempt {
      $0.responders = ResponderPlan(
        token: token, signer: WordSigner(), responders: ["issuing": recipe],
        issuers: ["leaf": "issuing", "issuing": "root", "x": "broken", "y": "silent"])
    }
    let port = try #require(Self.port)
    let (answers, seen) = try await ServerFixture.serve(attempt) { _ in
      var answers: [(String, PlainClient.End)?] = []
      for request in requests {
        answers.append(
          await PlainClient.ask(
            port, request.replacingOccurrences(of: "TOKEN", with: token), timeoutMilliseconds: timeout))
      }
      return answers
    }
    return (answers, seen)
  }

  private let get = "GET /TOKEN/crl/issuing HTTP/1.1\r\nHost: x\r\n\r\n"
  private let post =
    "POST /TOKEN/ocsp/leaf HTTP/1.1\r\nContent-Type: application/ocsp-request\r\n"
    + "Content-Length: 8\r\n\r\nquestion"

  private func body(_ answer: (String, PlainClient.End)?) -> String? {
    answer?.0.components(separatedBy: "\r\n\r\n").dropFirst().joined(separator: "\r\n\r\n")
  }

  @Test func `answer honestly by default, and every fetch is seen`() async throws {
    let base64 = Data("question".utf8).base64EncodedString().replacingOccurrences(of: "=", with: "%3D")
    let (answers, seen) = try await ask([
      get, post, "GET /TOKEN/ocsp/leaf/\(base64) HTTP/1.1\r\n\r\n",
      "GET http://127.0.0.1/TOKEN/crl/root HTTP/1.0\r\n\r\n",
    ])
    #expect(
      answers.map(body) == [
        "crl of issuing", "ocsp about leaf asked question saying truth", "ocsp about leaf asked question saying truth",
        "crl of root",
      ])
    #expect(answers.allSatisfy { $0?.1 == .fin && $0?.0.hasPrefix("HTTP/1.1 200 OK\r\n") == true })
    #expect(answers[0]?.0.contains("Content-Type: application/pkix-crl") == true)
    #expect(answers[1]?.0.contains("Content-Type: application/ocsp-response") == true)
    #expect(seen.fetches.map(\.kind) == [.crl, .ocsp, .ocsp, .crl])
    #expect(seen.fetches.map(\.name) == ["issuing", "leaf", "leaf", "root"])
    #expect(seen.fetches.allSatisfy { $0.answer == "HTTP/1.1 200 OK" && $0.at >= 0 })
    #expect(seen.faults == [])
  }

  @Test func `answer as the recipe defines`() async throws {
    let (answers, _) = try await ask([post], recipe: ResponderRecipe(response: OCSPRecipe(status: .revoked)))
    #expect(body(answers[0]) == "ocsp about leaf asked question saying revoked")
  }

  @Test func `reset when they are down`() async throws {
    let (answers, seen) = try await ask([get, post], recipe: ResponderRecipe(ocsp: .down, crl: .down))
    #expect(answers.map { $0?.1 } == [.reset, .reset])
    #expect(answers.map { $0?.0 } == ["", ""])
    #expect(seen.fetches.map(\.answer) == ["reset", "reset"])
  }

  @Test func `keep silent when they hang, and are cut with the attempt`() async throws {
    let recipe = ResponderRecipe(ocsp: .hanging, crl: .hanging)
    let (answers, seen) = try await ask([get, post], recipe: recipe, timeout: 500)
    #expect(answers.map { $0?.1 } == [.timeout, .timeout])
    #expect(seen.fetches.map(\.answer) == ["nothing", "nothing"])
  }

  @Test func `answer tryLater`() async throws {
    let (answers, seen) = try await ask([get, post], recipe: ResponderRecipe(ocsp: .tryLater, crl: .tryLater))
    #expect(answers[0]?.0.hasPrefix("HTTP/1.1 503 ") == true)
    #expect(body(answers[1]).map { Array($0.utf8) } == [0x30, 0x03, 0x0A, 0x01, 0x03])
    #expect(seen.fetches.map(\.answer) == ["HTTP/1.1 503 Service Unavailable", "HTTP/1.1 200 OK"])
  }

  @Test func `answer with HTTP 500`() async throws {
    let (answers, _) = try await ask([get, post], recipe: ResponderRecipe(ocsp: .serverError, crl: .serverError))
    for answer in answers { #expect(answer?.0.hasPrefix("HTTP/1.1 500 ") == true && body(answer) == "") }
  }

  @Test func `send a page of a captive portal`() async throws {
    let (answers, _) = try await ask([get, post], recipe: ResponderRecipe(ocsp: .html, crl: .html))
    for answer in answers { #expect(answer?.0.contains("Content-Type: text/html") == true) }
  }

  @Test func `answer 404 for a CRL that no CA publishes`() async throws {
    let (answers, seen) = try await ask(["GET /TOKEN/crl/silent HTTP/1.1\r\n\r\n"])
    #expect(answers[0]?.0.hasPrefix("HTTP/1.1 404 ") == true)
    #expect(seen.fetches.map(\.name) == ["silent"] && seen.faults == [])
  }

  @Test(arguments: [(ResponderRecipe.Behaviour.notFound, "404"), (.empty, "200")])
  func `answer with an empty body`(_ behaviour: ResponderRecipe.Behaviour, _ status: String) async throws {
    let (answers, seen) = try await ask([get, post], recipe: ResponderRecipe(ocsp: behaviour, crl: behaviour))
    for answer in answers { #expect(answer?.0.hasPrefix("HTTP/1.1 \(status) ") == true && body(answer) == "") }
    #expect(seen.fetches.map(\.answerBytes) == [0, 0])
  }

  @Test func `promise more than they send`() async throws {
    let recipe = ResponderRecipe(ocsp: .truncated, crl: .truncated)
    let (answers, seen) = try await ask([get, post], recipe: recipe)
    #expect(answers[0]?.0.contains("Content-Length: 14\r\n") == true && body(answers[0]) == "crl of ")
    #expect(answers[1]?.1 == .fin && body(answers[1]) == "ocsp about leaf asked")
    #expect(seen.fetches.map(\.answer) == ["HTTP/1.1 200 OK, cut in its middle", "HTTP/1.1 200 OK, cut in its middle"])
  }

  @Test func `send another content type`() async throws {
    let (answers, _) = try await ask([get, post], recipe: ResponderRecipe(ocsp: .otherType, crl: .otherType))
    for answer in answers { #expect(answer?.0.contains("Content-Type: text/plain\r\n") == true) }
    #expect(answers.map(body) == ["crl of issuing", "ocsp about leaf asked question saying truth"])
  }

  @Test func `answer in chunks`() async throws {
    let (answers, _) = try await ask([get, post], recipe: ResponderRecipe(ocsp: .chunked, crl: .chunked))
    for answer in answers {
      #expect(answer?.0.contains("Transfer-Encoding: chunked\r\n") == true && answer?.0.contains("Length") == false)
    }
    #expect(body(answers[0]) == "e\r\ncrl of issuing\r\n0\r\n\r\n")
    #expect(body(answers[1]) == "2b\r\nocsp about leaf asked question saying truth\r\n0\r\n\r\n")
  }

  @Test func `answer in one piece where the client's version knows no chunks`() async throws {
    let old = get.replacingOccurrences(of: "HTTP/1.1", with: "HTTP/1.0")
    let (answers, seen) = try await ask([old], recipe: ResponderRecipe(crl: .chunked))
    #expect(answers[0]?.0.contains("Content-Length: 14\r\n") == true && body(answers[0]) == "crl of issuing")
    #expect(seen.fetches.map(\.answer) == ["HTTP/1.1 200 OK"])
  }

  @Test func `send a client to another place, where the truth is`() async throws {
    let recipe = ResponderRecipe(ocsp: .redirect, crl: .redirect)
    let moved = [get, post].map { $0.replacingOccurrences(of: "/TOKEN/", with: "/TOKEN/moved/") }
    let (answers, seen) = try await ask([get, post] + moved, recipe: recipe)
    for answer in answers.prefix(2) { #expect(answer?.0.hasPrefix("HTTP/1.1 307 ") == true && body(answer) == "") }
    #expect(answers[0]?.0.contains("/moved/crl/issuing\r\n") == true)
    #expect(answers[1]?.0.contains("/moved/ocsp/leaf\r\n") == true)
    #expect(answers.suffix(2).map(body) == ["crl of issuing", "ocsp about leaf asked question saying truth"])
    #expect(seen.fetches.map(\.name) == ["issuing", "leaf", "issuing", "leaf"])
  }

  @Test func `send a client round in circles`() async throws {
    let token = UUID().uuidString
    let recipe = ResponderRecipe(ocsp: .redirectLoop, crl: .redirectLoop)
    let (answers, _) = try await ask([get, post], token: token, recipe: recipe)
    #expect(answers[0]?.0.contains("Location: /\(token)/crl/issuing\r\n") == true)
    #expect(answers[1]?.0.contains("Location: /\(token)/ocsp/leaf\r\n") == true)
  }

  @Test func `drip, and are cut with the attempt`() async throws {
    let recipe = ResponderRecipe(ocsp: .dripping, crl: .dripping)
    let token = UUID().uuidString
    let port = try #require(Self.port)
    let attempt = ServerFixture.attempt {
      $0.responders = ResponderPlan(
        token: token, signer: WordSigner(), responders: ["issuing": recipe], issuers: ["leaf": "issuing"])
    }
    // The clients hear a first byte and wait on; the attempt ends under them.
    let (clients, seen) = try await ServerFixture.serve(attempt) { _ in
      var clients: [(client: PlainClient, first: [UInt8])] = []
      for request in [get, post] {
        let client = try PlainClient(port: port)
        client.send(request.replacingOccurrences(of: "TOKEN", with: token))
        guard case .bytes(let first) = client.socket.receive() else { continue }
        clients.append((client, first))
      }
      return clients
    }
    #expect(clients.count == 2)
    for (client, first) in clients {
      let text = String(decoding: first, as: UTF8.self)
      #expect(!text.isEmpty && "HTTP/1.1 200 OK".hasPrefix(text), "\(text)")
      #expect(client.readToEnd().end != .timeout)
    }
    #expect(seen.fetches.map(\.answer) == Array(repeating: "HTTP/1.1 200 OK, a byte at a time", count: 2))
  }

  @Test func `record each request and its method`() async throws {
    let base64 = Data("question".utf8).base64EncodedString().replacingOccurrences(of: "=", with: "%3D")
    let (_, seen) = try await ask([get, post, "GET /TOKEN/ocsp/leaf/\(base64) HTTP/1.1\r\n\r\n"])
    #expect(seen.fetches.map(\.method) == ["GET", "POST", "GET"])
    #expect(seen.fetches.map(\.questionBytes) == [nil, 8, 8])
    #expect(seen.fetches.map(\.answerBytes) == [14, 43, 43])
    #expect(seen.fetches.allSatisfy { $0.nonce == nil })
    #expect(
      seen.fetches[0].target.hasSuffix("/crl/issuing") && seen.fetches[2].target.hasSuffix("/ocsp/leaf/\(base64)"))
  }

  @Test func `refuse other tokens, names and paths`() async throws {
    let (answers, seen) = try await ask([
      "GET /unknown/crl/issuing HTTP/1.1\r\n\r\n", "GET /TOKEN/crl/nobody HTTP/1.1\r\n\r\n",
      "GET /TOKEN/ocsp/nobody/AAAA HTTP/1.1\r\n\r\n", "GET /TOKEN/ca/root HTTP/1.1\r\n\r\n",
    ])
    #expect(answers.allSatisfy { $0?.0.hasPrefix("HTTP/1.1 404 ") == true })
    #expect(seen.fetches.map(\.kind) == [.crl, .ocsp, .other])
    #expect(seen.fetches.map(\.name) == ["nobody", "nobody", "/ca/root"])
  }

  @Test func `report a request that is not an OCSP request as malformed`() async throws {
    let (answers, _) = try await ask([
      "GET /TOKEN/ocsp/leaf HTTP/1.1\r\n\r\n", "GET /TOKEN/ocsp/leaf/**** HTTP/1.1\r\n\r\n",
      "POST /TOKEN/ocsp/leaf HTTP/1.1\r\nContent-Length: 0\r\n\r\n",
    ])
    for answer in answers { #expect(body(answer).map { Array($0.utf8) } == [0x30, 0x03, 0x0A, 0x01, 0x01]) }
  }

  @Test func `refuse requests that are not HTTP`() async throws {
    let (answers, seen) = try await ask([
      "garbage\r\n\r\n", "POST /TOKEN/ocsp/leaf HTTP/1.1\r\n\r\n",
      "POST /TOKEN/ocsp/leaf HTTP/1.1\r\nContent-Length: 9999999999\r\n\r\n",
      "DELETE /TOKEN/crl/issuing HTTP/1.1\r\n\r\n",
    ])
    let statuses = answers.map { $0.map { String($0.0.prefix(12)) } }
    #expect(statuses == ["HTTP/1.1 400", "HTTP/1.1 400", "HTTP/1.1 400", "HTTP/1.1 405"])
    #expect(seen.fetches.count == 3)
  }

  @Test func `are a fault of ours when they cannot sign`() async throws {
    let (answers, seen) = try await ask(["GET /TOKEN/crl/broken HTTP/1.1\r\n\r\n"])
    #expect(answers[0]?.0.hasPrefix("HTTP/1.1 500 ") == true)
    #expect(seen.faults == ["a responder has no answer: no such key"])
  }

  @Test func `forget the token when the attempt ends`() async throws {
    let token = UUID().uuidString
    _ = try await ask([get], token: token)
    let port = try #require(Self.port)
    let late = await PlainClient.ask(port, get.replacingOccurrences(of: "TOKEN", with: token))
    #expect(late?.0.hasPrefix("HTTP/1.1 404 ") == true)
  }

  @Test func `see a fetch whose client did not wait for the answer`() async throws {
    let port = try #require(Self.port)
    for round in 0..<20 {
      // More than one call reads: some of it may still be in the kernel when the attempt ends.
      let body = String(repeating: "q", count: 60_000)
      let token = UUID().uuidString
      let attempt = ServerFixture.attempt {
        $0.responders = ResponderPlan(token: token, signer: WordSigner(), responders: [:], issuers: ["leaf": "issuing"])
      }
      let (_, seen) = try await ServerFixture.serve(attempt) { _ in
        let client = try PlainClient(port: port)
        client.send(
          round.isMultiple(of: 2)
            ? "GET /\(token)/crl/issuing HTTP/1.1\r\n\r\n"
            : "POST /\(token)/ocsp/leaf HTTP/1.1\r\nContent-Length: \(body.count)\r\n\r\n\(body)")
        client.socket.close()
      }
      #expect(seen.fetches.map(\.name) == [round.isMultiple(of: 2) ? "issuing" : "leaf"])
    }
  }

  @Test func `listen at the given address`() async throws {
    let free = try #require(try? LoopbackServers())
    let port = try #require(free.responderBase.split(separator: ":").last.flatMap { UInt16($0) })
    free.shutDown()
    let servers = try LoopbackServers(responderPort: port)
    #expect(servers.responderBase == "http://127.0.0.1:\(port)")
    #expect(throws: HarnessFailure.self) { try LoopbackServers(responderPort: port) }
    servers.shutDown()
  }
}
