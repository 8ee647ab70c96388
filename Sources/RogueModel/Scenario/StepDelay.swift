/// When a step of a conversation starts.
public enum StepDelay: Hashable, Sendable {
  /// As soon as the previous step has ended.
  case atOnce
  /// This many seconds after the end of the previous step.
  case seconds(Int)
  /// When something that an earlier step presented has expired. Its last valid second is this many seconds after the
  /// second in which the world was minted.
  case end(of: Ending, seconds: Int)

  /// Something with a last valid second, and its name in the world.
  public enum Ending: Hashable, Sendable, CustomStringConvertible {
    /// A certificate: notAfter (RFC 5280, section 4.1.2.5).
    case certificate(String)
    /// The OCSP response that is stapled for a certificate: nextUpdate (RFC 6960, section 4.2.2.1).
    case staple(of: String)
    /// The OCSP response that a responder gives about a certificate: nextUpdate.
    case response(about: String)

    public var description: String {
      switch self {
      case .certificate(let name): "the certificate '\(name)'"
      case .staple(let name): "the OCSP response stapled for '\(name)'"
      case .response(let name): "the responder's OCSP response about '\(name)'"
      }
    }
  }

  /// A step starts this many seconds after the last valid second, so that clients that round up or down agree by then.
  public static let margin = 2

  /// The earliest start of the step, in seconds after the second in which the world was minted; nil if the delay does
  /// not depend on that.
  public var secondsSinceMinting: Int? {
    if case .end(_, let seconds) = self { seconds + Self.margin } else { nil }
  }

  /// Whether the step waits for a date in the minted bytes. That date is then a real one for the validator too, because
  /// no other clock can be set for it.
  public var isForDate: Bool { secondsSinceMinting != nil }

  /// For the title of a step; nil if there is nothing to say.
  public var clause: String? {
    switch self {
    case .atOnce: nil
    case .seconds(let seconds): "\(seconds) s later"
    case .end(let ending, let seconds): "after the end of \(ending), \(seconds + Self.margin) s after it was minted"
    }
  }

  /// What a wait before the step is for: `until the certificate 'leaf' expires`.
  public var awaited: String {
    switch self {
    case .atOnce, .seconds: "before the next connection"
    case .end(let ending, _): "until \(ending) expires"
    }
  }

  public var json: JSON {
    switch self {
    case .atOnce: 0
    case .seconds(let seconds): .integer(Int64(seconds))
    case .end(.certificate(let name), let seconds): ["end-of": .string(name), "seconds": .integer(Int64(seconds))]
    case .end(.staple(let name), let seconds): ["end-of-staple": .string(name), "seconds": .integer(Int64(seconds))]
    case .end(.response(let name), let seconds):
      ["end-of-response": .string(name), "seconds": .integer(Int64(seconds))]
    }
  }
}
