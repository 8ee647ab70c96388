package import RogueModel

extension ResponderPlan {
  /// The reply of the responders to a request without a socket, at once; nil: none comes.
  package static func reply(to request: FetchRequest, of plans: [ResponderPlan]) -> FetchReply? {
    guard var question = ResponderRequest(target: request.url),
      let plan = plans.first(where: { $0.token == question.token })
    else { return nil }
    if case .post(_, let body) = request.method { question.question = body }
    guard !ResponderResponse.isDown(question, plan), let answer = try? ResponderResponse.to(question, plan),
      case .reply(let reply) = answer, reply.framing != .truncated
    else { return nil }
    return .reply(status: Int(reply.status.prefix(3)) ?? 0, body: reply.body)
  }
}
