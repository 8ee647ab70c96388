import RogueReports
import Testing

@testable import RoguesGallery

@Suite struct TerminalOptionsTests {
  static let terminal = TerminalOptions.Stream(isTerminal: true, columns: 80)
  static let pipe = TerminalOptions.Stream()

  @Test func `colour needs a terminal, and bows to NO_COLOR and a dumb one`() {
    #expect(TerminalOptions(output: Self.terminal).colorsOutput)
    #expect(!TerminalOptions(output: Self.pipe).colorsOutput)
    #expect(TerminalOptions(output: Self.terminal).resultStyle.cutsNames)
    #expect(!TerminalOptions(output: Self.pipe).resultStyle.cutsNames)
    #expect(!TerminalOptions(output: Self.terminal, noColor: true).colorsOutput)
    #expect(!TerminalOptions(output: Self.terminal, term: "dumb").colorsOutput)
    #expect(TerminalOptions(color: .always, output: Self.pipe, noColor: true).colorsOutput)
    #expect(!TerminalOptions(color: .never, output: Self.terminal).colorsOutput)
  }

  @Test func `each stream decides for itself`() {
    let options = TerminalOptions(output: Self.pipe, error: Self.terminal)
    #expect(!options.colorsOutput)
    #expect(options.colorsError)
    #expect(options.showsStatusLine)
  }

  @Test func `the status line needs a terminal that can rewrite a line`() {
    #expect(TerminalOptions(error: Self.terminal).showsStatusLine)
    #expect(!TerminalOptions(error: Self.pipe).showsStatusLine)
    #expect(!TerminalOptions(error: Self.terminal, term: "dumb").showsStatusLine)
    #expect(!TerminalOptions(progress: .plain, error: Self.terminal).showsStatusLine)
    #expect(!TerminalOptions(verbosity: .quiet, error: Self.terminal).showsStatusLine)
  }

  @Test func `the width is the terminal's, within limits`() {
    #expect(TerminalOptions(output: Self.terminal).width == 80)
    #expect(TerminalOptions(output: Self.pipe).width == 120)
    #expect(TerminalOptions(output: .init(isTerminal: true, columns: 7)).width == 40)
  }

  @Test(arguments: [
    (nil, true), ("C.UTF-8", true), ("de_DE.utf8", true), ("C", false), ("POSIX", false), ("de_DE.ISO-8859-1", false),
  ])
  func `the locale decides whether symbols may be more than ASCII`(locale: String?, isUTF8: Bool) {
    #expect(TerminalOptions.isUTF8(locale: locale) == isUTF8)
  }
}
