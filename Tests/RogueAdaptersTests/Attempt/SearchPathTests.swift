import Testing

@testable import RogueAdapters

/// Where the programs that the harness starts look for their neighbours.
@Suite struct SearchPathTests {
  static let usual = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

  @Test(
    arguments: [
      (nil, usual), ("", usual),
      (
        "/home/me/.pyenv/shims:/usr/bin",
        "/home/me/.pyenv/shims:/usr/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/sbin:/bin"
      ),
      // What is named relatively is another folder in each working folder.
      (".:bin::/opt/x:/opt/x", "/opt/x:" + usual),
    ] as [(String?, String)])
  func `the caller's folders come first, each once, and only where they are absolute`(
    _ caller: String?, _ expected: String
  ) {
    #expect(SearchPath.ofChildren(caller: caller) == expected)
  }
}
