import Testing

@testable import RoguePlatform

/// The arguments, as the kernel keeps them.
@Suite struct ProcessArgumentsTests {
  @Test func `each argument ends with a zero octet, and may be empty`() {
    #expect(ProcessArguments.read(Array("rogues\0run\0\0-s\0".utf8)) == ["rogues", "run", "", "-s"])
    #expect(ProcessArguments.read([]) == [])
  }

  @Test func `this process was started with what Swift's library says`() throws {
    #expect(ProcessArguments.all == CommandLine.arguments)
    #if os(Linux)
      #expect(ProcessArguments.read(try Files.read("/proc/self/cmdline")) == CommandLine.arguments)
    #endif
  }
}
