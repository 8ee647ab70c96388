import Testing

@testable import RoguePlatform

/// The arguments, as the C library hands them over.
@Suite struct ProcessArgumentsTests {
  @Test func `this process's arguments agree with the kernel and Swift's library`() throws {
    let all = try #require(ProcessArguments.all)
    #expect(all == CommandLine.arguments)
    #if os(Linux)
      let kept = try Files.read("/proc/self/cmdline")
      #expect(
        all
          == kept.split(separator: 0, omittingEmptySubsequences: false).dropLast().map {
            String(decoding: $0, as: UTF8.self)
          })
    #endif
  }
}
