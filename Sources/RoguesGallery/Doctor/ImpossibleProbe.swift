internal import RogueAdapters
internal import RogueModel

/// An attempt that no adapter may make: it needs a capability that cannot exist.
///
/// An adapter that does not answer `unsupported` ignores restrictions that it does not know, and a run with it would
/// prove less than it says.
struct ImpossibleProbe: Sendable {
  private let capability = Capability("impossible.\(String(UInt64.random(in: .min ... .max), radix: 36))")

  /// Runs the probe, and returns its result.
  func ask(_ adapter: any Adapter, into diagnosis: inout Diagnosis) async throws(HarnessFailure) {
    let attempt = attempt(adapter.description)
    let report: AdapterReport
    do {
      report = try await adapter.withConversation("doctor") { try await $0.perform(attempt) }
    } catch let failure as HarnessFailure {
      throw failure
    } catch {
      throw HarnessFailure(.internal, "the adapter could not run", underlying: "\(error)")
    }
    switch report.outcome {
    case .unsupported(capability.rawValue, _):
      diagnosis.add(.good, "starts, and reports an unknown capability as unsupported")
    case .unsupported(let other, _):
      diagnosis.add(.bad, "reports '\(other)' as unsupported in place of the unknown capability '\(capability)'")
    case .broken(let fault):
      diagnosis.add(
        .bad, "does not start, or breaks the contract at an unknown capability: \(fault)",
        standardError: fault.standardError)
    case .statement, .failed:
      diagnosis.add(
        .bad,
        "it ignores requirements that it does not know: before it connects it must compare 'needs' of the attempt "
          + "with what it can do, and for an unknown one print UNSUPPORTED and the word (docs/reference/adapters.md, step 3)"
      )
    }
  }

  private func attempt(_ adapter: AdapterDescription) -> Attempt {
    let id = "doctor-\(capability.rawValue.dropFirst("impossible.".count))"
    return Attempt(
      id: id, conversation: "doctor", step: 1, needs: [capability], reuse: .none, learn: false,
      deadlineMilliseconds: 5000 + adapter.startupMilliseconds,
      connect: Attempt.Endpoint(host: "doctor.rogues.test", address: "127.0.0.1", port: 9, path: "/\(id)", proxy: nil),
      policy: AttemptPolicy(
        systemAnchors: [], userAnchors: nil, anchors: nil, hostname: "doctor.rogues.test", pinSets: [],
        revocation: AttemptPolicy.Revocation(mode: .off, methods: [], crls: []), identity: nil, time: nil))
  }
}
