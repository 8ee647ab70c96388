/// The ledger of known failures of real clients. It changes no verdict; reports link to it.
public struct KnownFailures: Sendable {
  public private(set) var entries: [KnownFailure]
  /// The adapters that the ledger covers, and what they are made of: each of their failures should have an entry.
  private var adapters: [String: Make]
  private var places: [String: String] = [:]

  /// What a client is made of.
  public struct Make: Sendable, Hashable {
    var library: String
    /// The names of its stacks.
    var stacks: Set<String>
    /// How attempts reach it: two programs on one library differ here, and a copy of an adapter does not.
    var configuration: AdapterConfiguration?

    public init(library: String, stacks: some Sequence<String>, configuration: AdapterConfiguration? = nil) {
      self.library = library
      self.stacks = Set(stacks)
      self.configuration = configuration
    }
  }

  /// - Parameters:
  ///   - adapters: those that the ledger covers; reports mention a failure of theirs that has no entry.
  ///   - place: where readers find an entry.
  public init(
    _ entries: [KnownFailure] = [], adapters: [String: Make] = [:],
    place: (KnownFailure) -> String = { "docs/records/findings.md#\($0.anchor)" }
  ) {
    self.entries = entries
    self.adapters = adapters
    for entry in entries { places[entry.name] = place(entry) }
  }

  /// The entries about what this client did, and whether they are about this version.
  private func entries(
    about result: CaseResult, by client: AdapterDescription
  ) -> [(entry: KnownFailure, concern: KnownFailure.Occurrence.Concern)] {
    let alike = alike(result.adapter, client)
    return entries.flatMap { entry in
      entry.occurrences.compactMap { occurrence in
        guard occurrence.matches(result) else { return nil }
        let names = occurrence.names(result.adapter) || alike.isEmpty ? [result.adapter] : alike
        let concerns = names.map { occurrence.concern($0, version: client.version, stacks: client.stacks) }
        guard !concerns.contains(nil) else { return nil }
        return (entry, concerns.contains(.otherVersions) ? .otherVersions : .version)
      }
    }
  }

  /// The adapters that stand for a client that the ledger does not cover: those of which it is a copy, else all on the same
  /// library and stacks. What every one of them does is known of this one, too.
  private func alike(_ name: String, _ client: AdapterDescription) -> [String] {
    guard adapters[AdapterVariant.adapter(of: name)] == nil else { return [] }
    let make = Make(library: client.library, stacks: client.stacks.keys, configuration: client.configuration)
    let kin = adapters.filter { $0.value.library == make.library && $0.value.stacks == make.stacks }
    let originals = kin.filter { $0.value.configuration == make.configuration }
    return (originals.isEmpty ? kin : originals).keys.sorted()
  }

  /// The ledger's entry for a case; nil without one, for example for a pass.
  public func knowledge(of result: CaseResult, by client: AdapterDescription) -> Knowledge? {
    guard result.gates(strict: true) else { return nil }
    let about = entries(about: result, by: client)
    if let entry = about.first(where: { $0.concern == .version })?.entry { return .entry(reference(to: entry)) }
    if let entry = about.first?.entry { return .otherVersions(reference(to: entry)) }
    return result.gates(strict: false) && adapters[AdapterVariant.adapter(of: result.adapter)] != nil ? .nothing : nil
  }

  private func reference(to entry: KnownFailure) -> Knowledge.Reference {
    Knowledge.Reference(place: places[entry.name] ?? entry.name, title: entry.title, kind: entry.kind)
  }
}

/// The ledger's statement about one case.
public enum Knowledge: Sendable, Hashable {
  /// The failure is known for this version.
  case entry(Reference)
  /// The failure is known for other versions of this client.
  case otherVersions(Reference)
  /// Other failures of this client have an entry, but this one does not.
  case nothing

  /// Where readers find an entry.
  public struct Reference: Sendable, Hashable {
    /// Such as `docs/records/findings.md#…`.
    public var place: String
    public var title: String
    public var kind: KnownFailure.Kind

    public init(place: String, title: String, kind: KnownFailure.Kind) {
      self.place = place
      self.title = title
      self.kind = kind
    }
  }
}
