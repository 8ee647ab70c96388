import Foundation
import Testing

@testable import rogues

@Suite struct CommandTableTests {
  @Test func `the list of names matches the listed verbs`() {
    #expect(CommandTable.names == CommandTable.shown.map(\.name))
  }

  @Test func `help groups every verb that is shown, once`() {
    #expect(CommandTable.groups.flatMap(\.verbs).sorted() == CommandTable.names.sorted())
  }

  @Test func `flags and their letters are unique within a verb`() {
    for verb in CommandTable.verbs {
      let names = verb.allFlags.map(\.name)
      #expect(Set(names).count == names.count, "\(verb.name)")
      let letters = verb.allFlags.compactMap(\.short)
      #expect(Set(letters).count == letters.count, "\(verb.name)")
    }
  }

  @Test func `every example is a command line that parses`() throws {
    let examples = CommandTable.shown.flatMap(\.examples).map(\.command) + HelpText.commandExamples.map(\.0)
    #expect(examples.count > 10)
    for example in examples {
      // What the shell takes for itself is not for the parser.
      let command = example.split(separator: " > ")[0].split(separator: " | ")[0]
      let words = command.split(separator: " ").map { String($0).trimmingQuotes }
      #expect(words.first == "rogues")
      _ = try ArgumentParser(verbs: CommandTable.verbs).parse(Array(words.dropFirst()))
    }
  }

  @Test func `every verb has help with its usage, examples before flags`() throws {
    for verb in CommandTable.shown {
      let help = HelpText.full(verb)
      #expect(help.contains("Usage: rogues \(verb.name)"))
      for flag in verb.allFlags { #expect(help.contains("--\(flag.name)")) }
      if !verb.examples.isEmpty {
        let examples = try #require(help.range(of: "Examples:"))
        let flags = try #require(help.range(of: "\nFlags:\n"))
        #expect(examples.lowerBound < flags.lowerBound)
      }
      #expect(help.split(separator: "\n").allSatisfy { $0.count <= 100 }, "\(verb.name)")
    }
    #expect(HelpText.command.split(separator: "\n").allSatisfy { $0.count <= 100 })
    for name in CommandTable.names { #expect(HelpText.short.contains(name)) }
  }

  @Test func `a long list of flags is grouped, and each flag is in one group`() throws {
    for verb in CommandTable.shown {
      let grouped = verb.flagGroups.flatMap(\.flags)
      #expect(Set(grouped) == Set(verb.allFlags) && grouped.count == verb.allFlags.count, "\(verb.name)")
    }
    let run = try #require(CommandTable.shown.first { $0.name == "run" })
    #expect(run.flagGroups.map(\.title) == Flag.topics.map(\.title) + ["Others"])
    #expect(run.flagGroups.last?.flags == [.help], "a flag of 'run' that belongs to no group")
    let flags: [Flag] = Flag.topics.flatMap(\.flags)
    #expect(flags.contains(.config))
  }

  @Test func `the help of verbs that gate has every exit status, and the manual page has its groups`() throws {
    for name in ["run", "compare"] {
      let verb = try #require(CommandTable.shown.first { $0.name == name })
      let help = HelpText.full(verb)
      for status in ["0", "1", "2", "3", "4", "64", "65", "69", "70"] {
        #expect(help.contains("\n  \(status) "), "\(name): \(status)")
      }
      let page = ManualPage(verbs: [verb]).text
      for (title, _) in verb.flagGroups { #expect(help.contains("\n\(title):\n") && page.contains("\n\(title):\n")) }
    }
    #expect(!HelpText.full(try #require(CommandTable.shown.first { $0.name == "list" })).contains("Exit status"))
  }

  @Test func `summaries are one line, and begin with a capital letter`() {
    for verb in CommandTable.verbs {
      for text in [verb.summary] + verb.flags.map(\.summary) {
        #expect(text.first?.isUppercase == true && !text.hasSuffix(".") && !text.contains("\n"), "\(text)")
      }
    }
  }
}

extension String {
  fileprivate var trimmingQuotes: String {
    hasPrefix("'") && hasSuffix("'") && count > 1 ? String(dropFirst().dropLast()) : self
  }
}
