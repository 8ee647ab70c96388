import Testing

@testable import RogueTrust

/// Certificate policies (RFC 5280, section 6.1), from the certificate below the anchor down to the leaf.
@Suite struct PolicyStateTests {
  private static let (a, b, c): ([UInt8], [UInt8], [UInt8]) = ([1], [2], [3])
  private static let any = PolicyExtensions.anyPolicy

  private struct Step {
    var extensions: PolicyExtensions
    var isSelfIssued = false
  }

  private func step(
    _ policies: [[UInt8]]?, maps: [[UInt8]: Set<[UInt8]>] = [:], requires: Int? = nil, inhibitsMapping: Int? = nil,
    inhibitsAny: Int? = nil, isSelfIssued: Bool = false
  ) -> Step {
    Step(
      extensions: PolicyExtensions(
        policies: policies.map { Set($0) }, mappings: maps, requireExplicitPolicy: requires,
        inhibitPolicyMapping: inhibitsMapping, inhibitAnyPolicy: inhibitsAny), isSelfIssued: isSelfIssued)
  }

  private func isValid(_ steps: Step...) -> Bool {
    var state = PolicyState(length: steps.count)
    return steps.enumerated().allSatisfy { index, step in
      state.take(step.extensions, isSelfIssued: step.isSelfIssued, isLast: index == steps.count - 1)
    }
  }

  @Test func `no policy is needed unless one is required`() {
    #expect(isValid(step(nil), step(nil)))
    #expect(isValid(step([Self.a]), step([Self.b])))
    #expect(!isValid(step(nil, requires: 0), step(nil)))
    #expect(!isValid(step([Self.a], requires: 0), step([Self.b])))
    #expect(isValid(step([Self.a], requires: 0), step([Self.a])))
    #expect(isValid(step([Self.any], requires: 0), step([Self.b])))
    #expect(isValid(step([Self.a], requires: 0), step([Self.any])))
    // The leaf's own requirement counts, if it is for the leaf.
    #expect(!isValid(step(nil), step(nil, requires: 0)))
    #expect(isValid(step(nil), step(nil, requires: 1)))
  }

  @Test func `a requirement takes effect after its number of certificates, self-issued ones not counted`() {
    #expect(isValid(step(nil, requires: 3), step(nil), step(nil)))
    #expect(!isValid(step(nil, requires: 2), step(nil), step(nil)))
    #expect(isValid(step(nil, requires: 2), step(nil, isSelfIssued: true), step(nil)))
    // What is required above cannot be put off below.
    #expect(!isValid(step(nil, requires: 0), step(nil, requires: 5), step(nil)))
  }

  @Test func `a policy that one CA of the path lacks is not valid for the certificates below it`() {
    #expect(!isValid(step([Self.a], requires: 0), step(nil), step([Self.a])))
    #expect(!isValid(step([Self.a], requires: 2), step([Self.b]), step([Self.b])))
  }

  @Test func `mappings lead from the issuer's policy to the subject's`() {
    #expect(isValid(step([Self.a], maps: [Self.a: [Self.b]], requires: 0), step([Self.b])))
    #expect(!isValid(step([Self.a], maps: [Self.a: [Self.b]], requires: 0), step([Self.a])))
    #expect(isValid(step([Self.a], maps: [Self.a: [Self.b, Self.c]], requires: 0), step([Self.c])))
    #expect(!isValid(step([Self.a], maps: [Self.b: [Self.c]], requires: 0), step([Self.c])))
    #expect(isValid(step([Self.any], maps: [Self.b: [Self.c]], requires: 0), step([Self.c])))
    // Where no mapping is allowed, what would be mapped is gone.
    #expect(
      !isValid(
        step([Self.a], requires: 0, inhibitsMapping: 0), step([Self.a], maps: [Self.a: [Self.b]]), step([Self.b])))
    #expect(
      isValid(
        step([Self.a, Self.b], requires: 0, inhibitsMapping: 0), step([Self.a, Self.b], maps: [Self.a: [Self.c]]),
        step([Self.b])))
    #expect(
      isValid(step([Self.a], requires: 0, inhibitsMapping: 1), step([Self.a], maps: [Self.a: [Self.b]]), step([Self.b]))
    )
  }

  @Test func `anyPolicy counts until it is inhibited, in self-issued CAs longer`() {
    #expect(!isValid(step([Self.a], requires: 0, inhibitsAny: 0), step([Self.any])))
    #expect(isValid(step([Self.a], requires: 0, inhibitsAny: 1), step([Self.any])))
    #expect(!isValid(step([Self.a], requires: 0, inhibitsAny: 1), step([Self.any]), step([Self.any])))
    #expect(isValid(step([Self.a], requires: 0, inhibitsAny: 0), step([Self.any], isSelfIssued: true), step([Self.a])))
    #expect(!isValid(step([Self.a], requires: 0, inhibitsAny: 0), step([Self.any], isSelfIssued: true)))
  }

  /// CVE-2023-0464: a tree doubles at each of these levels.
  @Test(.timeLimit(.minutes(1))) func `many levels of policies that are mapped to each other take no time`() {
    let policies = (0..<64).map { [UInt8($0)] }
    let all = Dictionary(uniqueKeysWithValues: policies.map { ($0, Set(policies)) })
    let steps = (0..<62).map { _ in step(policies, maps: all) }
    var state = PolicyState(length: steps.count + 1)
    for step in steps {
      let mayGoOn = state.take(step.extensions, isSelfIssued: false, isLast: false)
      #expect(mayGoOn)
    }
    let isValid = state.take(step([[7]], requires: 0).extensions, isSelfIssued: false, isLast: true)
    #expect(isValid)
  }
}
