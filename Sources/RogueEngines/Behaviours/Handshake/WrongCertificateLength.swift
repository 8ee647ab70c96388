internal import RogueModel
internal import RogueTLS

/// One of the length fields inside the Certificate message is wrong, while the message's own length is right (RFC 8446,
/// section 4.4.2; RFC 5246, section 7.4.2): decode_error for every client that reads to the end.
struct WrongCertificateLength: Behaviour {
  enum Field: String, CaseIterable {
    /// That of the whole list.
    case list
    /// That of the first certificate.
    case entry
    /// That of the last entry's extensions, which TLS 1.3 alone has.
    case extensions
  }

  private static let field = WordParameter<Field>(
    "field", default: .list,
    "list (default), entry (of the first certificate) or extensions (of the last entry, TLS 1.3)")

  static let descriptor = NamedDescriptor(
    name: "wrong-certificate-length", summary: "a length field inside the server's Certificate message is wrong",
    keywords: ["certificate_list"],
    parameters: [
      field.declared,
      .init(name: "by", kind: .integer, summary: "how much is added, -64 to 64 and not 0; 1 when left out"),
    ])

  private let field: Field
  private let difference: Int

  init(_ parameters: UseParameters) throws(HarnessFailure) {
    field = try parameters.word(Self.field)
    difference = Int(try parameters.integer("by", default: 1))
    guard (-64...64).contains(difference), difference != 0 else {
      throw HarnessFailure(.badData, "wrong-certificate-length: 'by' must be from -64 to 64, and not 0")
    }
    // Where there is no extension there is no length to take from.
    guard field != .extensions || difference > 0 else {
      throw HarnessFailure(.badData, "wrong-certificate-length: extensions can only be made to look longer")
    }
  }

  func rewrite(_ script: inout HandshakeScript) {
    let version = script.version
    script.replacesCertificate = true
    script.at(.certificate) { message, _ in spoil(&message, version) }
  }

  private func spoil(_ message: inout ServerMessage, _ version: TLSVersion) {
    guard let layout = Layout(message.body[...], version), let place = layout.place(of: field) else { return }
    let claimed = place.value + difference
    for index in 0..<place.width {
      message.body[place.offset + index] = UInt8(truncatingIfNeeded: claimed >> (8 * (place.width - 1 - index)))
    }
  }

  /// Restores the field: a message that then parses was off by that alone.
  func isPresented(on seen: SeenConnection) -> Bool {
    guard let version = seen.evidence.version, let message = seen.first(.certificate) else { return false }
    let body = Array(message.body)
    guard Layout(body[...], version) == nil else { return false }
    return Self.candidates(field, version, body).contains { place in
      var corrected = body
      let honest = place.value - difference
      guard honest >= 0 else { return false }
      for index in 0..<place.width {
        corrected[place.offset + index] = UInt8(truncatingIfNeeded: honest >> (8 * (place.width - 1 - index)))
      }
      return Layout(corrected[...], version)?.place(of: field)?.offset == place.offset
    }
  }

  /// Where the field can be in a message that does not parse: the first two have their place, and the extensions of the
  /// last entry are the last length that there is.
  private static func candidates(_ field: Field, _ version: TLSVersion, _ body: [UInt8]) -> [Place] {
    let start = version == .tls13 ? 1 : 0
    switch field {
    case .list: return [Place(start, width: 3, in: body)].compactMap { $0 }
    case .entry: return [Place(start + 3, width: 3, in: body)].compactMap { $0 }
    case .extensions: return (0..<body.count).reversed().compactMap { Place($0, width: 2, in: body) }
    }
  }

  /// A length field.
  private struct Place: Hashable {
    var offset: Int
    var width: Int
    var value: Int

    init?(_ offset: Int, width: Int, in body: [UInt8]) {
      guard offset + width <= body.count else { return nil }
      self.offset = offset
      self.width = width
      value = body[offset..<offset + width].reduce(0) { $0 << 8 | Int($1) }
    }
  }

  /// Where the length fields of a message are whose lengths add up.
  private struct Layout {
    var list: Place
    var firstEntry: Place?
    var lastExtensions: Place?

    /// Nil when they do not.
    init?(_ body: ArraySlice<UInt8>, _ version: TLSVersion) {
      let bytes = Array(body)
      var offset = 0
      if version == .tls13 {
        guard let context = bytes.first, context == 0 else { return nil }
        offset = 1
      }
      guard let list = Place(offset, width: 3, in: bytes), offset + 3 + list.value == bytes.count else { return nil }
      self.list = list
      offset += 3
      while offset < bytes.count {
        guard let entry = Place(offset, width: 3, in: bytes), offset + 3 + entry.value <= bytes.count else {
          return nil
        }
        if firstEntry == nil { firstEntry = entry }
        offset += 3 + entry.value
        guard version == .tls13 else { continue }
        guard let extensions = Place(offset, width: 2, in: bytes), offset + 2 + extensions.value <= bytes.count else {
          return nil
        }
        lastExtensions = extensions
        offset += 2 + extensions.value
      }
    }

    func place(of field: Field) -> Place? {
      switch field {
      case .list: list
      case .entry: firstEntry
      case .extensions: lastExtensions
      }
    }
  }
}
