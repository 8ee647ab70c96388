/// When a step of a conversation begins.
public enum StepDelay: Hashable, Sendable {
  /// As soon as the step before it has ended.
  case atOnce
  /// So many seconds after the step before it has ended.
  case seconds(Int)
  /// When something that an earlier step has presented is no longer valid. Its last valid second is so many seconds after
  /// the one in which the world was minted.
  case end(of: Ending, seconds: Int)

  /// What has a last second, and a name by which a world knows it.
  public enum Ending: Hashable, Sendable, CustomStringConvertible {
    /// A certificate: notAfter (RFC 5280, section 4.1.2.5).
    case certificate(String)
    /// The OCSP response that is stapled for a certificate: nextUpdate (RFC 6960, section 4.2.2.1).
    case staple(of: String)

    public var description: String {
      switch self {
      case .certificate(let name): "the certificate '\(name)'"
      case .staple(let name): "the OCSP response stapled for '\(name)'"
      }
    }
  }

  /// So many seconds after the last valid second a step begins: whoever rounds, in whichever direction, agrees by then.
  public static let margin = 2

  /// When the step begins at the earliest, in seconds since the one in which the world was minted; nil where that says
  /// nothing about it.
  public var secondsSinceMinting: Int? {
    if case .end(_, let seconds) = self { seconds + Self.margin } else { nil }
  }

  /// Whether the step waits for a date in what was minted. That date is then a real one, for the validator as well: no
  /// other clock can be given to it.
  public var isForDate: Bool { secondsSinceMinting != nil }

  /// For the title of a step; nil where there is nothing to say.
  public var clause: String? {
    switch self {
    case .atOnce: nil
    case .seconds(let seconds): "\(seconds) s later"
    case .end(let ending, let seconds): "after the end of \(ending), \(seconds + Self.margin) s after it was minted"
    }
  }

  public var json: JSON {
    switch self {
    case .atOnce: 0
    case .seconds(let seconds): .integer(Int64(seconds))
    case .end(.certificate(let name), let seconds): ["end-of": .string(name), "seconds": .integer(Int64(seconds))]
    case .end(.staple(let name), let seconds): ["end-of-staple": .string(name), "seconds": .integer(Int64(seconds))]
    }
  }
}
