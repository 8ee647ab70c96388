import RogueModel

@testable import RogueAdapters
@testable import RogueServers

/// What is said in the clear before TLS.
///
/// The first byte selects the reader and the server: bits 1 and 2 the language, 4 and 8 the offer, 16 whether
/// answers are injected, 32 whether it is spoken under TLS, 64 that the other side reads: a client, whose checks the next
/// byte leaves out. The rest are the bytes of the one that is spoken to.
enum DialogueScript {
  static func run(_ bytes: [UInt8]) {
    guard let flags = bytes.first else { return }
    if flags & 64 != 0 { return client(flags, bytes.dropFirst()) }
    let plan = plan(flags)
    let said = Array(bytes.dropFirst())
    let whole = Talk(plan, said, piece: said.count)
    guard said.count <= LineReader.limit else { return }
    // However it was cut, the same is said and the same is seen.
    for piece in [1, 3, 5] {
      let cut = Talk(plan, said, piece: piece)
      precondition(cut.answers == whole.answers && cut.ending == whole.ending, "the cut matters to the server")
      precondition(cut.evidence == whole.evidence, "the cut matters to the decoder")
    }
    whole.check(plan)
  }

  static func language(_ bits: UInt8) -> StartTLSRecipe.Language {
    StartTLSRecipe.Language.allCases[Int(bits & 3) % StartTLSRecipe.Language.allCases.count]
  }

  static func plan(_ flags: UInt8) -> StartTLSDialoguePlan {
    let recipe = StartTLSRecipe(
      speaks: language(flags), offer: StartTLSRecipe.Offer.allCases[Int(flags >> 2 & 3)], injects: flags & 16 != 0)
    return StartTLSDialoguePlan(
      recipe: recipe, attempt: "a", nonce: "00112233445566778899aabbccddeeff", isSecure: flags & 32 != 0)
  }

  /// A server's whole talk with a client.
  struct Talk {
    enum Ending: Equatable { case none, tls, nonce(String), goodbye }

    private(set) var answers: [UInt8] = []
    private(set) var ending = Ending.none
    let evidence: StartTLSEvidence

    init(_ plan: StartTLSDialoguePlan, _ bytes: [UInt8], piece: Int) {
      var talk = StartTLSExchange(plan)
      answers = talk.greet(at: 0)
      for start in stride(from: 0, to: bytes.count, by: max(1, piece)) where !talk.hasBegunTLS {
        let part = Array(bytes[start..<min(start + piece, bytes.count)])
        for step in talk.take(part, at: 0) {
          precondition(ending == .none, "something is said after the end")
          switch step {
          case .say(let bytes): answers += bytes
          case .startTLS(let bytes, let rest):
            precondition(rest.count < part.count)
            answers += bytes
            ending = .tls
          case .nonce(let bytes, let request):
            answers += bytes
            ending = .nonce(request)
          case .end(let bytes):
            answers += bytes
            ending = .goodbye
          }
        }
      }
      evidence = StartTLSDecoder.decode(talk.chunks, plan.recipe.speaks)
    }

    /// What the decoder read is what the server did.
    func check(_ plan: StartTLSDialoguePlan) {
      if plan.isSecure {
        precondition(ending != .tls, "TLS in TLS")
      } else {
        precondition((evidence.agreed == true) == (ending == .tls), "the decoder does not see whether TLS began")
        precondition((evidence.surplusBytes > 0) == (ending == .tls && plan.recipe.injects))
      }
      guard case .nonce(let request) = ending else { return }
      precondition(request.contains(plan.attempt), "the nonce to somebody else")
      precondition(plan.isSecure || evidence.applicationBytes > 0, "the nonce for nothing")
    }
  }

  /// What a server says to our client.
  private static func client(_ flags: UInt8, _ bytes: ArraySlice<UInt8>) {
    var rules = Rulebook()
    if let passed = bytes.first {
      for (bit, kind) in UpgradeObstacle.Kind.allCases.enumerated() where passed >> bit & 1 != 0 {
        rules.replace(.continues, by: "\(kind)", where: { $0.kind == kind }) { _ in true }
      }
    }
    for piece in [bytes.count, 1, 7] {
      var dialogue = StartTLSClient(language(flags), attempt: "a", rules: rules)
      var rest = bytes.dropFirst()
      var turn = dialogue.advance()
      var turns = 0
      talk: while true {
        turns += 1
        precondition(turns <= 2 * bytes.count + 16, "the client talks for ever")
        switch turn {
        case .send, .startTLS: turn = dialogue.advance()
        case .wait:
          guard !rest.isEmpty else { break talk }
          turn = dialogue.take(Array(rest.prefix(max(1, piece))))
          rest = rest.dropFirst(max(1, piece))
        case .nonce, .refuse, .broken: break talk
        }
      }
    }
  }
}

/// What clients ask proxies for.
enum ProxyRequests {
  static func run(_ bytes: [UInt8]) {
    let whole = ProxyRequest.read(bytes)
    // However it was cut, it is the same request.
    var first = ProxyRequest.Reading.needsMore
    for end in stride(from: 0, through: bytes.count + 5, by: 5) where first == .needsMore {
      first = ProxyRequest.read(Array(bytes.prefix(end)))
    }
    if bytes.count <= ProxyRequest.limit { precondition(first == whole, "the cut matters") }

    guard case .request(let request, let length) = whole else { return }
    precondition(length <= bytes.count && request.port != 0 && !request.host.isEmpty)
    precondition(request.isTunnel == request.forwarded.isEmpty)
    _ = ProxyNames(domain: "rogues.test").allows(request.host)
    // What goes on to a server is a request that it can read, and the same one.
    guard !request.isTunnel else { return }
    let line = request.forwarded.prefix { $0 != 10 && $0 != 13 }
    let forwarded = HTTPRequestLine(String(decoding: line, as: UTF8.self))
    precondition(forwarded != nil && forwarded?.method == HTTPRequestLine(request.line)?.method)
    precondition(forwarded?.target.hasPrefix("/") == true)
  }
}
