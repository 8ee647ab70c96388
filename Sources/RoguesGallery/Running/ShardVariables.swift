internal import RogueModel
internal import RoguePlatform

/// The shard of a plan for a job of a CI system, by the system's variables.
///
/// Fails closed: unless a variable certainly means a shard of one and the same run, everything runs.
struct ShardVariables: Sendable, Hashable {
  var shard: Shard
  /// The variables that said it, for people.
  var source: String
  /// The file by whose existence Bazel knows that sharding is supported.
  var statusFile: String?

  /// - Parameter variable: the value of an environment variable; nil: it is not set.
  /// - Returns: nil if everything is to run, with a remark if that might surprise.
  static func detected(
    _ variable: (String) -> String?
  ) throws(HarnessFailure) -> (found: ShardVariables?, remark: String?) {
    func value(_ name: String) -> String? { variable(name).flatMap { $0.isEmpty ? nil : $0 } }
    if let text = value(own) {
      let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
      guard parts.count == 2, let index = parts[0], let count = parts[1], count <= limit,
        let shard = Shard(index: index, count: count)
      else { throw HarnessFailure(.usage, "\(own) '\(text)' is not a part such as 2/4") }
      return (ShardVariables(shard: shard, source: own), nil)
    }
    var all: [ShardVariables] = []
    var remark: String?
    for system in systems {
      guard let text = value(system.index) else { continue }
      guard let total = value(system.count) else {
        remark = "\(system.index) is set, but \(system.count) is not: everything runs here"
        continue
      }
      guard let index = Int(text), let count = Int(total), count <= limit,
        let shard = Shard(index: index &+ (system.isFromZero ? 1 : 0), count: count)
      else {
        throw HarnessFailure(.usage, "\(system.index)=\(text) and \(system.count)=\(total) are no part of a run")
      }
      if system.index == gitLab.index, let job = value("CI_JOB_NAME"), !job.hasSuffix(" \(shard)") {
        remark = """
          \(system.index) counts the jobs of a matrix, which differ in more than their part: everything runs here (set \
          \(own)=\(shard) if they share a plan)
          """
        continue
      }
      all.append(
        ShardVariables(
          shard: shard, source: "\(system.index), \(system.count)", statusFile: system.statusFile.flatMap(value)))
    }
    guard let first = all.first else { return (nil, remark) }
    if let other = all.dropFirst().first(where: { $0.shard != first.shard }) {
      throw HarnessFailure(
        .usage, "\(first.source) say \(first.shard), and \(other.source) say \(other.shard): choose with --shard")
    }
    return (first, nil)
  }

  /// `I/N`, for systems that let a job set variables, such as GitHub's matrices.
  static let own = "ROGUES_SHARD"
  private static let limit = 1_000_000

  private struct System {
    var index: String
    var count: String
    var isFromZero = true
    var statusFile: String?
  }

  private static let gitLab = System(index: "CI_NODE_INDEX", count: "CI_NODE_TOTAL", isFromZero: false)
  private static let systems = [
    System(index: "TEST_SHARD_INDEX", count: "TEST_TOTAL_SHARDS", statusFile: "TEST_SHARD_STATUS_FILE"),
    System(index: "BUILDKITE_PARALLEL_JOB", count: "BUILDKITE_PARALLEL_JOB_COUNT"),
    gitLab,
    // Kubernetes gives its pods no count.
    System(index: "JOB_COMPLETION_INDEX", count: "ROGUES_SHARD_COUNT"),
  ]
}

extension Gallery {
  /// Chooses and reports the shard of this CI job, unless the command line did.
  ///
  /// - Returns: nil: continue; else the command's exit status.
  public static func chooseShard(_ options: inout RunOptions) -> ExitStatus? {
    guard options.shard == nil else { return nil }
    do throws(HarnessFailure) {
      let (found, remark) = try ShardVariables.detected { ProcessEnvironment.value(of: $0) }
      if let remark { try StandardWriters.error("rogues: \(remark)\n") }
      guard let found else { return nil }
      options.shard = found.shard
      try StandardWriters.error(
        "rogues: this is part \(found.shard) of the run (\(found.source)); --shard 1/1 runs everything\n")
      if let file = found.statusFile {
        do throws(SystemError) { try Files.write([], to: file) } catch {
          throw HarnessFailure(.cannotCreate, error.description)
        }
      }
      return nil
    } catch {
      return report(error)
    }
  }
}
