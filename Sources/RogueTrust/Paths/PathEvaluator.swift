public import RogueModel

/// Finds and validates a path (RFC 5280, section 6): signatures, dates, constraints, usages and names.
public protocol PathEvaluator: Sendable {
  func evaluate(_ question: PathQuestion) -> PathFindings
  /// Every path from the leaf to an anchor, as `PathBuilder.paths` finds them.
  func paths(served: [[UInt8]], anchors: [[UInt8]]) -> [[[UInt8]]]
}

extension PathEvaluator {
  public func paths(served: [[UInt8]], anchors: [[UInt8]]) -> [[[UInt8]]] {
    PathBuilder.paths(served: served, anchors: anchors)
  }
}

public struct PathQuestion: Sendable, Hashable {
  public enum Purpose: Sendable, Hashable { case server, any }

  /// DER, leaf first; the rest in any order, with more than the path or with less.
  public var served: [[UInt8]]
  /// DER; any certificate may be an anchor. Empty: nothing is trusted.
  public var anchors: [[UInt8]]
  /// A DNS name or an address in text form; if nil, no name is checked. A final dot does not count.
  public var hostname: String?
  public var purpose: Purpose
  /// The moment to judge by, in seconds since 1970.
  public var time: Int64
  /// The checks of the path (`PathCheck`).
  package var rules = Rulebook()

  public init(
    served: [[UInt8]], anchors: [[UInt8]], hostname: String?, purpose: Purpose = .server, time: Int64
  ) {
    self.served = served
    self.anchors = anchors
    self.hostname = hostname
    self.purpose = purpose
    self.time = time
  }

  /// The name as certificates have it.
  var reference: String? {
    guard let hostname, hostname.last == ".", hostname.count > 1 else { return hostname }
    return String(hostname.dropLast())
  }
}

public struct PathFindings: Sendable, Hashable {
  /// DER, leaf first, anchor last; as far as it could be built when there are problems, and empty when the library
  /// does not tell.
  public var path: [[UInt8]]
  /// Empty when the path is good; the decisive one first.
  public var problems: [TrustProblem]

  public init(path: [[UInt8]], problems: [TrustProblem]) {
    self.path = path
    self.problems = problems
  }
}
