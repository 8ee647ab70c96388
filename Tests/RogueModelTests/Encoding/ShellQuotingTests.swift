import Foundation
import RogueModel
import Testing

@Suite struct `A command line` {
  @Test(arguments: [
    "a", "", "a b", "'", "a'b'", "$HOME", "`x`", "\\", "*", "~", "a\nb", "!", "#x", "=", "-n", "ä", "%s",
  ])
  func `gives a shell the words that it was made of`(word: String) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = [
      "-c", ShellQuoting.line(program: "printf", arguments: ["[%s]", word, "end"], variables: [("LC_ALL", "C")]),
    ]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(String(decoding: output, as: UTF8.self) == "[\(word)][end]")
  }

  @Test func `quotes only where necessary`() {
    #expect(
      ShellQuoting.line(
        program: "/usr/bin/curl", arguments: ["--cacert", "/a b", "https://x.test:443/p"], variables: [("A", "x y")],
        input: "q\n") == "printf 'q\\n' | A='x y' /usr/bin/curl --cacert '/a b' https://x.test:443/p")
    #expect(
      ShellQuoting.line(program: "cat", arguments: [], input: "q", heldSeconds: 5) == "{ printf q; sleep 5; } | cat")
  }

  @Test(arguments: ["GET / HTTP/1.1\r\nHost: a.test\r\n\r\n", "100 % \\n 'quoted'\t\u{1}7\u{7f}", "ä\n"])
  func `input comes through a shell as it is`(_ text: String) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", ShellQuoting.line(program: "/bin/cat", arguments: [], input: text)]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(String(decoding: output, as: UTF8.self) == text)
  }

  @Test func `has bytes as pairs of digits`() {
    #expect(Hexadecimal.encode([0, 0x0f, 0xa0, 0xff]) == "000fa0ff")
    #expect(Hexadecimal.encode([]).isEmpty)
  }
}

@Suite struct ShellWordsTests {
  @Test(arguments: [
    ["rogues", "run", "--adapter", "curl", "trust/unknown-ca[tls=1.3,policy=system]"], ["it's", "", "a b", "'"], ["x"],
    ["-", "\\", "$HOME", "a\nb"],
  ])
  func `words that were quoted are split again`(words: [String]) {
    #expect(ShellQuoting.words(of: words.map(ShellQuoting.quote).joined(separator: " ")) == words)
  }

  @Test func `an unterminated quotation is refused`() {
    #expect(ShellQuoting.words(of: "rogues 'run") == nil)
    #expect(ShellQuoting.words(of: "rogues \\") == nil)
  }
}
