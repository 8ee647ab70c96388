internal import RogueModel
internal import RogueOpenSSL
internal import Synchronization

/// The server contexts that are in use, by what they present: making one takes longer than a handshake.
final class LibsslContexts: Sendable {
  /// Everything that goes into a context. Compared by value; equal attempts of different cases share a context.
  struct Key: Hashable, Sendable {
    var presentation: ServedAttempt.Presentation
    var version: TLSVersion
    var alpn: [String]
    var clientAuthentication: ServedAttempt.ClientAuthentication
    /// Conversations with resumption have ticket keys of their own. The context keeps the object alive, so its
    /// identity is not used again while the context is here.
    var resumption: ObjectIdentifier?

    /// The end of the leaf is its signature, which tells presentations apart; equality looks at the rest.
    func hash(into hasher: inout Hasher) {
      for byte in presentation.certificates.first?.suffix(8) ?? [] { hasher.combine(byte) }
      hasher.combine(version)
      hasher.combine(resumption)
    }
  }

  /// A class, so that a use is noted without a second look into the table.
  private final class Entry {
    let context: TLSContext
    var lastUse: UInt64

    init(_ context: TLSContext, lastUse: UInt64) {
      self.context = context
      self.lastUse = lastUse
    }
  }

  private struct State {
    var entries: [Key: Entry] = [:]
    var uses: UInt64 = 0
  }

  private let state = Mutex(State())
  private let capacity: Int
  /// The moment at which clients' paths are checked; nil: now.
  private let clock: Timestamp?

  init(capacity: Int, clock: Timestamp?) {
    self.capacity = capacity
    self.clock = clock
  }

  func context(for key: Key, resumption: TLSResumption?) throws(HarnessFailure) -> TLSContext {
    if let known = state.withLock({ state -> TLSContext? in
      state.uses += 1
      guard let entry = state.entries[key] else { return nil }
      entry.lastUse = state.uses
      return entry.context
    }) {
      return known
    }
    let made = try make(key, resumption)
    state.withLock { state in
      if state.entries.count >= capacity, let oldest = state.entries.min(by: { $0.value.lastUse < $1.value.lastUse }) {
        state.entries[oldest.key] = nil
      }
      state.entries[key] = Entry(made, lastUse: state.uses)
    }
    return made
  }

  private func make(_ key: Key, _ resumption: TLSResumption?) throws(HarnessFailure) -> TLSContext {
    let client = key.clientAuthentication
    let settings = TLSServerSettings(
      certificates: key.presentation.certificates, privateKey: key.presentation.key.privateKey,
      staple: key.presentation.staple, versions: TLSVersionRange(only: key.version.wireValue), alpn: key.alpn,
      clientCertificate: Self.mode(client.mode), clientAnchors: client.anchors, sendsClientAnchorNames: client.hints,
      verificationTime: clock?.secondsSince1970, resumption: resumption)
    do {
      return try TLSContext(server: settings)
    } catch {
      throw HarnessFailure(.network, "libssl cannot serve this attempt", underlying: error.description)
    }
  }

  private static func mode(
    _ mode: ServerRecipe.ClientAuthentication.Mode
  ) -> TLSServerSettings.ClientCertificate {
    switch mode {
    case .none: .none
    case .request: .request
    case .require: .require
    }
  }
}
