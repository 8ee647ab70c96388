public import RogueModel

/// Defects or behaviours as a list: `rogues list --defects`, `rogues list --behaviours`.
public struct VocabularyList: Sendable {
  private let descriptors: [NamedDescriptor]

  public init(_ descriptors: [NamedDescriptor]) {
    self.descriptors = descriptors.sorted { $0.name < $1.name }
  }

  /// One line each, and below it one for each parameter.
  public func text(style: ReportStyle) -> String {
    let width = descriptors.flatMap { [$0.name] + $0.parameters.map { "  " + $0.name } }.map(\.count).max() ?? 0
    return descriptors.map { descriptor in
      let versions =
        descriptor.versions == TLSVersion.allCases
        ? "" : " (TLS \(descriptor.versions.map(\.rawValue).joined(separator: ", ")))"
      let line = style.ink(.bold, descriptor.name.padded(to: width)) + "  " + descriptor.summary + versions + "\n"
      return line
        + descriptor.parameters.map { parameter in
          "  " + parameter.name.padded(to: width - 2) + "  " + style.ink(.dim, Self.says(parameter)) + "\n"
        }.joined()
    }.joined()
  }

  private static func says(_ parameter: NamedDescriptor.Parameter) -> String {
    parameter.summary + (parameter.isRequired ? "; required" : "")
  }

  /// One name a line, for scripts.
  public var names: String { descriptors.map { $0.name + "\n" }.joined() }

  public var json: JSON {
    .array(
      descriptors.map { descriptor in
        [
          "name": .string(descriptor.name),
          "summary": .string(descriptor.summary),
          "versions": .array(descriptor.versions.map { .string($0.rawValue) }),
          "parameters": .array(descriptor.parameters.map(Self.json)),
        ]
      })
  }

  private static func json(_ parameter: NamedDescriptor.Parameter) -> JSON {
    [
      "name": .string(parameter.name),
      "kind": .string(parameter.kind.rawValue),
      "summary": .string(parameter.summary),
      "required": .bool(parameter.isRequired),
      "choices": .array(parameter.choices.map(JSON.string)),
    ]
  }
}
