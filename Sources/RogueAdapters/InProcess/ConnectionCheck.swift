/// One thing that a client has to look at before it makes a request on a connection that is open already, or after one
/// that was made on the wrong connection, as a decision that can be left out.
///
/// The client that makes all of them is right; one that leaves a single one out is a mutant, right everywhere else.
public enum ConnectionCheck: String, CaseIterable, Hashable, Sendable {
  // Before a connection is used again (RFC 9110, section 4.3.3; RFC 9113, section 9.1.1).
  case rules = "rules-on-an-open-connection"
  case host = "host-on-an-open-connection"

  // After a request that the server does not want on that connection (RFC 9110, section 15.5.20).
  case answer = "421-as-response"
  case freshConnection = "connection-after-421"

  /// What a client does that leaves it out, as a clause.
  public var omission: String {
    switch self {
    case .rules: "uses an open connection for the same host whatever the rules are by now"
    case .host: "uses an open connection for another host without judging its certificate for that one"
    case .answer: "takes the word that a request was misdirected for its answer"
    case .freshConnection: "asks again on another connection after a misdirected request, and judges nothing there"
    }
  }
}
