import RogueModel
import RoguePlatform
import RoguesGallery

/// The common reading of `run` and `compare`.
enum Judging {
  static func options(_ mode: RunHeader.Mode, _ invocation: Invocation) throws(UsageError) -> RunOptions {
    var options = RunOptions(mode: mode)
    options.tags = invocation.values(.tag)
    options.adapters = invocation.values(.adapter)
    options.axes =
      try invocation.value(
        .axes, as: "a choice of axes: pairwise, full, or such as tls=1.3,policy=NAME,key=p256,engine=NAME",
        AxesSelection.init(text:))
      ?? .pairwise
    options.jobs = try invocation.value(.jobs, as: "a number from 1 to 1024", Values.jobs)
    options.timeoutMilliseconds = try invocation.value(
      .timeout, as: "a time such as 800ms, 5s or 2m", Values.milliseconds)
    options.seed = try invocation.value(.seed, as: "a seed: at least one character") { $0.isEmpty ? nil : $0 }
    options.at = try invocation.value(.at, as: "a moment such as 2026-11-20T12:00:00Z") { Timestamp($0) }
    options.artifacts = invocation.value(.artifacts)
    options.log = invocation.value(.log)
    options.strict = invocation.has(.strict)
    options.responderPort = try invocation.value(.responderPort, as: "a port from 1 to 65535", Values.port)
    options.catalogues = invocation.values(.catalogue)
    options.dryRun = invocation.has(.dryRun)
    options.arguments = invocation.arguments
    options.program = program
    options.choice = choice(invocation)
    options.shard = try invocation.value(.shard, as: "a part such as 2/4", Values.shard)
    options.repeats = try invocation.value(.repeats, as: "a number from 1 to 1000", Values.repeats) ?? 1
    options.failsFast = invocation.has(.failFast)
    options.onlyLastFailed = invocation.has(.lastFailed)
    options.baseline = invocation.value(.baseline)
    options.reports = try reports(invocation, .report)
    let streams = [options.log] + options.reports.map(\.path)
    guard !options.adapters.contains("-") || !streams.contains("-") else {
      throw UsageError(
        "--adapter - speaks with the program that started this command through standard output",
        help: "let --log and --report write to files", verb: invocation.verb)
    }
    guard streams.count(where: { $0 == "-" }) <= 1 else {
      throw UsageError(
        "two streams go to standard output", help: "let one of --log and --report write to a file",
        verb: invocation.verb)
    }
    return options
  }

  /// `KIND=PATH`, once per flag.
  static func reports(_ invocation: Invocation, _ flag: Flag) throws(UsageError) -> [RunOptions.ReportRequest] {
    try invocation.values(flag).map { (text) throws(UsageError) in
      guard let report = Values.report(text) else {
        let kinds = RunOptions.ReportRequest.Kind.allCases.map(\.rawValue)
        let near = NearMiss.question(for: String(text.prefix { $0 != "=" }), among: kinds)
        if kinds.contains(text) {
          let (what, path) = text == "html" ? ("folder", "DIR") : ("file, or '-' for standard output", "FILE")
          throw UsageError(
            "--\(flag.name) \(text) needs a \(what)", help: "such as: --\(flag.name) \(text)=\(path)",
            verb: invocation.verb)
        }
        throw UsageError(
          "--\(flag.name) '\(text)' is not KIND=PATH with KIND \(kinds.joined(separator: ", "))", help: near,
          verb: invocation.verb)
      }
      guard report.kind != .html || report.path != "-" else {
        throw UsageError(
          "a page is a folder of files and cannot go to standard output",
          help: "give a folder: --\(flag.name) html=DIR", verb: invocation.verb)
      }
      return report
    }
  }

  /// The exclusions from the scenarios that patterns choose.
  static func choice(_ invocation: Invocation) -> RunOptions.Choice {
    RunOptions.Choice(
      skips: invocation.values(.skip), level: invocation.value(.level).flatMap(Level.init(rawValue:)),
      severity: invocation.value(.severity).flatMap(Severity.init(rawValue:)), profile: invocation.value(.profile))
  }

  /// The command as it was called, where a shell finds it by that: by its path, or through `PATH`.
  private static var program: String {
    guard let called = ProcessArguments.all?.first, called.contains("/") else { return "rogues" }
    return called
  }

  static func terminal(_ invocation: Invocation) throws(UsageError) -> TerminalOptions {
    guard !invocation.has(.verbose) || !invocation.has(.quiet) else {
      throw UsageError("--verbose and --quiet exclude each other", verb: invocation.verb)
    }
    var options = TerminalOptions.detected(
      color: invocation.value(.color).flatMap(TerminalOptions.Color.init(rawValue:)) ?? .auto,
      progress: invocation.value(.progress).flatMap(TerminalOptions.Progress.init(rawValue:)) ?? .auto,
      verbosity: invocation.has(.verbose) ? .verbose : invocation.has(.quiet) ? .quiet : .normal)
    options.showsAll = invocation.has(.all)
    options.showsNotes = invocation.has(.notes)
    return options
  }
}
