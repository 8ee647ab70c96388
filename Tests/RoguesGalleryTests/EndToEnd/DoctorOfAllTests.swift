import TestSupport
import Testing

/// Every shipped adapter keeps the contract, and applies what it declares.
@Suite struct DoctorOfAllTests {
  @Test(.sweep) func `the clients that make test-ci installs are here`() async throws {
    let here = try await ListedClients.ofThisMachine.installed.filter(RealClients.isAsked)
    #expect(here.count >= 13, "\(here.sorted())")
  }

  @Test(.sweep, arguments: AdapterConfigurationTests.folders.filter(RealClients.isAsked))
  func `doctor reports no error for an installed adapter`(adapter: String) async throws {
    let place = try TemporaryWorkplace()
    let ending = try await place.run(["doctor", adapter])
    if ending.status == 69 { try Test.cancel("what \(adapter) drives is not installed") }
    // What is wrong first: reports are cut.
    let wrong = ending.output.split(separator: "\n").filter { !$0.hasPrefix("ok ") }
    #expect(ending.status == 0, "\(adapter): \(wrong.joined(separator: "\n")) \(ending.error)")
  }
}
