internal import RogueModel
internal import RogueStimuli
internal import Synchronization

/// Everything that goes into a library's server context. Compared by value; equal attempts of different cases share one.
struct ServerContextKey: Hashable, Sendable {
  var presentation: ServedAttempt.Presentation
  var version: TLSVersion
  var alpn: [String]
  var clientAuthentication: ClientAuthentication.Served
  var givesTickets: Bool
  /// For libraries whose contexts hold the ticket keys. The context keeps the object alive, so its identity is not
  /// used again while the context is here.
  var resumption: ObjectIdentifier?

  init(_ attempt: ServedAttempt, resumption: AnyObject? = nil) {
    presentation = attempt.presentation
    version = attempt.version
    alpn = attempt[ApplicationProtocols.self]
    clientAuthentication = attempt[ClientAuthentication.self]
    givesTickets = attempt[Resumption.self].givesTickets
    self.resumption = resumption.map { ObjectIdentifier($0) }
  }

  /// The hash uses the end of the leaf, its signature; equality compares the rest.
  func hash(into hasher: inout Hasher) {
    for byte in presentation.certificates.first?.suffix(8) ?? [] { hasher.combine(byte) }
    hasher.combine(version)
    hasher.combine(resumption)
  }
}

/// The server contexts that are in use, by what they present: making one takes longer than a handshake.
final class ServerContexts<Context: Sendable>: Sendable {
  /// A class, so that a use is noted without a second look into the table.
  private final class Entry {
    let context: Context
    var lastUse: UInt64

    init(_ context: Context, lastUse: UInt64) {
      self.context = context
      self.lastUse = lastUse
    }
  }

  private struct State {
    var entries: [ServerContextKey: Entry] = [:]
    var uses: UInt64 = 0
  }

  private let state = Mutex(State())
  private let capacity: Int

  init(capacity: Int) { self.capacity = capacity }

  func context(
    for key: ServerContextKey, make: () throws(HarnessFailure) -> Context
  ) throws(HarnessFailure) -> Context {
    if let known = state.withLock({ state -> Context? in
      state.uses += 1
      guard let entry = state.entries[key] else { return nil }
      entry.lastUse = state.uses
      return entry.context
    }) {
      return known
    }
    let made = try make()
    state.withLock { state in
      if state.entries.count >= capacity, let oldest = state.entries.min(by: { $0.value.lastUse < $1.value.lastUse }) {
        state.entries[oldest.key] = nil
      }
      state.entries[key] = Entry(made, lastUse: state.uses)
    }
    return made
  }
}
