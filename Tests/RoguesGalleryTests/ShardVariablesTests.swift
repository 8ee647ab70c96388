import RogueModel
import Testing

@testable import RoguesGallery

/// A job of a CI system runs its part by itself, and everything where that is not certain.
@Suite struct ShardVariablesTests {
  private static func found(_ variables: [String: String]) throws -> ShardVariables? {
    try ShardVariables.detected { variables[$0] }.found
  }

  @Test(arguments: [
    (["ROGUES_SHARD": "2/4"], "2/4"),
    (["CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "4"], "2/4"),
    (["CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "4", "CI_JOB_NAME": "rogues 2/4"], "2/4"),
    (["BUILDKITE_PARALLEL_JOB": "0", "BUILDKITE_PARALLEL_JOB_COUNT": "3"], "1/3"),
    (["BUILDKITE_PARALLEL_JOB": "2", "BUILDKITE_PARALLEL_JOB_COUNT": "3"], "3/3"),
    (["TEST_SHARD_INDEX": "0", "TEST_TOTAL_SHARDS": "20"], "1/20"),
    (["JOB_COMPLETION_INDEX": "9", "ROGUES_SHARD_COUNT": "10"], "10/10"),
    // What a job sets itself is meant.
    (["ROGUES_SHARD": "1/1", "CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "4"], "1/1"),
    // Two that agree.
    (["TEST_SHARD_INDEX": "1", "TEST_TOTAL_SHARDS": "4", "CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "4"], "2/4"),
  ])
  func `a job gets its shard`(variables: [String: String], shard: String) throws {
    #expect(try Self.found(variables)?.shard.description == shard)
  }

  @Test(arguments: [
    [:],
    // GitLab, a job without 'parallel'.
    ["CI_NODE_TOTAL": "1"],
    // GitLab, a matrix of clients: each job has another one, and all cases of it.
    ["CI_NODE_INDEX": "1", "CI_NODE_TOTAL": "2", "CI_JOB_NAME": "rogues: [curl]"],
    // Kubernetes does not say of how many.
    ["JOB_COMPLETION_INDEX": "0"],
    ["ROGUES_SHARD": ""],
  ])
  func `where a part is not certain, everything runs`(variables: [String: String]) throws {
    #expect(try Self.found(variables) == nil)
    let remark = try ShardVariables.detected { variables[$0] }.remark
    #expect((remark != nil) == (variables.keys.contains { $0.hasSuffix("_INDEX") }), "\(variables)")
  }

  @Test(arguments: [
    ["ROGUES_SHARD": "5/4"], ["ROGUES_SHARD": "0/4"], ["ROGUES_SHARD": "2"], ["ROGUES_SHARD": "a/b"],
    ["CI_NODE_INDEX": "0", "CI_NODE_TOTAL": "4"],
    ["BUILDKITE_PARALLEL_JOB": "3", "BUILDKITE_PARALLEL_JOB_COUNT": "3"],
    ["TEST_SHARD_INDEX": "x", "TEST_TOTAL_SHARDS": "4"],
    ["TEST_SHARD_INDEX": "9223372036854775807", "TEST_TOTAL_SHARDS": "4"],
    ["JOB_COMPLETION_INDEX": "1", "ROGUES_SHARD_COUNT": "1000001"],
    ["TEST_SHARD_INDEX": "1", "TEST_TOTAL_SHARDS": "4", "CI_NODE_INDEX": "1", "CI_NODE_TOTAL": "4"],
  ])
  func `an invalid shard, and two that differ, are errors`(variables: [String: String]) {
    #expect(throws: HarnessFailure.self) { _ = try Self.found(variables) }
  }

  @Test func `Bazel's file is written for Bazel's shards alone`() throws {
    var variables = ["TEST_SHARD_STATUS_FILE": "/status", "TEST_SHARD_INDEX": "1", "TEST_TOTAL_SHARDS": "4"]
    #expect(try Self.found(variables)?.statusFile == "/status")
    variables["ROGUES_SHARD"] = "1/1"
    #expect(try Self.found(variables)?.statusFile == nil)
  }
}
