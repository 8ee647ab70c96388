import RogueModel
import RogueOpenSSL

/// A validator that builds a path to the trusted anchors and compares the name, and knows nothing of pins: what most
/// programs do, and as much work as the raw loop's clients do.
struct SystemTrust: ChainValidator {
  func judge(_ flight: ServerFlight, policy: AttemptPolicy) -> ChainDecision {
    let verification = X509Verifier.verify(
      chain: flight.certificates, anchors: policy.roots, purpose: .server, hostname: policy.hostname,
      at: policy.time?.secondsSince1970)
    return verification.isAccepted ? .accept : .cancel(.untrusted, detail: verification.problems.first?.description)
  }
}
