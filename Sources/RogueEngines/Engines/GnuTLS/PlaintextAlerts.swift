internal import RogueOpenSSL
internal import RogueTLS

/// Looks for plaintext alerts among a client's records.
///
/// A client that gives up before it has keys sends its alert in plaintext, although the server's keys are set up. The
/// Swift engine and libssl accept that. GnuTLS treats such a record as one that does not decrypt, and would make the
/// client's refusal look like a fault of the server.
struct PlaintextAlerts {
  struct Alert {
    var isWarning: Bool
    var code: TLSAlertCode
    /// How many of the bytes come before the alert's end.
    var end: Int
  }

  /// The beginning of the record under way: its header, and the content when it is an alert of two bytes.
  private var start: [UInt8] = []
  /// The rest of a record that is not an alert.
  private var rest = 0

  /// The first alert that ends in these bytes.
  mutating func first(in bytes: [UInt8]) -> Alert? {
    var index = 0
    while index < bytes.count {
      guard rest == 0 else {
        let passed = min(rest, bytes.count - index)
        rest -= passed
        index += passed
        continue
      }
      start.append(bytes[index])
      index += 1
      if start.count == 5 {
        let count = Int(start[3]) << 8 | Int(start[4])
        if start[0] == ContentType.alert.rawValue, count == 2 { continue }
        rest = count
        start = []
      } else if start.count == 7 {
        defer { start = [] }
        return Alert(isWarning: start[5] == 1, code: TLSAlertCode(rawValue: start[6]), end: index)
      }
    }
    return nil
  }
}
