public import RogueModel

/// The named behaviours that servers can have, one file each.
public enum Behaviours {
  /// In the order of the documentation.
  public static let descriptors: [NamedDescriptor] = []

  /// Throws when an attempt asks for a behaviour that no engine has: serving it without would make a false control.
  static func check(_ uses: [NamedUse]) throws(HarnessFailure) {
    for use in uses where !descriptors.contains(where: { $0.name == use.name }) {
      let question = NearMiss.question(for: use.name, among: descriptors.map(\.name))
      throw HarnessFailure(.badData, "no engine has the behaviour '\(use.name)'", underlying: question)
    }
  }
}
