import Foundation
import RogueModel
import TestSupport
import Testing

/// The published systems, their hardened siblings and the reference, side by side through the built command.
@Suite(.sweep) struct PublishedMatrixTests {
  /// Each form of a published text, and the sibling that it is beside.
  static let siblings = [
    ("enforcing-revocation", "enforcing-revocation-hardened"),
    ("enforcing-revocation-as-meant", "enforcing-revocation-hardened"),
    ("enforcing-revocation-crl-only", "enforcing-revocation-hardened"),
    ("enforcing-revocation-ocsp-only", "enforcing-revocation-hardened"),
    ("enforcing-revocation-best-effort", "enforcing-revocation-hardened"),
    ("enforcing-revocation-no-network", "enforcing-revocation-hardened"),
    ("rn-pinned-delegate", "rn-pinned-cert-validator-hardened"),
    ("rn-pinned-cert-validator", "rn-pinned-cert-validator-hardened"),
    ("duplicated-certificates", "duplicated-certificates-hardened"),
    ("duplicated-certificates-nil", "duplicated-certificates-hardened"),
    ("isp-bare-verification", "isp-pinned-connection-delegate-hardened"),
    ("isp-evaluation-afterwards", "isp-pinned-connection-delegate-hardened"),
    ("isp-pinned-connection-delegate", "isp-pinned-connection-delegate-hardened"),
    ("isp-pinned-connection-subclass", "isp-pinned-connection-delegate-hardened"),
    ("isp-pinned-session-delegate", "isp-pinned-session-delegate-hardened"),
    ("trusted-ssl-delegate", "trusted-ssl-hardened"),
    ("trusted-ssl-shared-trust", "trusted-ssl-hardened"),
    ("trusted-ssl-unset-result", "trusted-ssl-hardened"),
    ("trusted-ssl-afnetworking", "trusted-ssl-hardened"),
  ]
  static let adapters =
    siblings.enumerated().flatMap { index, pair in
      let isLast = index == siblings.count - 1 || siblings[index + 1].1 != pair.1
      return [pair.0] + (isLast ? [pair.1] : [])
    } + ["reference"]
  /// What tells them apart; one TLS version and one engine, because neither makes a difference to a trust decision.
  static let scenarios = [
    "healthy/chain-two-tiers", "healthy/pinned-host-*", "healthy/root-in-user-store", "healthy/rotation-with-both-pins",
    "healthy/stored-pins-after-restart", "healthy/client-certificate-required",
    "healthy/client-certificate-empty", "healthy/other-challenges-first",
    "healthy/previous-failure", "healthy/crl-good", "healthy/ocsp-good", "healthy/staple-good",
    "healthy/no-network-crl-good",
    "healthy/no-network-staple-good", "challenge/*", "client-auth/*", "names/*", "pin/*", "revocation/crl-leaf-revoked",
    "revocation/ocsp-leaf-revoked*", "revocation/fetched-crl-leaf-revoked", "revocation/staple-leaf-revoked*",
    "revocation/no-network-*", "session/resumed-other-identity", "time/pinned-leaf-expired", "trust/*",
  ]

  /// The rows about what a text recommends, against a policy that wants a pin beside the system's trust: the pin is the
  /// anchor.
  static let asTheTextSays: Set<String> = ["R5", "T6"]

  struct Matrix {
    /// Verdict by case and adapter.
    var cells: [String: [String: String]] = [:]

    /// - Parameter isTheText: whether the row that explains a cell says that the text wants it so.
    func text(_ isTheText: (_ adapter: String, _ name: String) -> Bool) -> String {
      let width = PublishedMatrixTests.adapters.count
      var lines = PublishedMatrixTests.adapters.enumerated().map { "\(String(repeating: "|  ", count: $0))\($1)" }
      lines.append(String(repeating: "|  ", count: width))
      for (name, row) in cells.sorted(by: { $0.key < $1.key }) {
        let marks = PublishedMatrixTests.adapters.map { isTheText($0, name) ? "tx" : Self.mark(row[$0] ?? "missing") }
        lines.append(marks.joined(separator: " ") + "  " + name)
      }
      return lines.joined(separator: "\n") + "\n"
    }

    private static func mark(_ verdict: String) -> String {
      switch verdict {
      case "pass": "ok"
      case "false-accept": "FA"
      case "false-cancel": "fc"
      case "bad-client-chain": "bc"
      case "bad-client-hello": "bh"
      case "certificate-leak": "cl"
      case "deviation": "de"
      case "leak": "LE"
      case "inconclusive": " ."
      case "error": "ER"
      case "unsupported": "--"
      default: verdict
      }
    }
  }

  static func run() async throws -> Matrix {
    let log = FileManager.default.temporaryDirectory.appendingPathComponent("matrix-\(UUID().uuidString).jsonl")
    defer { try? FileManager.default.removeItem(at: log) }
    let ending = try await BuiltCommand.run(
      [
        "compare", "--progress", "none", "--quiet", "--tag", "!tofu", "--axes", "tls=1.3,engine=swift", "--seed",
        "matrix", "--log",
        log.path,
      ]
        + scenarios.flatMap { ["--scenario", $0] } + adapters, deadlineMilliseconds: 3_600_000)
    #expect(ending.status == 0, "\(ending.error)")
    var matrix = Matrix()
    for line in try String(contentsOf: log, encoding: .utf8).split(separator: "\n") {
      let event = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      guard event["type"] as? String == "case", let name = event["case"] as? String,
        let adapter = event["adapter"] as? String, let verdict = event["verdict"] as? String
      else { continue }
      matrix.cells[name, default: [:]][adapter] = verdict
    }
    return matrix
  }

  @Test func `every cell that differs from its sibling's, or that both accept falsely, has one sentence behind it`()
    async throws
  {
    let matrix = try await Self.run()
    let reasons = try PublishedReason.all()
    var used: Set<String> = []
    var differing = 0
    var wanted: Set<String> = []
    for (name, row) in matrix.cells.sorted(by: { $0.key < $1.key }) {
      for (system, sibling) in Self.siblings {
        let published = try #require(row[system], "\(system) \(name)")
        let hardened = try #require(row[sibling], "\(sibling) \(name)")
        // Without flaws it is not weaker.
        if published == "pass" {
          #expect(["pass", "false-cancel", "inconclusive", "deviation"].contains(hardened), "\(sibling) \(name)")
        }
        if published == hardened, published != "false-accept" { continue }
        let fitting = reasons.filter { $0.explains(system, published, hardened, name) }
        if published != hardened { differing += 1 }
        if fitting.count != 1 {
          Issue.record("\(system) \(name): \(published), its sibling \(hardened): \(fitting.map(\.line))")
        }
        used.formUnion(fitting.map(\.line))
        if fitting.contains(where: { Self.asTheTextSays.contains($0.row) }) {
          wanted.formUnion(["\(system) \(name)", "\(sibling) \(name)"])
        }
      }
      // The reference is right everywhere.
      #expect(row["reference"] == "pass", "\(name)")
    }
    #expect(differing > 1000)
    for reason in reasons where !used.contains(reason.line) { Issue.record("no cell needs: \(reason.line)") }
    // And each of them stands on the page, in the table of its text.
    let page = try String(
      contentsOf: BuiltCommand.root.appendingPathComponent("docs/explanation/published-systems.md"), encoding: .utf8)
    for row in Set(reasons.map(\.row)) {
      #expect(page.contains("\n| \(row) |"), "docs/explanation/published-systems.md: \(row)")
    }
    try Golden.check(matrix.text { wanted.contains("\($0) \($1)") }, "published-systems.txt")
  }
}

/// Why a published system and its sibling differ: a line of `Golden/published-reasons.txt`.
struct PublishedReason {
  var line: String
  /// The row of docs/explanation/published-systems.md that holds the sentence of the text.
  var row: String
  var system: String
  /// Verdicts, the system's and its sibling's.
  var published: String
  var hardened: String
  /// Names of cases without the axes that all have in common.
  var cases: [String]

  static func all() throws -> [PublishedReason] {
    let file = BuiltCommand.root.appendingPathComponent(
      "Tests/RoguesGalleryTests/Golden/published-reasons.txt")
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("#") }
      .map { line in
        let words = line.split(separator: " ").map(String.init)
        try #require(words.count >= 4, "\(line)")
        let verdicts = words[2].split(separator: ">").map(String.init)
        try #require(verdicts.count == 2, "\(line)")
        return PublishedReason(
          line: String(line), row: words[0], system: words[1], published: verdicts[0], hardened: verdicts[1],
          cases: Array(words[3...]))
      }
  }

  func explains(_ system: String, _ published: String, _ hardened: String, _ name: String) -> Bool {
    let name = name.replacing("tls=1.3,", with: "")
    return Self.fits(system, self.system) && Self.fits(published, self.published)
      && Self.fits(hardened, self.hardened) && cases.contains { Self.fits(name, $0) }
  }

  /// Whether a text fits a pattern in which a star stands for anything.
  static func fits(_ text: String, _ pattern: String) -> Bool {
    let parts = pattern.split(separator: "*", omittingEmptySubsequences: false).map(String.init)
    guard let first = parts.first, let last = parts.last, parts.count > 1 else { return text == pattern }
    guard text.hasPrefix(first) else { return false }
    var rest = text.dropFirst(first.count)
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let range = rest.firstRange(of: part) else { return false }
      rest = rest[range.upperBound...]
    }
    return rest.hasSuffix(last)
  }
}
