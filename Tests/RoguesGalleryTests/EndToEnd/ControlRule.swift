/// The expected verdicts of the negative controls, from what a scenario says and not from what a server saw: a second,
/// much shorter judge, so that a fault of the first cannot hide in its own mirror.
struct ControlRule {
  struct Step {
    var mutation: ExplainedCatalogue.Step.Mutation?
    var isResumed: Bool
    var isTLS12: Bool
    /// Every client does, to be served at all.
    var opensTwoConnections = false
    var expectation: ExplainedCatalogue.Expectation

    /// Path of the mutation; nil on a healthy step.
    var path: String? { mutation?.path }

    /// The behaviours of the server that are changed, for all connections or for some; nil: none are.
    var behaviours: ExplainedCatalogue.Step.Mutation? {
      mutation.flatMap { $0.path.hasPrefix("server.") && $0.path.hasSuffix(".behaviours") ? $0 : nil }
    }

    /// The fault stands on a connection, or in a certificate list, that a client with one connection and a session that
    /// is resumed never gets to see.
    var isNeverShown: Bool {
      guard let path else { return false }
      // Nor is a nonce presented to a client that asks nobody.
      // A session that was begun under the fault itself presents it when it is resumed.
      return path.hasPrefix("server.connections.") && !opensTwoConnections
        || isResumed && path == "server.present" && expectation.unexercisedPasses
        || path.hasPrefix("responders.") && mutation?.after.contains("nonce: ") == true
    }

    /// Only a responder tells it, and a client that asks nobody hears nothing: not what it says of certificates, and not
    /// the list that is there.
    var isPresentedByResponder: Bool {
      guard let path else { return false }
      return path.hasPrefix("responders.")
        || path.hasPrefix("certificates.") && path.contains(".crl") && expectation.policy.contains("crl-fetch")
    }

    /// TLS itself refuses a server, whatever the validator says to its certificate: one that does not hold its key and,
    /// in the TLS 1.2 client that the controls share, one whose certificate does not allow its key to sign.
    var isRefusedByTLS: Bool {
      guard let mutation else { return false }
      if behaviours != nil { return expectation.isRefusal && !neverAnswers && !isOverlookedByTLS }
      if mutation.path == "server.key" { return true }
      // libssl takes a staple without octets for a want of memory.
      if mutation.path == "server.staple", mutation.after == "{form: empty}" { return true }
      // A key usage of its own, without digitalSignature.
      if mutation.path == "certificates.leaf.extensions", mutation.after.contains("03020520") { return isTLS12 }
      guard mutation.path == "certificates.leaf.defects", expectation.isRefusal else { return false }
      return Self.unreadable.contains(mutation.after) || isTLS12 && Self.unfitForTLS12.contains(mutation.after)
    }

    /// Leaves that libssl takes for no certificate at all.
    private static let unreadable: Set<String> = [
      "[trailing-bytes]", "[{wrong-serial: {form: padded}}]", "[{wrong-serial: {form: empty}}]",
      "[{subject-string: {form: broken-utf8}}]",
    ]
    /// Leaves whose extensions do not let their key sign, or cannot be read: libssl looks at them in TLS 1.2 only.
    private static let unfitForTLS12: Set<String> = [
      "[wrong-key-usage]", "[{odd-key-usage: {form: empty}}]", "[{odd-extended-key-usage: {form: not-a-sequence}}]",
      "[{wrong-subject-alternative-name: {form: truncated}}]",
      "[{wrong-subject-alternative-name: {form: not-a-sequence}}]",
      "[{wrong-subject-alternative-name: {form: not-a-sequence, common-name: true}}]",
      "[{wrong-key-identifier: {form: aki-not-a-sequence}}]",
      "[{wrong-key-identifier: {form: ski-not-an-octet-string}}]",
    ]

    /// Faults of a handshake that libssl overlooks, and with it every validator above it.
    var isOverlookedByTLS: Bool {
      guard let mutation = behaviours else { return false }
      // What has ended by itself is for the client above TLS to know.
      return mutation.after == "[unrecognized-name]" || mutation.after.contains("ticket-lifetime")
    }

    /// Certificates that are compressed mean nothing to libssl, which offers no algorithm, nor does a field to who offers
    /// no suite of DHE: it refuses the message or the suite, and has been told nothing of what is wrong in it.
    var isNeverOffered: Bool {
      guard let mutation = behaviours else { return false }
      return mutation.after.contains("compressed-certificate") && mutation.after != "[compressed-certificate]"
        || mutation.after.contains("dhe")
    }

    /// A server that breaks off or says nothing leaves nobody with a verdict.
    var neverAnswers: Bool {
      guard let mutation = behaviours else { return false }
      return ["stall", "tcp-reset-instead-of-tls"].contains { mutation.after.contains($0) }
    }

    /// Nothing that a client could name a reason for came back. A reset is none of these, because a client that is right
    /// keeps going.
    var leavesNoVerdict: Bool {
      guard let mutation = behaviours else { return false }
      return mutation.after.contains("stall")
    }

    /// The liar is the client: an honest server refuses it, whatever the client says to the server.
    var isRefusedByServer: Bool { expectation.isRefusal && expectation.serverIsJudge }
  }

  var steps: [Step]

  /// Does everything that the policy asks for, so only a server that leaves nobody with a verdict gets none from it.
  var ofReference: String {
    if steps.contains(where: \.isNeverOffered) { return "unsupported" }
    return steps.contains(where: \.leavesNoVerdict) ? "inconclusive" : "pass"
  }

  /// Accepts whatever it is shown, asks no responder, sends its identity as it should be sent, and offers sessions for ever.
  var ofAcceptAll: String {
    var isAsked = true
    for step in steps {
      if step.isNeverOffered { return "unsupported" }
      if step.isRefusedByTLS || step.isRefusedByServer || step.expectation.isRefusalOfConfiguration { continue }
      if step.neverAnswers { return "inconclusive" }
      if step.isNeverShown {
        guard step.expectation.unexercisedPasses else { return "inconclusive" }
        isAsked = false
        continue
      }
      // What came in the clear it takes for an answer under TLS, where others may throw it away.
      if step.expectation.isRefusal || step.path == "server.starttls.injects" { return "false-accept" }
      // It asks nobody, so nothing that a responder says is ever presented to it.
      if step.isPresentedByResponder {
        guard step.expectation.unexercisedPasses else { return "inconclusive" }
        isAsked = false
      }
    }
    return isAsked ? "pass" : "unexercised"
  }

  /// Refuses whatever it is shown. A conversation that begins healthily ends there; where the first step is a rogue,
  /// its control has failed, and the refusal proves nothing.
  var ofCancelAll: String {
    if steps.first?.expectation.isRefusalOfConfiguration == true { return "pass" }
    if steps.first?.isNeverOffered == true { return "unsupported" }
    guard let first = steps.first, first.path == nil else { return "inconclusive" }
    // It reads its configuration as closely as the strictest client.
    return first.expectation.allowsRefusalOfConfiguration ? "pass" : "false-cancel"
  }

  /// Sends its request to everybody and says cancel. Where accept is right, or where the first step is healthy, the two
  /// witnesses contradict.
  var ofSendsBeforeChecking: String {
    guard let first = steps.first, first.path != nil, first.expectation.isRefusal, !first.isNeverShown,
      !first.isRefusedByTLS, !first.isRefusedByServer, !first.neverAnswers
    else { return "inconclusive" }
    return "leak"
  }
}
