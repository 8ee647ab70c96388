public import RogueModel

/// Connections as a capture file in pcapng (draft-ietf-opsawg-pcapng), with the key log inside it, so that readers such
/// as Wireshark show it decrypted.
///
/// The servers see streams of bytes and no packets, so these are made up: IPv4 on loopback, one TCP segment for each
/// piece that the server read or wrote, a made-up port for each client. Bytes, order and times are those of the run.
public struct CaptureFile: Sendable {
  /// The link type of bare IP packets, LINKTYPE_RAW.
  static let linkType: UInt16 = 101
  static let snapshotLength: UInt32 = 1 << 18

  /// Connections of one attempt.
  public struct Part: Sendable {
    /// Microseconds since 1970 at which the attempt began.
    public var beganAt: Int64
    /// For people, in the comment of each connection's first packet.
    public var name: String
    public var connections: [CapturedConnection]

    public init(beganAt: Int64, name: String, connections: [CapturedConnection]) {
      self.beganAt = beganAt
      self.name = name
      self.connections = connections
    }
  }

  private let parts: [Part]

  public init(_ parts: [Part]) { self.parts = parts }

  public var bytes: [UInt8] {
    var packets: [CapturedPacket] = []
    var port: UInt16 = 49_152
    for part in parts {
      for connection in part.connections {
        packets += CapturedStream(connection, clientPort: port, part: part).packets
        port = port == .max ? 49_152 : port + 1
      }
    }
    // Packets of one moment stay in the order of their connection.
    let ordered = packets.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }

    var file = PcapngBlocks()
    file.sectionHeader(writtenBy: "rogues")
    file.interface(linkType: Self.linkType, snapshotLength: Self.snapshotLength, named: "loopback")
    let keyLog = parts.flatMap { $0.connections.flatMap(\.keyLog) }.map { $0 + "\n" }.joined()
    // Readers need the secrets before the packets that these decrypt.
    if !keyLog.isEmpty { file.tlsSecrets(keyLog) }
    for (_, packet) in ordered { file.packet(packet) }
    return file.bytes
  }
}
