public import RogueModel
public import RogueTrust

/// A built-in validator, by its name on the command line.
public struct BuiltInValidator: Sendable {
  public enum Kind: Sendable {
    /// Asked with challenges, once it is set up for a policy and a host, with the files that it has left before.
    case handler(
      @Sendable (_ policy: AttemptPolicy, _ host: String, _ files: any StateFolder) -> ChallengeHandlerSetup)
    /// Asked about certificate flights; made anew for each conversation, so that what it remembers ends there.
    case chain(@Sendable () -> any ChainValidator)
  }

  public var name: String
  /// One line for lists.
  public var summary: String
  public var kind: Kind
  /// Keeps its pins in a file from one start to the next.
  public var storesPins = false
  /// The system's evaluation if the handler leaves a server to it.
  public var defaultHandling = DefaultHandling.freshTrust
  /// Trusts on first use if the policy allows it.
  public var learns = false

  public init(name: String, summary: String, kind: Kind) {
    self.name = name
    self.summary = summary
    self.kind = kind
  }

  /// The reference, the published systems with their hardened siblings, and SPKI pinning in the forms that people use.
  public static func all(_ environment: TrustEnvironment) -> [BuiltInValidator] {
    reference(environment) + PublishedForm.all.map { $0.validator(environment) } + keyPinning(environment)
      + firstUse(environment)
  }

  /// The part of the reference that decides about certificates, for clients that shake hands by themselves.
  public static func policy(_ environment: TrustEnvironment) -> any ChainValidator {
    FirstUse(PolicyValidator(environment), clock: environment.clock)
  }

  private static func reference(_ environment: TrustEnvironment) -> [BuiltInValidator] {
    var reference = BuiltInValidator(
      name: "reference", summary: "everything that a policy demands: path, name, pins, logs, enforced revocation",
      kind: .chain { policy(environment) })
    reference.learns = true
    return [reference]
  }

  private static func firstUse(_ environment: TrustEnvironment) -> [BuiltInValidator] {
    let bare = PolicyValidator(environment, checks: [.path, .transparency])
    var tofu = BuiltInValidator(
      name: "tofu", summary: "path and name, and the key that a host presented on first use",
      kind: .chain { FirstUse(bare, clock: environment.clock) })
    tofu.learns = true
    return [tofu]
  }

  private static func keyPinning(_ environment: TrustEnvironment) -> [BuiltInValidator] {
    let forms: [(name: String, summary: String, check: PolicyCheck)] = [
      ("spki-leaf", "SPKI pins, compared with the leaf", .leafPins),
      ("spki-any", "SPKI pins, compared with every element of the validated path", .anyElementPins),
      ("spki-leaf-or-ca", "SPKI pins in two lists, one for the leaf and one for its CAs", .leafAndCAPins),
    ]
    return forms.map { form in
      let validator = PolicyValidator(environment, checks: [.path, form.check])
      return BuiltInValidator(name: form.name, summary: form.summary, kind: .chain { validator })
    }
  }
}
