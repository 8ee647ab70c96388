internal import RogueModel
internal import RogueTrust

/// An entry of a CRL (RFC 5280, section 5.3), read by code that shares nothing with what verifies CRLs.
struct CRLEntry {
  /// The content octets of the serial number.
  var serial: [UInt8]
  /// The revocationDate as it is written: the digits of a UTCTime or a GeneralizedTime, and a Z.
  var writtenDate: String
  /// The content of its extensions, by the content octets of their identifiers.
  var extensions: [[UInt8]: [UInt8]] = [:]

  /// 2.5.29.21
  private static let reason: [UInt8] = [0x55, 0x1d, 0x15]
  /// 2.5.29.24
  private static let invalidityDate: [UInt8] = [0x55, 0x1d, 0x18]
  /// certificateHold, an ENUMERATED.
  private static let hold: [UInt8] = [0x0a, 0x01, 0x06]
  private static let sequence: UInt8 = 0x30
  private static let generalizedTime: UInt8 = 0x18

  /// - Parameter serial: with or without the zero octet of a positive number.
  func isAbout(_ serial: [UInt8]) -> Bool { self.serial.drop { $0 == 0 }.elementsEqual(serial.drop { $0 == 0 }) }

  var isOnHold: Bool { extensions[Self.reason] == Self.hold }

  /// The revocationDate in seconds since 1970; nil if it cannot be read.
  var date: Int64? {
    let digits = Array(writtenDate.count == 13 ? "20" + writtenDate : writtenDate)
    guard digits.count == 15 else { return nil }
    let parts = [0..<4, 4..<6, 6..<8, 8..<10, 10..<12, 12..<14].map { String(digits[$0]) }
    return Timestamp(
      "\(parts[0])-\(parts[1])-\(parts[2])T\(parts[3]):\(parts[4]):\(parts[5])Z")?.secondsSince1970
  }

  /// Its invalidityDate is no GeneralizedTime.
  var isDamaged: Bool { extensions[Self.invalidityDate].map { $0.first != Self.generalizedTime } ?? false }

  /// In the order of the list; empty if the bytes are not a CRL.
  static func all(in list: [UInt8]) -> [CRLEntry] {
    var outer = DERCursor(list)
    var whole = DERCursor(outer.next(sequence) ?? [])
    var signed = DERCursor(whole.next(sequence) ?? [])
    // Version, algorithm, issuer and times; then a SEQUENCE of entries, if there are any.
    let fields = signed.rest()
    guard let issuer = fields.dropFirst().firstIndex(where: { $0.tag == sequence && isName($0.content) }),
      let revoked = fields[(issuer + 1)...].first(where: { $0.tag == sequence })
    else { return [] }
    var entries = DERCursor(revoked.content)
    return entries.rest().compactMap { CRLEntry($0.content) }
  }

  /// Whether these are the parts of a Name, which are SETs, and not those of an AlgorithmIdentifier.
  private static func isName(_ content: ArraySlice<UInt8>) -> Bool { content.first == 0x31 }

  private init?(_ content: ArraySlice<UInt8>) {
    var fields = DERCursor(content)
    guard let serial = fields.next(0x02), let date = fields.next() else { return nil }
    self.serial = Array(serial)
    writtenDate = String(decoding: date.content, as: UTF8.self)
    var list = DERCursor(fields.next(Self.sequence) ?? [])
    for item in list.rest() {
      var parts = DERCursor(item.content)
      guard let identifier = parts.next(0x06), let value = parts.rest().last else { continue }
      extensions[Array(identifier)] = Array(value.content)
    }
  }
}
