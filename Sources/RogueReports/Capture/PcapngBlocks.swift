/// The blocks of a pcapng file, little-endian (draft-ietf-opsawg-pcapng, sections 3 and 4).
struct PcapngBlocks {
  private(set) var bytes: [UInt8] = []

  private enum BlockType: UInt32 {
    case sectionHeader = 0x0A0D_0D0A
    case interface = 1
    case enhancedPacket = 6
    case secrets = 10
  }

  private enum OptionCode: UInt16 {
    case comment = 1
    /// `if_name` of an interface.
    case interfaceName = 2
    /// `shb_userappl` of a section.
    case application = 4
  }

  mutating func sectionHeader(writtenBy program: String) {
    block(.sectionHeader) { body in
      body.append(little: 0x1A2B_3C4D as UInt32)
      body.append(little: 1 as UInt16)
      body.append(little: 0 as UInt16)
      // The section's length is not given.
      body.append(little: UInt64.max)
      body.append(option: OptionCode.application.rawValue, program)
      body.append(little: 0 as UInt32)
    }
  }

  /// Times of its packets are microseconds, the unit where no other is given.
  mutating func interface(linkType: UInt16, snapshotLength: UInt32, named name: String) {
    block(.interface) { body in
      body.append(little: linkType)
      body.append(little: 0 as UInt16)
      body.append(little: snapshotLength)
      body.append(option: OptionCode.interfaceName.rawValue, name)
      body.append(little: 0 as UInt32)
    }
  }

  /// A Decryption Secrets Block with a TLS key log (section 4.7).
  mutating func tlsSecrets(_ keyLog: String) {
    let text = Array(keyLog.utf8)
    block(.secrets) { body in
      body.append(little: 0x544C_534B as UInt32)
      body.append(little: UInt32(text.count))
      body.append(padded: text)
    }
  }

  /// An Enhanced Packet Block (section 4.3) of the first interface.
  mutating func packet(_ packet: CapturedPacket) {
    let time = UInt64(max(0, packet.at))
    block(.enhancedPacket) { body in
      body.append(little: 0 as UInt32)
      body.append(little: UInt32(time >> 32))
      body.append(little: UInt32(truncatingIfNeeded: time))
      body.append(little: UInt32(packet.bytes.count))
      body.append(little: UInt32(packet.bytes.count))
      body.append(padded: packet.bytes)
      if let comment = packet.comment {
        body.append(option: OptionCode.comment.rawValue, comment)
        body.append(little: 0 as UInt32)
      }
    }
  }

  /// Type, length, body, length again.
  private mutating func block(_ type: BlockType, _ fill: (inout [UInt8]) -> Void) {
    var body: [UInt8] = []
    fill(&body)
    let length = UInt32(body.count + 12)
    bytes.append(little: type.rawValue)
    bytes.append(little: length)
    bytes += body
    bytes.append(little: length)
  }
}

extension [UInt8] {
  fileprivate mutating func append(little number: some FixedWidthInteger & UnsignedInteger) {
    for shift in stride(from: 0, to: number.bitWidth, by: 8) { append(UInt8(truncatingIfNeeded: number >> shift)) }
  }

  /// Up to a multiple of four.
  fileprivate mutating func append(padded content: [UInt8]) {
    self += content
    while count % 4 != 0 { append(0) }
  }

  fileprivate mutating func append(option code: UInt16, _ text: String) {
    let content = Array(text.utf8.prefix(Int(UInt16.max)))
    append(little: code)
    append(little: UInt16(content.count))
    append(padded: content)
  }
}
