internal import RogueModel
internal import RogueTLS

/// The server's Certificate message is compressed (RFC 8879): as the client wants it, in a way that it did not offer, or
/// with a length that is not that of its text.
///
/// The compressed message is right in every other way, and always uses zlib, whatever it declares.
struct CompressedCertificateMessage: Behaviour {
  enum Fault: String, CaseIterable {
    /// No fault, for clients that offer zlib; other clients get the message uncompressed.
    case none
    /// The algorithm is one that the client did not offer.
    case unoffered
    /// The text is shorter than the message says.
    case short
    /// The text is longer than the message says.
    case long
    /// The message says how long an honest text would be, and megabytes of zeros come out after it.
    case bomb
  }

  private static let fault = WordParameter<Fault>(
    "fault", default: .unoffered,
    "none (for clients that offer zlib), unoffered (default; an algorithm that the client did not offer), "
      + "short or long (the data, compared with uncompressed_length) or bomb")

  static let descriptor = NamedDescriptor(
    name: "compressed-certificate", summary: "the Certificate message is compressed, correctly or with a fault",
    keywords: ["CompressedCertificate", "compress_certificate"],
    parameters: [fault.declared],
    versions: [.tls13])

  private let fault: Fault

  init(_ parameters: UseParameters) throws(HarnessFailure) {
    fault = try parameters.word(Self.fault)
  }

  func rewrite(_ script: inout HandshakeScript) {
    guard script.version == .tls13 else { return }
    script.at(.certificate) { message, now in message = compressed(message, for: now.hello) }
  }

  private func compressed(_ certificate: ServerMessage, for hello: ClientHello) -> ServerMessage {
    let offered = hello.compressionAlgorithms
    guard fault != .none || offered.contains(CompressedCertificate.Algorithm.zlib) else { return certificate }
    var message = CompressedCertificate(
      algorithm: CompressedCertificate.Algorithm.zlib, length: certificate.body.count,
      compressed: fault == .bomb ? DeflateBomb.after(certificate.body) : Zlib.store(certificate.body))
    switch fault {
    case .unoffered: message.algorithm = Self.algorithms.first { !offered.contains($0) } ?? Self.unassigned
    case .short: message.length += 1
    case .long: message.length -= 1
    case .none, .bomb: break
    }
    return ServerMessage(.compressedCertificate, message.body)
  }

  private static let algorithms = [
    CompressedCertificate.Algorithm.zlib, CompressedCertificate.Algorithm.brotli, CompressedCertificate.Algorithm.zstd,
  ]
  private static let unassigned: UInt16 = 0x3FFF

  /// A client that offers no algorithm refuses the message because it does not know its type, and decompresses nothing.
  func missingOffer(in hello: ClientHello) -> String? {
    let offers = hello.compressionAlgorithms.contains(CompressedCertificate.Algorithm.zlib)
    return fault == .unoffered || offers ? nil : "compress_certificate with zlib"
  }

  func isPresented(on seen: SeenConnection) -> Bool {
    guard seen.hasWholeFlight, let hello = seen.firstHello, let sent = seen.first(.compressedCertificate),
      let message = CompressedCertificate(body: sent.body)
    else { return false }
    switch fault {
    case .none: return hello.compressionAlgorithms.contains(message.algorithm)
    case .unoffered: return !hello.compressionAlgorithms.contains(message.algorithm)
    case .short: return message.text().map { $0.count < message.length } ?? false
    case .long: return message.text().map { $0.count > message.length } ?? false
    case .bomb: return message.text() == nil && message.compressed.count < HandshakeReader.longestMessage
    }
  }
}

/// A zlib stream of some kilobytes from which megabytes come out.
enum DeflateBomb {
  /// How many zeros follow the text: sixteen times as many bytes as the longest message that any client here reads.
  private static let zeros = 16 << 20

  static func after(_ text: [UInt8]) -> [UInt8] {
    var writer = BitWriter()
    // The last block, in fixed codes (RFC 1951, section 3.2.6): one zero, and the byte before it 258 times, over and over.
    writer.put(1, 1)
    writer.put(1, 2)
    writer.putCode(0x30, 8)
    for _ in 0..<(zeros / 258) {
      writer.putCode(0xC5, 8)
      writer.putCode(0, 5)
    }
    writer.putCode(0, 7)
    return Zlib.header + Zlib.blocks(of: text, endsStream: false) + writer.bytes + checksum(text)
  }

  /// Of the text and what comes out after it; zeros change its high half only (RFC 1950, section 8.2).
  private static func checksum(_ text: [UInt8]) -> [UInt8] {
    let before = Zlib.checksum(text)
    let low = Int(before[2]) << 8 | Int(before[3])
    let count = zeros / 258 * 258 + 1
    let high = (Int(before[0]) << 8 | Int(before[1])) + low * (count % 65_521)
    return [UInt8((high % 65_521) >> 8), UInt8((high % 65_521) & 0xFF)] + before[2...]
  }

  /// Puts bits into bytes, the lowest first (RFC 1951, section 3.1.1).
  private struct BitWriter {
    private(set) var bytes: [UInt8] = []
    private var used = 8

    mutating func put(_ value: Int, _ count: Int) {
      for place in 0..<count { put(value >> place & 1) }
    }

    /// The word of a code: its highest bit comes first.
    mutating func putCode(_ word: Int, _ count: Int) {
      for place in (0..<count).reversed() { put(word >> place & 1) }
    }

    private mutating func put(_ bit: Int) {
      if used == 8 {
        bytes.append(0)
        used = 0
      }
      bytes[bytes.count - 1] |= UInt8(bit << used)
      used += 1
    }
  }
}
