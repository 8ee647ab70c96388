internal import RogueModel
internal import RogueStimuli
internal import RogueYAML

/// The state of reading one file, and its findings.
///
/// A class because every shape on the way down reports into the same list; used by one thread, for one file.
final class NodeReader {
  /// A file with more findings than this has one cause, and the rest does not help.
  static let maximumFindings = 50

  let vocabulary: Vocabulary
  private var found: [Finding] = []
  private(set) var errors = 0
  /// The world's names, gathered before its parts are read.
  var names = WorldNames()
  /// The readable parts of a wrong scenario.
  var sketch: ScenarioSketch?
  /// The world is missing, so that no name can be called unknown.
  var namesAreUnknown = false

  /// Reads the files that a world names.
  let files: EncodedFile.Reader
  /// The file of the world that is read, or of its replacement.
  var worldFile = ""

  init(vocabulary: Vocabulary, files: @escaping EncodedFile.Reader = CatalogueLoader.noFiles) {
    self.vocabulary = vocabulary
    self.files = files
  }

  /// The names of a world's parts, in order.
  struct WorldNames {
    var certificates = Names()
    var keys = Names()
    var policies = Names()
    var logs = Names()

    func all(_ reference: ValueSyntax.Reference) -> [String] {
      switch reference {
      case .certificate: certificates.ordered
      case .certificateOrKey: certificates.ordered + keys.ordered
      case .policy: policies.ordered
      case .log: logs.ordered
      }
    }

    /// Whether all names of another world are there, as what they are.
    func contain(_ other: WorldNames) -> Bool {
      certificates.contain(other.certificates) && keys.contain(other.keys) && policies.contain(other.policies)
        && logs.contain(other.logs)
    }

    func contain(_ name: String, as reference: ValueSyntax.Reference) -> Bool {
      switch reference {
      case .certificate: certificates.contains(name)
      case .certificateOrKey: certificates.contains(name) || keys.contains(name)
      case .policy: policies.contains(name)
      case .log: logs.contains(name)
      }
    }
  }

  /// Names with a quick answer to whether one of them exists.
  struct Names {
    private(set) var ordered: [String] = []
    private var known: Set<String> = []

    mutating func insert(_ name: String) {
      if known.insert(name).inserted { ordered.append(name) }
    }

    func contains(_ name: String) -> Bool { known.contains(name) }

    /// Whether all of these names are there.
    func contain(_ other: Names) -> Bool { ordered == other.ordered || other.known.isSubset(of: known) }
  }

  /// Nothing was found.
  var isSilent: Bool { found.isEmpty }

  /// The findings, in the order of the file.
  var findings: [Finding] { Self.inOrder(found) }

  static func inOrder(_ findings: [Finding]) -> [Finding] {
    // The offset keeps the order of findings at one place.
    findings.enumerated().sorted { left, right in
      let (a, b) = (left.element.location, right.element.location)
      return (a?.line ?? 0, a?.column ?? 0, left.offset) < (b?.line ?? 0, b?.column ?? 0, right.offset)
    }.map(\.element)
  }

  func report(
    _ severity: Finding.Severity = .error, at position: YAMLPosition, _ message: String,
    help: @autoclosure () -> String? = nil
  ) {
    if severity == .error { errors += 1 }
    if found.count < Self.maximumFindings {
      found.append(Finding(severity, at: position, message, help: help()))
    } else if found.count == Self.maximumFindings {
      found.append(Finding(at: position, "more than \(Self.maximumFindings) findings; the others are not shown"))
    }
  }

  /// Takes over what another reader found.
  func report(_ finding: Finding) {
    if finding.severity == .error { errors += 1 }
    if found.count < Self.maximumFindings { found.append(finding) }
  }

  /// Reports that another value is expected here; returns nil for the caller to return.
  func mismatch<Value>(_ node: YAMLNode, _ form: ValueSyntax, help: @autoclosure () -> String? = nil) -> Value? {
    let found =
      switch node {
      case .scalar where node.isNull: "nothing"
      case .scalar(let scalar): "'\(Self.shortened(scalar.text))'"
      case .sequence: "a list"
      case .mapping: "a mapping"
      }
    report(at: node.position, "expected \(form.expected), found \(found)", help: help())
    return nil
  }

  /// Text for a message: one line, not too long.
  static func shortened(_ text: String) -> String {
    let line = text.split(separator: "\n", omittingEmptySubsequences: false).first.map(String.init) ?? ""
    return line == text && text.count <= 60 ? text : "\(line.prefix(57))..."
  }

  /// The known names, if none is near.
  private func known(_ reference: ValueSyntax.Reference) -> String? {
    let names = names.all(reference)
    guard !names.isEmpty else { return nil }
    return "there are: \(names.prefix(20).joined(separator: ", "))\(names.count > 20 ? ", …" : "")"
  }

  func knows(_ name: String, as reference: ValueSyntax.Reference) -> Bool {
    namesAreUnknown || names.contain(name, as: reference)
  }

  /// Whether the world has that name; reports it at `position` otherwise.
  func check(_ name: String, is reference: ValueSyntax.Reference, at position: YAMLPosition) -> Bool {
    if knows(name, as: reference) { return true }
    if reference == .certificate, names.keys.contains(name) {
      report(at: position, "'\(name)' is a key without a certificate; a certificate is expected here")
    } else {
      report(
        at: position, "the world has no \(reference.rawValue) '\(Self.shortened(name))'",
        // Comparing with thousands of names, for every slip, would take seconds.
        help: NearMiss.question(for: name, among: names.all(reference).prefix(500)) ?? known(reference))
    }
    return false
  }
}
