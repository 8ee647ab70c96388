/// The state of policy processing (RFC 5280, sections 6.1.2 to 6.1.5), with the graph of RFC 9618 in the place of the tree.
///
/// No caller needs the valid policies, only whether there is one: the initial set is anyPolicy. For that the lowest level of the
/// graph suffices, because a level without a node takes all above it away; so there is nothing that grows from level to level
/// (CVE-2023-0464), and each level is at most as large as the certificate that made it and the mappings above.
struct PolicyState {
  /// The nodes of the lowest level: the valid policy, and what is expected of the next certificate.
  private var level: [[UInt8]: Set<[UInt8]>] = [PolicyExtensions.anyPolicy: [PolicyExtensions.anyPolicy]]
  private var explicitPolicy: Int
  private var policyMapping: Int
  private var anyPolicy: Int

  /// - Parameter length: how many certificates the path has, the anchor left out.
  init(length: Int) {
    explicitPolicy = length + 1
    policyMapping = length + 1
    anyPolicy = length + 1
  }

  /// Takes the next certificate, from the anchor down.
  ///
  /// - Returns: whether the path may continue (RFC 5280, section 6.1.3 (f)), and for the last, whether it is valid (6.1.5 (g)).
  mutating func take(_ certificate: PolicyExtensions, isSelfIssued: Bool, isLast: Bool) -> Bool {
    descend(certificate.policies, mayBeAny: anyPolicy > 0 || !isLast && isSelfIssued)
    guard explicitPolicy > 0 || !level.isEmpty else { return false }
    if isLast {
      if explicitPolicy > 0 { explicitPolicy -= 1 }
      if certificate.requireExplicitPolicy == 0 { explicitPolicy = 0 }
      return explicitPolicy > 0 || !level.isEmpty
    }
    map(certificate.mappings)
    if !isSelfIssued {
      explicitPolicy = max(0, explicitPolicy - 1)
      policyMapping = max(0, policyMapping - 1)
      anyPolicy = max(0, anyPolicy - 1)
    }
    explicitPolicy = min(explicitPolicy, certificate.requireExplicitPolicy ?? explicitPolicy)
    policyMapping = min(policyMapping, certificate.inhibitPolicyMapping ?? policyMapping)
    anyPolicy = min(anyPolicy, certificate.inhibitAnyPolicy ?? anyPolicy)
    return true
  }

  /// The next level (RFC 5280, section 6.1.3 (d) and (e)).
  private mutating func descend(_ policies: Set<[UInt8]>?, mayBeAny: Bool) {
    guard let policies else { return level = [:] }
    let expected = level.values.reduce(into: Set<[UInt8]>()) { $0.formUnion($1) }
    let any = PolicyExtensions.anyPolicy
    var next: [[UInt8]: Set<[UInt8]>] = [:]
    for policy in policies where policy != any && (expected.contains(policy) || level[any] != nil) {
      next[policy] = [policy]
    }
    if policies.contains(any), mayBeAny {
      for policy in expected where next[policy] == nil { next[policy] = [policy] }
    }
    level = next
  }

  /// Section 6.1.4 (b); anyPolicy itself may not be mapped (6.1.4 (a)), which is a fault of form.
  private mutating func map(_ mappings: [[UInt8]: Set<[UInt8]>]) {
    guard policyMapping > 0 else {
      for policy in mappings.keys { level[policy] = nil }
      return
    }
    let isAny = level[PolicyExtensions.anyPolicy] != nil
    for (policy, mapped) in mappings where isAny || level[policy] != nil { level[policy] = mapped }
  }
}
