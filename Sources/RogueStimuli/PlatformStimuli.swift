public import RogueModel

/// The keys of the system under a validator: no server shows them, so every handshake is about them.
public enum PlatformStimuli {
  public static let denied = Stimulus<PlatformRecipe>(
    "denied", "the certificates that the user has marked as never trusted; default none",
    evidence: .always(.handshake, seenBy: .everybody),
    text: { flow($0.denied) }
  ).needing { platform, _ in platform.denied.isEmpty ? [] : [.platformTrust] }
  public static let fails = Stimulus<PlatformRecipe>(
    "fails", "the call that fails; default none",
    evidence: .always(.handshake, seenBy: .everybody), text: { $0.fails?.rawValue ?? "none" }
  ).needing { platform, _ in platform.fails == nil ? [] : [.platformTrust] }
  public static let storedPins = Stimulus<PlatformRecipe>(
    "stored-pins", "what has become of the file in which the client keeps its pins; default nothing",
    evidence: .always(.handshake, seenBy: .everybody), text: { $0.storedPins?.rawValue ?? "as written" }
  ).needing { platform, _ in platform.storedPins == nil ? [] : [.pinStorage] }

  static let all = [denied, fails, storedPins]
  static let needs = all.compactMap(\.needs)
}
