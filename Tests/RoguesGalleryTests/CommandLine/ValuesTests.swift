import RogueModel
import RoguesGallery
import Testing

@testable import rogues

@Suite struct ValuesTests {
  @Test(arguments: [
    ("800ms", 800), ("5s", 5000), ("5", 5000), ("2m", 120_000), ("3600s", 3_600_000), ("0", nil), ("0ms", nil),
    ("2h", nil), ("-5s", nil), ("5 s", nil), ("", nil), ("s", nil), ("61m", nil), ("99999999999999999999s", nil),
    ("٥s", nil), ("1.5s", nil),
  ])
  func `times have units and limits`(text: String, milliseconds: Int?) {
    #expect(Values.milliseconds(text) == milliseconds)
  }

  @Test func `axes are a word or a list of pairs`() {
    #expect(AxesSelection(text: "pairwise") == .pairwise)
    #expect(AxesSelection(text: "full") == .full)
    #expect(
      AxesSelection(text: "tls=1.3,policy=leaf-spki,key=rsa2048-pss,engine=libssl")
        == .fixed([
          .init(axis: .tls, value: "1.3"), .init(axis: .policy, value: "leaf-spki"),
          .init(axis: .key, value: "rsa2048-pss"), .init(axis: .engine, value: "libssl"),
        ]))
  }

  @Test(arguments: [
    "", "all", "tls", "tls=", "tls=1.4", "key=rsa", "colour=red", "tls=1.3,tls=1.2", "tls=1.3,", ",", "TLS=1.3",
  ])
  func `unknown axes are refused`(text: String) {
    #expect(AxesSelection(text: text) == nil)
  }

  @Test func `a report is a kind and a path`() {
    for kind in ["junit", "tap", "html"] {
      let report = Values.report("\(kind)=out/a=b.xml")
      #expect(report?.kind.rawValue == kind)
      #expect(report?.path == "out/a=b.xml")
    }
    for text in ["junit", "junit=", "html=", "HTML=x", "pdf=x", "=x", ""] { #expect(Values.report(text) == nil) }
  }

  @Test func `numbers keep to their range`() {
    #expect(Values.jobs("1") == 1)
    #expect(Values.jobs("0") == nil)
    #expect(Values.jobs("2000") == nil)
    #expect(Values.port("65535") == 65535)
    #expect(Values.port("0") == nil)
    #expect(Values.port("65536") == nil)
  }

  @Test func `a run's flags become its options`() throws {
    let arguments = [
      "run", "trust/*", "-a", "curl", "-a", "./mine", "-t", "seed,!slow", "--axes", "full", "-j", "3", "--timeout",
      "800ms",
      "--seed", "s", "--at", "2026-11-20T12:00:00Z", "--artifacts", "out", "--report", "junit=j.xml", "--log",
      "l.jsonl",
      "--strict", "--responder-port", "40100", "--catalogue", "c", "-n",
    ]
    let options = try Judging.options(.run, ArgumentParserTests.invocation(arguments))
    #expect(options.adapters == ["curl", "./mine"])
    #expect(options.tags == ["seed,!slow"])
    #expect(options.axes == .full)
    #expect(options.jobs == 3)
    #expect(options.timeoutMilliseconds == 800)
    #expect(options.seed == "s")
    #expect(options.at?.description == "2026-11-20T12:00:00Z")
    #expect(options.artifacts == "out")
    #expect(options.reports.map(\.kind.rawValue) == ["junit"])
    #expect(options.reports.map(\.path) == ["j.xml"])
    #expect(options.log == "l.jsonl")
    #expect(options.strict)
    #expect(options.responderPort == 40100)
    #expect(options.catalogues == ["c"])
    #expect(options.dryRun)
    #expect(options.arguments == arguments)
  }

  @Test func `without flags a run has its defaults`() throws {
    let options = try Judging.options(.compare, ArgumentParserTests.invocation(["compare"]))
    #expect(options.axes == .pairwise)
    #expect(options.jobs == nil)
    #expect(options.timeoutMilliseconds == nil)
    #expect(options.seed == nil)
    #expect(options.at == nil)
    #expect(!options.strict)
    #expect(!options.dryRun)
  }

  @Test(arguments: [
    ["--jobs", "many"], ["--timeout", "soon"], ["--at", "noon"], ["--at", "2026-02-30T00:00:00Z"], ["--axes", "all"],
    ["--report", "pdf=x"], ["--responder-port", "0"], ["--seed", ""],
  ])
  func `a value that makes no sense is a usage error that names its flag`(arguments: [String]) throws {
    let invocation = try ArgumentParserTests.invocation(["compare"] + arguments)
    let error = #expect(throws: UsageError.self) { _ = try Judging.options(.compare, invocation) }
    #expect(error?.message.hasPrefix(arguments[0] + " ") == true)
    #expect(error?.verb == "compare")
  }
}
