import Foundation
import Testing

/// The shipped catalogue as `rogues explain --json` tells it to programs.
struct ExplainedCatalogue {
  struct Scenario: Decodable {
    var id: String
    var level: String
    var healthy: Bool
    var world: World
    var steps: [Step]
    var cases: [String]

    /// Policies under which nothing but a refusal is right in some step.
    var refusingPolicies: Set<String> { Set(steps.flatMap(\.expected).filter(\.isRefusal).map(\.policy)) }
  }

  struct World: Decodable {
    var id: String
  }

  struct Step: Decodable {
    var mutation: Mutation?
    var reuse: String
    var learn: Bool
    var expected: [Expectation]

    struct Mutation: Decodable {
      var path: String
      /// As it would be written in the world.
      var after: String
    }
  }

  struct Expectation: Decodable {
    var policy: String
    var any: [Answer]
    var unexercisedPasses: Bool
    var serverIsJudge: Bool

    struct Answer: Decodable {
      var disposition: String
      var reasons: [String]?
      var phases: [String]?
    }

    /// Nothing but a refusal is right.
    var isRefusal: Bool { any.allSatisfy { $0.disposition == "cancel" } }

    /// The client's bundle cannot be opened: every client refuses it, whatever it says to servers.
    var isRefusalOfConfiguration: Bool {
      any.allSatisfy { $0.phases?.contains("configuration") == true && $0.reasons == ["client-identity"] }
    }
    /// The same, where a client that does not read it so closely is refused by the server.
    var allowsRefusalOfConfiguration: Bool {
      any.contains { answer in
        let phases = answer.phases ?? []
        return phases.contains("configuration") && (isRefusal || phases.contains("handshake"))
      }
    }
  }

  var scenarios: [Scenario]

  /// - Parameter axes: decides the cases, as for a run.
  init(_ patterns: [String] = ["**"], axes: String) async throws {
    let ending = try await BuiltCommand.run(["explain", "--json", "--axes", axes] + patterns)
    try #require(ending.status == 0, "\(ending.error)")
    let data = Data(ending.output.utf8)
    let decoder = JSONDecoder()
    // One scenario is an object, several are a list.
    scenarios =
      try ending.output.hasPrefix("[")
      ? decoder.decode([Scenario].self, from: data) : [decoder.decode(Scenario.self, from: data)]
  }

  /// The vector of verdicts that a rule gives.
  func vector(_ verdict: (ControlRule) -> String) throws -> [String: String] {
    var vector: [String: String] = [:]
    for scenario in scenarios {
      for name in scenario.cases {
        let policy = try #require(name.split(separator: "policy=").last?.prefix { $0 != "," && $0 != "]" })
        let steps = try scenario.steps.map { step in
          ControlRule.Step(
            mutation: step.mutation, isResumed: step.reuse != "none", isTLS12: name.contains("[tls=1.2,"),
            opensTwoConnections: scenario.id.hasPrefix("redirect/") || scenario.id.contains("redirect-target"),
            expectation: try #require(step.expected.first { $0.policy == policy }))
        }
        vector[name] = verdict(ControlRule(steps: steps))
      }
    }
    return vector
  }
}
