import TestSupport
import Testing

/// Every shipped adapter keeps the contract, and applies what it declares.
@Suite struct DoctorOfAllTests {
  @Test(.sweep) func `doctor finds nothing wrong with any adapter that is here`() async throws {
    let place = try TemporaryWorkplace()
    var seen = 0
    for adapter in AdapterConfigurationTests.folders {
      let ending = try await place.run(["doctor", adapter])
      // 69: what it drives is not installed.
      if ending.status == 69 { continue }
      #expect(ending.status == 0, "\(adapter): \(ending.output)")
      seen += 1
    }
    #expect(seen >= 9, "the clients that make test-all installs")
  }
}
