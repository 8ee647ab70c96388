import RogueOpenSSL
import Testing

@testable import RogueEngines

@Suite struct `Alerts in plaintext` {
  private let hello: [UInt8] = [22, 3, 1, 0, 4, 1, 0, 0, 0]
  private let alert: [UInt8] = [21, 3, 3, 0, 2, 2, 48]

  @Test(arguments: [1, 2, 5, 6, 7, 100])
  func `are found in chunks of any size`(size: Int) throws {
    var alerts = PlaintextAlerts()
    let sealed: [UInt8] = [23, 3, 3, 0, 3, 21, 2, 48]
    let bytes = hello + sealed + alert + hello
    var position = 0
    var found: [Int] = []
    while position < bytes.count {
      let chunk = Array(bytes[position..<min(bytes.count, position + size)])
      if let alert = alerts.first(in: chunk) {
        #expect(alert.code.rawValue == 48)
        #expect(!alert.isWarning)
        found.append(position + alert.end)
        break
      }
      position += size
    }
    #expect(found == [hello.count + sealed.count + alert.count])
  }

  @Test func `are two bytes long; a sealed alert is longer`() {
    var alerts = PlaintextAlerts()
    let sealed: [UInt8] = [21, 3, 3, 0, 26] + [UInt8](repeating: 2, count: 26)
    #expect(alerts.first(in: hello + sealed + hello) == nil)
    #expect(alerts.first(in: alert)?.end == 7)
  }
}
