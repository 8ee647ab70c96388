internal import RogueModel

/// Cases of a corpus as scenarios of ours, each with a world of files: the server presents the corpus's chain, and the control
/// is a chain of our own for the same host below another anchor.
///
/// A foreign case has no control that differs from it in the fault alone. This one shows that the client is configured, reaches
/// the host and accepts a right chain for it.
public struct CorpusCatalogue: Sendable {
  private let family: String

  /// - Parameter family: the first part of the scenarios' ids.
  public init(family: String) { self.family = family }

  /// The id of a case's scenario.
  public func scenario(of item: CorpusCase) -> String { "\(family)/\(item.slug)" }

  /// Why no server can present a case; nil: one can.
  public static func obstacle(_ item: CorpusCase) -> String? {
    if let obstacle = item.obstacle { return obstacle }
    if item.key == nil {
      return "the corpus does not have the leaf's private key, and no server can present the leaf without it"
    }
    guard let host = item.host else { return "it verifies no name, and a client that connects always does" }
    guard host == HostName.plain(host), host.utf8.count <= 253, isHost(item) else {
      return "'\(host)' is not a host that a URL can have"
    }
    if item.trusted.isEmpty { return "it trusts nothing" }
    if item.requiresStatus != nil { return "it supplies CRLs, which a world here cannot take from files" }
    return nil
  }

  private static func isHost(_ item: CorpusCase) -> Bool {
    guard case .dns(let name)? = item.peer else { return item.host.map { HostName.isAddress($0) } ?? false }
    return !name.isEmpty && !HostName.isAddress(name)
      && name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
        !label.isEmpty && label.count <= 63 && label.first != "-" && label.last != "-"
          && label.utf8.allSatisfy { $0 == 0x2D || $0 >= 0x30 && $0 <= 0x39 || $0 >= 0x61 && $0 <= 0x7A || $0 == 0x5F }
      }
  }

  /// The files of a case, by their path below the catalogue's folder.
  public func files(_ item: CorpusCase) -> [(path: String, bytes: [UInt8])] {
    let name = "\(family)-\(item.slug)"
    var files: [(path: String, bytes: [UInt8])] = []
    var certificates: [String] = []
    func add(_ certificate: String, _ bytes: [UInt8]) {
      files.append(("Certs/pki/\(name)/\(certificate).pem", bytes))
      certificates.append("  \(certificate): {file: ../pki/\(name)/\(certificate).pem}")
    }
    let anchors = item.trusted.indices.map { "trusted-\($0 + 1)" }
    let served = item.intermediates.indices.map { "served-\($0 + 1)" }
    for (anchor, der) in zip(anchors, item.trusted) { add(anchor, PEM.encode(.certificate, der)) }
    for (entry, der) in zip(served, item.intermediates) { add(entry, PEM.encode(.certificate, der)) }
    add("leaf", PEM.encode(.certificate, item.leaf) + (item.key.map { PEM.encode(.privateKey, $0) } ?? []))
    let world = """
      world: \(name)
      title: \(Self.quoted(Self.sentence(item.id)))
      domain: rogues.test
      certificates:
      \(certificates.joined(separator: "\n"))
        control-root: {ca: true}
        control: {issuer: control-root, \(control(item))}
      stores: {system: [\((anchors + ["control-root"]).joined(separator: ", "))]}
      host: \(Self.quoted((item.host ?? "") + "."))
      server: {present: [control]}
      policies:
        system: {}
        anchors: {anchors: [\((anchors + ["control-root"]).joined(separator: ", "))]}

      """
    let scenario = """
      scenario: \(self.scenario(of: item))
      title: \(Self.quoted(Self.sentence(item.id)))
      why: \(Self.quoted(Self.sentence(item.description)))
      level: must
      severity: high
      references: [\(Self.quoted(Self.sentence("\(family) \(item.id)")))]
      world: \(name)
      policies: [system, anchors]
      mutate: {server.present: [\((["leaf"] + served).joined(separator: ", "))]}
      expect: {disposition: \(item.isAccepted ? "accept" : "cancel")}

      """
    return files + [
      ("Certs/worlds/\(name).yaml", Array(world.utf8)),
      ("Scenarios/\(family)/\(item.slug).yaml", Array(scenario.utf8)),
    ]
  }

  private func control(_ item: CorpusCase) -> String {
    switch item.peer {
    case .dns(let name): "hosts: [\(Self.quoted(name + "."))]"
    case .address(let address): "addresses: [\(Self.quoted(address))]"
    case nil: "hosts: [unnamed]"
    }
  }

  /// The first sentence, on one line.
  private static func sentence(_ text: String) -> String {
    let printable = text.unicodeScalars.map { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) ? " " : String($0) }
    let line = printable.joined().split(separator: " ").joined(separator: " ")
    return line.isEmpty ? "The corpus gives no reason." : String(line.prefix(400))
  }

  /// A double-quoted scalar of YAML, whose escapes are those of JSON.
  private static func quoted(_ text: String) -> String { JSON.string(text).line }
}
