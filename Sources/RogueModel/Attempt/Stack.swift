/// The base of clients: a TLS library, or a module over one (`Adapters/stacks/NAME.yaml`).
///
/// An adapter that names a stack inherits the fields and limits of the clients of the stack, unless its own description
/// says otherwise. Findings about a stack are known of all of its clients.
public struct Stack: Hashable, Sendable {
  /// The name of its file.
  public var name: String
  public var summary: String
  /// Capabilities that its clients lack, with the reason.
  public var declined: [Capability: String]
  /// How fields of the attempt reach its clients, and what holds instead.
  public var configuration: AdapterConfiguration

  public init(name: String, summary: String, declined: [Capability: String], configuration: AdapterConfiguration) {
    self.name = name
    self.summary = summary
    self.declined = declined
    self.configuration = configuration
  }

  /// How an adapter knows the version of a stack.
  public enum Probe: Hashable, Sendable {
    /// The word after the first occurrence of this text in the program's version output.
    case after(String)
    /// The program does not say it: it is this one in these versions of the client, and unknown in others.
    case known(String, in: VersionRange)
  }
}

extension Stack {
  /// Adds what the stack says and an adapter's description does not.
  ///
  /// - Parameters:
  ///   - capabilities: those of the adapter.
  ///   - configuration: nil: the adapter claims that it applies every field.
  public func complete(
    _ capabilities: [Capability], _ declined: inout [Capability: String], _ configuration: inout AdapterConfiguration?
  ) {
    for (capability, why) in self.declined where !capabilities.contains(capability) && declined[capability] == nil {
      declined[capability] = why
    }
    guard var own = configuration else { return }
    for field in AttemptField.allCases where own.applied[field] == nil && own.fixed[field] == nil {
      let isDeclared = field.capabilities.contains(where: capabilities.contains)
      if let how = self.configuration.applied[field], isDeclared || field.capabilities.isEmpty {
        own.applied[field] = how
      } else if let instead = self.configuration.fixed[field], !isDeclared {
        own.fixed[field] = instead
      }
    }
    configuration = own
  }
}
