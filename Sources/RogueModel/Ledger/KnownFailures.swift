/// The ledger of known failures of real clients. It changes no verdict; reports link to it.
public struct KnownFailures: Sendable {
  public private(set) var entries: [KnownFailure]
  /// The adapters that the ledger covers: each of their failures should have an entry.
  private var adapters: Set<String>
  private var places: [String: String] = [:]

  /// - Parameters:
  ///   - adapters: those that the ledger covers; reports mention a failure of theirs that has no entry.
  ///   - place: where readers find an entry.
  public init(
    _ entries: [KnownFailure] = [], adapters: some Sequence<String> = [],
    place: (KnownFailure) -> String = { "docs/records/findings.md#\($0.anchor)" }
  ) {
    self.entries = entries
    self.adapters = Set(adapters)
    for entry in entries { places[entry.name] = place(entry) }
  }

  /// The entries about what this client did, and whether they are about this version.
  private func entries(
    about result: CaseResult, by client: AdapterDescription
  ) -> [(entry: KnownFailure, concern: KnownFailure.Occurrence.Concern)] {
    entries.flatMap { entry in
      entry.occurrences.compactMap { occurrence in
        guard occurrence.matches(result) else { return nil }
        return occurrence.concern(result.adapter, version: client.version, stacks: client.stacks).map { (entry, $0) }
      }
    }
  }

  /// The ledger's entry for a case; nil without one, for example for a pass.
  public func knowledge(of result: CaseResult, by client: AdapterDescription) -> Knowledge? {
    guard result.gates(strict: true) else { return nil }
    let about = entries(about: result, by: client)
    if let entry = about.first(where: { $0.concern == .version })?.entry { return .entry(reference(to: entry)) }
    if let entry = about.first?.entry { return .otherVersions(reference(to: entry)) }
    return result.gates(strict: false) && adapters.contains(AdapterVariant.adapter(of: result.adapter)) ? .nothing : nil
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
