import Foundation
import RogueModel
import RoguesGallery
import TestSupport
import Testing

/// The page of every key, which is made from the schemas: a key has its meaning where it is declared.
@Suite struct KeysDocumentTests {
  /// The files that people write, in the order of the page. Messages have schemas too, and pages of their own.
  private static let documents = [
    "world": "A world", "scenario": "A scenario", "family": "A family", "decision-table": "A decision table",
    "circumstances": "Circumstances", "checks": "Checks", "profile": "A profile", "project": "Settings of a repository",
    "ledger": "A ledger, and a baseline", "corpus": "A foreign corpus", "adapter": "An adapter", "stack": "A stack",
    "probes": "The probes of the doctor",
  ]
  private static let order = [
    "world", "scenario", "family", "decision-table", "circumstances", "checks", "profile", "project", "ledger",
    "corpus", "adapter", "stack", "probes",
  ]
  private static let messages: Set = ["attempt", "statement", "log"]

  @Test func `every schema is on the page, or describes messages`() {
    #expect(Set(Self.documents.keys) == Set(Self.order))
    #expect(Set(Gallery.schemaNames) == Set(Self.order).union(Self.messages))
  }

  @Test func `the page has every key of every file, and every word that has a meaning`() async throws {
    var lists = OrderedLists()
    var text = """
      # The keys of all files

      Each table is one mapping of a YAML file. *Required* keys are marked; an unknown key is an error. The page is made from the schemas
      (`rogues schema NAME`, [for editors](../reference/schema)), and these from the tables that the command reads files by.
      [scenarios.md](../reference/scenarios.md) and [adapters.md](../reference/adapters.md) explain how the keys work together. A
      **duration** is a whole number and a unit (`s`, `m`, `h`, `d`), counted from the run's clock: `-30d`, `90m`, `0s`.

      """
    for name in Self.order {
      let ending = try await BuiltCommand.run(["schema", name])
      #expect(ending.status == 0)
      let schema = try JSON(parsing: ending.output)
      text += "\n## \(Self.documents[name] ?? name)\n\n\(schema["description"]?.string ?? "")\n"
      text += Self.table(schema, of: schema, name)
      for member in schema["$defs"]?.members ?? [] where !member.name.hasSuffix("-parameters") {
        guard member.value["oneOf"] == nil else {
          try lists.add(member)
          continue
        }
        text +=
          "\n<a id=\"\(name)-\(member.name)\"></a>**`\(member.name)`** \(member.value["description"]?.string ?? "")\n"
        text += Self.table(member.value, of: schema, name)
      }
    }
    try GeneratedDocumentTests.check(text + lists.text, "records/keys.md")
  }

  /// The lists of words, each once, whichever documents have them.
  private struct OrderedLists {
    private var lists: [JSON.Member] = []

    mutating func add(_ list: JSON.Member) throws {
      guard let known = lists.first(where: { $0.name == list.name }) else { return lists.append(list) }
      #expect(known.value == list.value, "two documents have different lists '\(list.name)'")
    }

    var text: String {
      lists.reduce(into: "\n## Words\n") { text, list in
        text += "\n<a id=\"words-\(list.name)\"></a>**`\(list.name)`** \(list.value["description"]?.string ?? "")\n"
        text += "\n| word | meaning |\n|---|---|\n"
        for word in list.value["oneOf"]?.array ?? [] {
          let meaning = word["description"]?.string ?? ""
          #expect(!meaning.isEmpty, "\(list.name): \(word.line)")
          text += "| `\(word["const"]?.string ?? "")` | \(meaning) |\n"
        }
      }
    }
  }

  private static func table(_ schema: JSON, of document: JSON, _ name: String) -> String {
    let words = Set((document["$defs"]?.members ?? []).filter { $0.value["oneOf"] != nil }.map(\.name))
    let required = Set((schema["required"]?.array ?? []).compactMap(\.string))
    var text = "\n| key | value | meaning |\n|---|---|---|\n"
    for member in schema["properties"]?.members ?? [] {
      let meaning = (required.contains(member.name) ? "*required*; " : "") + (member.value["description"]?.string ?? "")
      let row = [quoted(member.name), Form(document: name, words: words).text(member.value), meaning]
      text += "| \(row.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ")) |\n"
    }
    return text
  }

  private static func quoted(_ word: String) -> String { "`\(word)`" }

  /// The values that a key takes, in words.
  private struct Form {
    let document: String
    /// The definitions of the document that are lists of words.
    let words: Set<String>

    func text(_ schema: JSON) -> String {
      if let reference = schema["$ref"]?.string {
        let name = reference.components(separatedBy: "/").last ?? ""
        return "[\(name)](#\(words.contains(name) ? "words" : document)-\(name))"
      }
      if let words = schema["enum"]?.array {
        return words.map { KeysDocumentTests.quoted(KeysDocumentTests.word($0)) }.joined(separator: " ")
      }
      if let forms = schema["anyOf"]?.array {
        // A list of defects has an alternative for each.
        guard forms.count < 6 else { return "names, or name and parameters" }
        return forms.map(text).joined(separator: ", or ")
      }
      switch schema["type"]?.string {
      case "array": return "list: " + text(schema["items"] ?? .null)
      case "object":
        let names = schema["propertyNames"].flatMap { $0["$ref"] == nil ? nil : text($0) } ?? "names"
        return "\(names) to: " + text(schema["additionalProperties"] ?? .null)
      case "boolean": return "`true` `false`"
      case "integer": return KeysDocumentTests.number(schema)
      case "string":
        let pattern = schema["pattern"]?.string
        return pattern?.hasSuffix("[smhd]$") == true
          ? "duration" : pattern?.hasPrefix("^[a-z0-9]") == true ? "name" : "text"
      case "null": return "`null`"
      default: return "any value"
      }
    }
  }

  private static func number(_ schema: JSON) -> String {
    guard let least = schema["minimum"]?.integer, let most = schema["maximum"]?.integer else { return "number" }
    return "\(least) to \(most)"
  }

  private static func word(_ value: JSON) -> String {
    value.string ?? value.bool.map { String($0) } ?? value.integer.map { String($0) } ?? "null"
  }
}
