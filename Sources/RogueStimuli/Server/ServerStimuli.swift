public import RogueModel

/// The keys of a world's server.
public enum ServerStimuli {
  public static let present = Stimulus<ServerRecipe>(
    "present", "the certificates of the Certificate message, in order",
    required: true, evidence: .flight, text: { flow($0.present) }
  )
  .presenting(\.present)
  .limited { world, serving in
    if let library = serving.library, world.server.present.isEmpty {
      return "\(library) cannot present an empty list"
    }
    let type = world.server.present.first.flatMap { world.certificate($0)?[CertificateKeyType.self] }
    return serving.engine == .gnutls && type == .rsa8192 ? "GnuTLS signs with no key of five primes" : nil
  }
  public static let key = Stimulus<ServerRecipe>(
    "key", "whose private key signs the handshake; default: the first presented one's",
    evidence: .signature, text: { $0.key ?? $0.present.first }
  )
  .found(by: "CertificateVerify", "ServerKeyExchange", "proof of possession")
  public static let connections = Stimulus<ServerRecipe>(
    "connections", "what differs on the given connection of one attempt, counted from 1",
    evidence: .partsOfConnection,
    below: { server, path in
      let own = path.first.flatMap(Int.init).map { server.connections[$0] ?? ServerRecipe.Connection() }
      return own.flatMap { ConnectionParts.all.text(of: server, with: $0, at: path.dropFirst()) }
    }, text: { $0.connections.isEmpty ? "none" : nil }
  )
  .holdingParts()
  public static let renegotiation = Stimulus<ServerRecipe>(
    "renegotiation",
    "a second handshake on the connection before the request is answered, and what differs in it; TLS 1.2 only",
    evidence: .renegotiation,
    below: { server, path in
      server.renegotiation.flatMap { ConnectionParts.ofRenegotiation.text(of: server, with: $0, at: path) }
    },
    text: { $0.renegotiation == nil ? "none" : nil }
  )
  .found(by: "renegotiation", "renegotiation_info", "secure renegotiation")
  .presenting { $0.renegotiation?.present ?? [] }
  .needing { server, _ in server.renegotiation == nil ? [] : [.renegotiation] }
  .limited { world, serving in
    guard world.server.renegotiation != nil else { return nil }
    if let library = serving.library { return "\(library) presents the same in every handshake of a connection" }
    return serving.version == .tls13 ? "there is no renegotiation in TLS 1.3" : nil
  }
  public static let behaviours = Stimulus<ServerRecipe>(
    "behaviours", "named behaviours, in order",
    evidence: .behaviours, text: { flow($0.behaviours.map(\.description)) }
  )
  .limited { world, serving in
    // Whether the Swift engine has one in a version, its descriptor says.
    guard let library = serving.library, let first = world.server.behaviours.first else { return nil }
    return "\(library) has no behaviour \(first.name)"
  }
  static let all: [Stimulus<ServerRecipe>] = [present, key] + ServerSettings.all.map { $0.stimulus } + last

  private static let last = [connections, renegotiation, behaviours]

  // Plans read these in every case of every adapter.
  static let needs = all.compactMap(\.needs)
  static let limits = all.compactMap(\.limit)
}
