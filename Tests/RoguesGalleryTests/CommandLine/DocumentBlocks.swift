import Foundation

/// The blocks of code in this project's documents.
struct DocumentBlocks {
  struct Block {
    /// `README.md:155`, the first line of the block itself.
    var place: String
    /// The word behind the fence; nil for an indented block.
    var language: String?
    var text: String
  }

  static let files: [String] = {
    let docs = (try? FileManager.default.subpathsOfDirectory(atPath: BuiltCommand.root.path + "/docs")) ?? []
    return ["README.md"] + docs.filter { $0.hasSuffix(".md") }.sorted().map { "docs/\($0)" }
  }()

  static func all() throws -> [Block] { try files.flatMap { try blocks(of: $0) } }

  static func blocks(of file: String) throws -> [Block] {
    let text = try String(contentsOf: BuiltCommand.root.appendingPathComponent(file), encoding: .utf8)
    var blocks: [Block] = []
    var open: Block?
    var fence: String?
    var isAfterBlank = true
    for (index, line) in text.components(separatedBy: "\n").enumerated() {
      let trimmed = line.trimmingCharacters(in: .whitespaces)
      if fence != nil {
        if trimmed == "```" {
          open.map { blocks.append($0) }
          (open, fence) = (nil, nil)
        } else {
          open?.text += line + "\n"
        }
      } else if trimmed.hasPrefix("```") {
        open.map { blocks.append($0) }
        fence = String(trimmed.dropFirst(3))
        open = Block(place: "\(file):\(index + 2)", language: fence, text: "")
      } else if line.hasPrefix("    "), open != nil || isAfterBlank {
        if open == nil { open = Block(place: "\(file):\(index + 1)", language: nil, text: "") }
        open?.text += line.dropFirst(4) + "\n"
      } else if open != nil, !trimmed.isEmpty {
        open.map { blocks.append($0) }
        open = nil
      }
      isAfterBlank = trimmed.isEmpty
    }
    open.map { blocks.append($0) }
    return blocks
  }

  /// The first block of a language in a file that holds a text; nil when there is none.
  static func block(_ language: String, of file: String, holding text: String) throws -> String? {
    try blocks(of: file).first { $0.language == language && $0.text.contains(text) }?.text
  }

  /// What is below a heading of the second level, up to the next one.
  static func section(_ title: String, of file: String) throws -> String {
    let text = try String(contentsOf: BuiltCommand.root.appendingPathComponent(file), encoding: .utf8)
    let below = text.components(separatedBy: "\n## \(title)\n")
    return below.count == 2 ? below[1].components(separatedBy: "\n## ")[0] : ""
  }

  /// The lines of a block that call the command, without prompts and comments, continued lines joined.
  static func commands(in block: Block) -> [String] {
    var commands: [String] = []
    var pending = ""
    for line in block.text.components(separatedBy: "\n") {
      var line = pending.isEmpty ? line.trimmingCharacters(in: .whitespaces) : pending + " " + line
      pending = ""
      if line.hasPrefix("$ ") { line = String(line.dropFirst(2)) }
      guard line.hasPrefix("rogues ") else { continue }
      if line.hasSuffix("\\") {
        pending = String(line.dropLast())
        continue
      }
      commands.append(line.components(separatedBy: "  #").first ?? line)
    }
    return commands
  }
}
