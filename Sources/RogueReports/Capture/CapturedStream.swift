import RogueModel

/// A packet of a capture file.
struct CapturedPacket {
  /// Microseconds since 1970.
  var at: Int64
  var bytes: [UInt8]
  var comment: String?
}

/// One connection as the packets of a TCP stream: opened, carried, closed as it was.
struct CapturedStream {
  /// A segment carries no more, so that the length of its packet fits (RFC 791, section 3.1).
  static let segmentLength = 16_384

  private let connection: CapturedConnection
  private let clientPort: UInt16
  private let part: CaptureFile.Part

  init(_ connection: CapturedConnection, clientPort: UInt16, part: CaptureFile.Part) {
    self.connection = connection
    self.clientPort = clientPort
    self.part = part
  }

  var packets: [CapturedPacket] {
    var packets: [CapturedPacket] = []
    // The next sequence number of each side.
    var next: [Side: UInt32] = [.client: 1000, .server: 2000]
    var now = connection.openedAt
    func add(_ from: Side, _ flags: TCPFlags, _ content: ArraySlice<UInt8> = []) {
      let other: Side = from == .client ? .server : .client
      let segment = TCPSegment(
        source: from == .client ? clientPort : connection.port,
        destination: from == .client ? connection.port : clientPort, sequence: next[from] ?? 0,
        acknowledgement: flags.contains(.acknowledge) ? next[other] ?? 0 : 0, flags: flags, content: content)
      packets.append(CapturedPacket(at: part.beganAt + Int64(now), bytes: segment.packet))
      next[from]? &+= UInt32(content.count) + (flags.isDisjoint(with: [.synchronize, .finish]) ? 0 : 1)
    }
    add(.client, [.synchronize])
    packets[0].comment =
      "\(part.name), connection \(connection.index)\(connection.isToProxy ? " to the proxy" : ""); packets are made up,"
      + " bytes and times are not"
    add(.server, [.synchronize, .acknowledge])
    add(.client, [.acknowledge])
    for piece in connection.pieces {
      now = max(now, piece.at)
      var rest = piece.bytes[...]
      while !rest.isEmpty {
        add(piece.from, [.push, .acknowledge], rest.prefix(Self.segmentLength))
        rest = rest.dropFirst(Self.segmentLength)
      }
    }
    now = max(now, connection.closedAt ?? now)
    close(add)
    return packets
  }

  private func close(_ add: (Side, TCPFlags, ArraySlice<UInt8>) -> Void) {
    let first: Side = connection.end.by == .client ? .client : .server
    let second: Side = first == .client ? .server : .client
    switch connection.end.how {
    case .kept: break
    case .reset, .deadline: add(first, [.reset, .acknowledge], [])
    case .alert, .closeNotify, .fin:
      add(first, [.finish, .acknowledge], [])
      add(second, [.finish, .acknowledge], [])
      add(first, [.acknowledge], [])
    }
  }
}

/// RFC 9293, section 3.1.
struct TCPFlags: OptionSet {
  var rawValue: UInt8
  static let finish = TCPFlags(rawValue: 0x01)
  static let synchronize = TCPFlags(rawValue: 0x02)
  static let reset = TCPFlags(rawValue: 0x04)
  static let push = TCPFlags(rawValue: 0x08)
  static let acknowledge = TCPFlags(rawValue: 0x10)
}

/// A TCP segment between two ports of 127.0.0.1, as an IPv4 packet.
struct TCPSegment {
  var source: UInt16
  var destination: UInt16
  var sequence: UInt32
  var acknowledgement: UInt32
  var flags: TCPFlags
  var content: ArraySlice<UInt8>

  private static let address: [UInt8] = [127, 0, 0, 1]
  private static let tcp: UInt8 = 6

  var packet: [UInt8] {
    let segment = self.segment
    // Version 4, five words, no fragments, 64 hops (RFC 791, section 3.1).
    var header: [UInt8] = [0x45, 0]
    header.append(big: UInt16(20 + segment.count))
    header += [0, 0, 0x40, 0, 64, Self.tcp, 0, 0] + Self.address + Self.address
    header.set(checksum: Self.checksum(header), at: 10)
    return header + segment
  }

  private var segment: [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(big: source)
    bytes.append(big: destination)
    bytes.append(big: sequence)
    bytes.append(big: acknowledgement)
    bytes += [0x50, flags.rawValue, 0xff, 0xff, 0, 0, 0, 0] + content
    var pseudoHeader = Self.address + Self.address + [0, Self.tcp]
    pseudoHeader.append(big: UInt16(bytes.count))
    bytes.set(checksum: Self.checksum(pseudoHeader + bytes), at: 16)
    return bytes
  }

  /// RFC 1071.
  static func checksum(_ bytes: [UInt8]) -> UInt16 {
    var sum: UInt32 = 0
    for index in stride(from: 0, to: bytes.count, by: 2) {
      sum += UInt32(bytes[index]) << 8 | UInt32(index + 1 < bytes.count ? bytes[index + 1] : 0)
    }
    while sum > 0xffff { sum = sum & 0xffff + sum >> 16 }
    return ~UInt16(sum)
  }
}

extension [UInt8] {
  fileprivate mutating func append(big number: some FixedWidthInteger & UnsignedInteger) {
    for shift in stride(from: number.bitWidth - 8, through: 0, by: -8) {
      append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  fileprivate mutating func set(checksum: UInt16, at index: Int) {
    self[index] = UInt8(checksum >> 8)
    self[index + 1] = UInt8(truncatingIfNeeded: checksum)
  }
}
