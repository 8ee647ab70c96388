import Foundation
import Testing

/// The strict DAG of docs/explanation/architecture.md, read off the sources and the manifest.
@Suite struct ArchitectureTests {
  /// What each target may import of ours, by ring.
  static let allowed: [String: Set<String>] = [
    "RogueOpenSSL": ["COpenSSL"], "RogueGnuTLS": ["CGnuTLS"], "RogueYAML": ["CLibYAML"],
    "RoguePlatform": ["CArguments"],
    "RogueContract": [], "RogueModel": ["RogueContract"], "RogueTLS": ["RogueModel", "RogueOpenSSL"],
    "RogueStimuli": ["RogueModel"], "RogueDecisions": ["RogueModel"],
    "RogueScenarios": ["RogueModel", "RogueStimuli", "RogueYAML", "RogueDecisions"],
    "RoguePKI": ["RogueModel", "RogueStimuli", "RogueOpenSSL"],
    "RogueEngines": ["RogueModel", "RogueStimuli", "RogueOpenSSL", "RogueTLS", "RogueGnuTLS"],
    "RogueServers": ["RogueModel", "RogueStimuli", "RogueOpenSSL", "RogueTLS", "RogueEngines", "RoguePlatform"],
    "RogueAdapters": ["RogueModel", "RogueOpenSSL", "RogueTLS", "RoguePlatform"],
    "RogueVerdicts": ["RogueModel", "RogueStimuli"],
    "RogueTrust": ["RogueModel", "RogueOpenSSL"], "RogueValidators": ["RogueModel", "RogueTrust"],
    "RogueReports": ["RogueModel", "RogueStimuli", "RogueDecisions"],
    "RogueCorpora": ["RogueModel"],
    "RogueRunner": ["RogueModel", "RogueStimuli", "RogueVerdicts"],
    "RogueExplorer": ["RogueModel", "RogueScenarios"],
    "RoguesGallery": [
      "RogueModel", "RogueStimuli", "RogueDecisions", "RogueYAML", "RogueOpenSSL", "RoguePlatform", "RogueScenarios",
      "RoguePKI",
      "RogueEngines", "RogueServers", "RogueAdapters", "RogueTrust", "RogueVerdicts", "RogueReports",
      "RogueValidators", "RogueRunner", "RogueCorpora", "RogueExplorer",
    ],
    "RogueTesting": ["RoguesGallery", "RogueContract", "RogueModel", "RoguePlatform"],
    "rogues": ["RoguesGallery", "RogueModel", "RoguePlatform"],
    "RogueLab": [
      "RogueModel", "RogueStimuli", "RogueDecisions", "RogueOpenSSL", "RogueTLS", "RoguePlatform", "RoguePKI",
      "RogueServers", "RogueAdapters", "RogueTrust", "RogueReports", "RogueValidators", "RogueRunner", "RoguesGallery",
    ],
    "rogues-lab": ["RogueLab", "RogueModel", "RoguePlatform", "RoguesGallery"],
    "BareFloors": ["COpenSSL"],
    "rogues-bench": [
      "BareFloors", "RogueModel", "RogueStimuli", "RogueOpenSSL", "RoguePlatform", "RogueScenarios", "RoguePKI",
      "RogueEngines",
      "RogueServers", "RogueAdapters", "RogueReports", "RogueRunner",
    ],
  ]

  /// Modules of the toolchain that anyone may import.
  static let toolchain: Set<String> = ["Synchronization"]
  /// Swift Testing, which only what runs inside of tests may need.
  static let testing: [String: Set<String>] = ["RogueTesting": ["Testing"]]
  /// The system's C library, only where the platform is wrapped.
  static let platform: Set<String> = ["Glibc", "Darwin", "Musl"]
  static let interop: Set<String> = ["RogueOpenSSL", "RogueGnuTLS", "RogueYAML", "RoguePlatform", "BareFloors"]

  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  struct Source {
    var target: String
    var path: String
    var text: String
    var imports: [String]
  }

  static func sources() throws -> [Source] { try everySource.get() }

  private static let everySource = Result {
    try ["Sources", "Benchmarks"].flatMap { try sources(below: root.appendingPathComponent($0)) }
  }

  private static func sources(below base: URL) throws -> [Source] {
    let files = try #require(FileManager.default.enumerator(atPath: base.path)).compactMap { $0 as? String }
    return try files.filter { $0.hasSuffix(".swift") }.map { path in
      let text = try String(contentsOf: base.appendingPathComponent(path), encoding: .utf8)
      let imports = text.split(separator: "\n").compactMap { line -> String? in
        var words = line.split(separator: " ").map(String.init)
        words.removeAll {
          ["public", "package", "internal", "private", "fileprivate", "unsafe"].contains($0) || $0.hasPrefix("@")
        }
        guard words.first == "import", words.count >= 2 else { return nil }
        let module =
          ["struct", "class", "enum", "func", "protocol", "let", "var"].contains(words[1]) ? words[2] : words[1]
        return String(module.prefix { $0 != "." })
      }
      return Source(target: String(path.prefix { $0 != "/" }), path: path, text: text, imports: imports)
    }
  }

  /// Where code distinguishes verdicts: the model, their words and signs, the rules that give them, the exit status of a run,
  /// and the advice of `doctor`, which has its own words for each.
  static let verdictFiles = [
    "RogueModel/Verdict/", "RogueReports/Verdict+Appearance.swift", "RogueReports/Text/Glyphs.swift", "RogueVerdicts/",
    "RoguesGallery/Running/RunOutcome.swift", "RoguesGallery/Doctor/Examination+Judgement.swift",
  ]

  static let verdictNames: Set<String> = [
    "unexercised", "falseAccept", "falseCancel", "badClientChain", "badClientHello", "certificateLeak", "harnessError",
    "leak", "deviation", "inconclusive", "unstable",
  ]

  /// The names in a text that belong to a verdict and to nothing else.
  static func verdicts(in text: some StringProtocol) -> Set<String> {
    let words = String(text).matches(of: /\.([a-zA-Z]+)\b/).map { String($0.1) }
    return Set(words).intersection(verdictNames)
  }

  /// The verdicts that a switch or a list of the text distinguishes, where there are several.
  static func verdictGroups(in text: String) -> [Set<String>] {
    var groups = text.matches(of: /\[[^\[\]\n]*\]/).map { verdicts(in: $0.output) }
    var open: [(indent: Int, names: Set<String>)] = []
    for line in text.split(separator: "\n") {
      let indent = line.prefix { $0 == " " }.count
      while let last = open.last,
        indent < last.indent || indent == last.indent && line.hasSuffix("}") && !line.contains("case ")
      {
        groups.append(last.names)
        open.removeLast()
      }
      let words = line.dropFirst(indent)
      if words.contains(/\bswitch .*\{$/) { open.append((indent, [])) }
      guard let last = open.indices.last, words.hasPrefix("case "), open[last].indent == indent else { continue }
      open[last].names.formUnion(verdicts(in: words.prefix { $0 != ":" }))
    }
    return (groups + open.map(\.names)).filter { $0.count > 1 }
  }

  @Test func `only the model groups verdicts`() throws {
    for source in try Self.sources() where !Self.verdictFiles.contains(where: source.path.contains) {
      // Most files name none, and to search for them is faster than to match.
      guard Self.verdictNames.count(where: { source.text.range(of: ".\($0)") != nil }) > 1 else { continue }
      let groups = Self.verdictGroups(in: source.text)
      #expect(groups.isEmpty, "\(source.path) groups verdicts: \(groups)")
    }
  }

  @Test(arguments: [
    ("switch verdict {\ncase .falseAccept: 9\ncase .leak: 8\ndefault: 0\n}", true),
    ("  let rank = switch row.verdict {\n  case .falseAccept, .leak:\n    9\n  default: 0\n  }", true),
    ("if [.falseAccept, .leak].contains(verdict) { fail() }", true),
    ("let bad: Set<Verdict> = [.certificateLeak, .badClientChain]", true),
    ("switch kind {\ncase .flight: Judgement(.inconclusive, why)\ncase .staple: Judgement(.leak, why)\n}", false),
    ("switch verdict {\ncase .falseAccept: 9\ndefault: 0\n}\nif verdict == .leak { return }", false),
  ])
  func `a switch or a list that groups verdicts is found`(text: String, isGroup: Bool) {
    #expect(!Self.verdictGroups(in: text).isEmpty == isGroup)
  }

  @Test func `every target imports only what its ring allows`() throws {
    let sources = try Self.sources()
    #expect(sources.count > 40)
    for source in sources {
      let allowed = try #require(Self.allowed[source.target], "\(source.target) has no ring")
        .union(Self.testing[source.target] ?? [])
      for module in source.imports where !Self.toolchain.contains(module) {
        if Self.platform.contains(module) {
          #expect(
            ["RoguePlatform", "RogueOpenSSL", "BareFloors"].contains(source.target), "\(source.path) imports \(module)")
        } else {
          #expect(allowed.contains(module), "\(source.path) imports \(module)")
        }
      }
    }
  }

  @Test func `only tests import Foundation`() throws {
    for source in try Self.sources() {
      #expect(!source.imports.contains { $0.hasPrefix("Foundation") && $0 != "FoundationEssentials" }, "\(source.path)")
    }
  }

  @Test func `unsafe code and unchecked claims stay in the wrappers`() throws {
    for source in try Self.sources() where !Self.interop.contains(source.target) {
      for (number, line) in source.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        let code = line.split(separator: "//", omittingEmptySubsequences: false)[0]
        #expect(!code.contains("Unsafe"), "\(source.path):\(number + 1) is unsafe")
        #expect(!code.contains("unsafe "), "\(source.path):\(number + 1) is unsafe")
        #expect(!code.contains("OpaquePointer"), "\(source.path):\(number + 1) holds a C handle")
      }
    }
  }

  @Test func `objects of the C libraries have distinct types, and outlive every read of their pointers`() throws {
    let wrappers = try Self.sources().filter { ["RogueOpenSSL", "RogueGnuTLS"].contains($0.target) }
    #expect(wrappers.count > 40)
    for source in wrappers {
      #expect(!source.text.contains("OpaquePointer"), "\(source.path): define the object in its module's shim")
      // The pointer of a temporary may be freed before the call that takes it; a name keeps the owner alive.
      #expect(!source.text.contains(/\)\.(pointer|handle)\b/), "\(source.path): give the owner of the pointer a name")
    }
  }

  @Test func `the manifest gives every target the dependencies of its ring and no others`() throws {
    let manifest = try String(contentsOf: Self.root.appendingPathComponent("Package.swift"), encoding: .utf8)
    for (target, allowed) in Self.allowed where target.hasPrefix("Rogue") && target != "RoguesGallery" {
      let pattern = try Regex("ours\\(\\s*\"\(target)\"(?:,\\s*\\[([^\\]]*)\\])?\\s*\\)")
      let match = try #require(manifest.firstMatch(of: pattern), "\(target) is not in the manifest")
      let list = match.output[1].substring.map(String.init) ?? ""
      let dependencies = Set(list.split(separator: ",").map { $0.filter { $0.isLetter || $0.isNumber } }).subtracting([
        ""
      ])
      #expect(dependencies == allowed, "\(target)")
    }
  }

  @Test func `no file of the code is longer than four hundred lines`() throws {
    for source in try Self.sources() {
      let lines = source.text.split(separator: "\n", omittingEmptySubsequences: false).count
      #expect(lines <= 401, "\(source.path) has \(lines) lines")
    }
  }

  /// The declarations of a file that have a body of more than one line: the line, and the number of lines of code. Text
  /// in multi-line literals does not count.
  static func bodies(in text: String) throws -> [(line: Int, length: Int)] {
    let declaration = try Regex(
      "^ *(?:@\\w+(?:\\([^)]*\\))? |[a-z]+(?:\\(set\\))? )*(?:func |init[?(<]|subscript[(<]|var )")
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    func margin(_ line: Substring) -> Int { line.prefix { $0 == " " }.count }
    var bodies: [(line: Int, length: Int)] = []
    for (start, line) in lines.enumerated() where line.prefixMatch(of: declaration) != nil {
      // The rest of a signature is indented, or closes a parenthesis or begins a clause below the declaration.
      let signature = lines[start...].enumerated().prefix { offset, line in
        let word = line.dropFirst(margin(line))
        return offset == 0 || margin(line) > margin(lines[start])
          || margin(line) == margin(lines[start]) && (word.hasPrefix(")") || word.hasPrefix("where") || word == "{")
      }
      guard let opening = signature.first(where: { $0.element.hasSuffix("{") })?.offset,
        let end = lines[(start + opening + 1)...].firstIndex(where: { line in
          margin(line) == margin(lines[start]) && line.dropFirst(margin(line)).hasPrefix("}")
        })
      else { continue }
      var isCode = true
      let code = lines[start...end].filter { line in
        if line.contains("\"\"\"") { isCode.toggle() }
        return isCode
      }
      bodies.append((start + 1, code.count))
    }
    return bodies
  }

  @Test func `no function of the code has fifty lines`() throws {
    var count = 0
    for source in try Self.sources() {
      for body in try Self.bodies(in: source.text) {
        count += 1
        #expect(body.length < 50, "\(source.path):\(body.line) has \(body.length) lines")
      }
    }
    #expect(count > 3000)
  }

  @Test(arguments: [
    ("func f() {\n  g()\n}", [3]), ("  init(\n    a: Int\n  ) {\n    b = a\n  }", [5]),
    ("func f() { g() }\nfunc h() {}", []),
    ("  @A(b) public static func f<T>(_ a: T) -> T\n  where T: B {\n    a\n  }", [4]),
    ("  var a: String {\n    \"\"\"\n    b\n    c\n    \"\"\"\n  }", [3]),
    ("protocol P {\n  func f()\n  var a: Int { get }\n}", []),
    ("  private(set) var a = 1\n  struct B {\n  }", []),
  ])
  func `bodies of functions are measured`(text: String, lengths: [Int]) throws {
    #expect(try Self.bodies(in: text).map(\.length) == lengths)
  }
}
