package import RogueModel
internal import RogueServers
internal import Synchronization

/// Replies as the responders of a trial would, at once.
package final class OfflineFetcher: Fetcher {
  private let plans: [ResponderPlan]
  private let count = Mutex(0)

  package init(plans: [ResponderPlan]) { self.plans = plans }

  package convenience init(_ trials: [OfflineTrial]) {
    self.init(plans: trials.flatMap { $0.steps.compactMap(\.responders) })
  }

  /// How many requests came.
  package var asked: Int { count.withLock { $0 } }

  package func fetch(_ request: FetchRequest) -> FetchReply {
    count.withLock { $0 += 1 }
    return ResponderPlan.reply(to: request, of: plans) ?? .failed("no answer")
  }
}
