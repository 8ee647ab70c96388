public import RogueModel
import Synchronization

/// Writes JUnit XML when the run is over: one suite for each adapter, one test case for each case.
///
/// The document keeps to the `junit-10.xsd` of Jenkins' xUnit plugin, which is stricter than other readers: no
/// properties inside a test case, no `file` or `line`, times with three decimals. The flavour for GitLab has a `file` for
/// each test case, which GitLab links to.
///
/// How a verdict reads in JUnit's four words:
///
/// | verdict | element |
/// |---|---|
/// | pass, deviation | none; a deviation, and a pass at the second try after a late answer, say why in `system-out` |
/// | deviation in a strict run | `failure` |
/// | false-accept, leak, false-cancel, bad-client-chain, bad-client-hello, certificate-leak | `failure` |
/// | error, harness-error, inconclusive, not-run | `error` |
/// | unsupported, not-asked | `skipped` |
/// | any of these but pass, unsupported and not-asked, at level may | `skipped`, its message begins with "informational" |
/// | a failure that the baseline knows | `skipped`, its message begins with "known" |
///
/// The last row because readers turn every `failure` red, and a scenario on which good validators differ never gates. A
/// inconclusive is an `error` because a green test that proves nothing is the worst answer that a report can give.
public final class JUnitRecorder: Recorder {
  /// Whose reader the document is for.
  public enum Flavour: Sendable {
    /// Any: the strictest schema.
    case strict
    case gitlab
  }

  private struct State {
    var header: RunHeader?
    /// The finished elements, by adapter and case.
    var elements: [String: [String: Element]] = [:]
  }

  private let state = Mutex(State())
  private let strict: Bool
  private let flavour: Flavour
  private let write: ReportWriter

  /// - Parameter strict: A deviation is a failure; for logs that do not say.
  public init(strict: Bool = false, flavour: Flavour = .strict, write: @escaping ReportWriter) {
    self.strict = strict
    self.flavour = flavour
    self.write = write
  }

  public func record(_ event: RunEvent) throws(HarnessFailure) {
    switch event {
    case .started(let header): state.withLock { $0.header = header }
    case .caseStarted, .controlFinished: break
    case .caseFinished(let result):
      let element = Element(
        result, strict: state.withLock { $0.header?.strict } ?? strict, namesFile: flavour == .gitlab)
      state.withLock { $0.elements[result.adapter, default: [:]][result.caseID] = element }
    case .finished(let footer):
      let document = state.withLock { Self.document($0, footer) }
      try write(document)
    }
  }

  private static func document(_ state: State, _ footer: RunFooter) -> String {
    var suites: [String] = []
    var total = Counts()
    for adapter in state.header?.adapters ?? [] {
      let elements = Self.elements(of: adapter.name, state)
      let counts = elements.reduce(into: Counts()) { $0.add($1) }
      total.add(counts)
      suites.append(suite(adapter, elements, counts, state.header, isComplete: footer.complete))
    }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="rogues" tests="\(total.tests)" failures="\(total.failures)" errors="\(total.errors)" \
      time="\(seconds(footer.milliseconds))">
      \(suites.joined())</testsuites>

      """
  }

  /// The adapter's cases in the order of the plan; what was planned and has no result is said as well.
  private static func elements(of adapter: String, _ state: State) -> [Element] {
    var left = state.elements[adapter] ?? [:]
    var elements: [Element] = []
    for planned in state.header?.planned ?? [] where planned.adapter == adapter {
      elements.append(left.removeValue(forKey: planned.caseID) ?? Element(planned))
    }
    return elements + left.sorted { $0.key < $1.key }.map(\.value)
  }

  private static func suite(
    _ adapter: AdapterDescription, _ elements: [Element], _ counts: Counts, _ header: RunHeader?, isComplete: Bool
  ) -> String {
    var properties = [
      ("adapter.door", adapter.door.rawValue), ("adapter.library", adapter.library),
      ("adapter.version", adapter.version),
    ]
    if let header {
      properties += [
        ("rogues.version", header.version), ("rogues.mode", header.mode.rawValue), ("rogues.seed", header.seed),
        ("rogues.clock", header.clock.description),
      ]
    }
    properties.append(("rogues.complete", isComplete ? "true" : "false"))
    // ISO 8601 without a zone, as the schemas have it: in UTC.
    let started = header?.started.map { " timestamp=\"\($0.description.dropLast())\"" } ?? ""
    let lines = properties.map {
      "      <property name=\"\(XMLText.attribute($0))\" value=\"\(XMLText.attribute($1))\"/>\n"
    }
    return """
        <testsuite name="\(XMLText.attribute(adapter.name))" tests="\(counts.tests)" failures="\(counts.failures)" \
      errors="\(counts.errors)" skipped="\(counts.skipped)" time="\(seconds(counts.milliseconds))"\(started)>
          <properties>
      \(lines.joined())    </properties>
      \(elements.map(\.xml).joined())  </testsuite>

      """
  }

  /// Seconds with three decimals.
  static func seconds(_ milliseconds: Int) -> String {
    let rest = String(abs(milliseconds) % 1000)
    return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
  }
}
