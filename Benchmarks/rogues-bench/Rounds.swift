import BareFloors
import RoguePlatform

/// What one go at something took.
struct Sample {
  /// How many of what is counted were done.
  var count: Int
  /// From beginning to end.
  var nanoseconds: Double
  /// Of this process's threads together.
  var processorNanoseconds: Double

  /// Times `body`, which says how many it did.
  static func of(_ body: () async throws -> Int) async rethrows -> Sample {
    let processor = ProcessorTime.nanoseconds
    let began = MonotonicInstant.now
    let count = try await body()
    let ended = MonotonicInstant.now
    return Sample(
      count: count, nanoseconds: Double(ended.nanoseconds - began.nanoseconds),
      processorNanoseconds: Double(ProcessorTime.nanoseconds - processor))
  }

  var perSecond: Double { Double(count) / nanoseconds * 1e9 }
  var millisecondsEach: Double { nanoseconds / 1e6 / Double(count) }
  var processorNanosecondsEach: Double { processorNanoseconds / Double(count) }
}

/// Floor and subject by turns, so that whatever else the machine does falls on both.
struct Rounds {
  private(set) var floor: [Sample] = []
  private(set) var subject: [Sample] = []

  /// - Parameter rounds: after one that does not count: caches fill, threads start, pages are touched.
  init(
    _ rounds: Int, floor floorBody: () async throws -> Int, subject subjectBody: () async throws -> Int
  ) async throws {
    for round in 0...rounds {
      let first = try await Sample.of(floorBody)
      let second = try await Sample.of(subjectBody)
      guard round > 0 else { continue }
      floor.append(first)
      subject.append(second)
    }
  }

  /// The rates of the best round of each: what the machine can do when it is let.
  var bestRates: (subject: Double, floor: Double) {
    (subject.map(\.perSecond).max() ?? 0, floor.map(\.perSecond).max() ?? 0)
  }

  /// Milliseconds for one, in the median round of each.
  var medianMilliseconds: (subject: Double, floor: Double) {
    (subject.map(\.millisecondsEach).median, floor.map(\.millisecondsEach).median)
  }

  /// How many times the floor's work for one the subject could do in the same processor time, in the median of rounds.
  var processorRatio: Double {
    zip(subject, floor).map { $1.processorNanosecondsEach / $0.processorNanosecondsEach }.median
  }
}

extension [Double] {
  var median: Double {
    let sorted = sorted()
    guard let middle = sorted.indices.dropFirst(sorted.count / 2).first else { return .nan }
    return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }
}
