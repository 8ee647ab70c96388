internal import RogueModel
internal import RogueStimuli
internal import RogueYAML

/// Applies a mutation to a world's YAML tree, not to the decoded world: so the same code reads the mutated world as any
/// other, and an error in the new value points to its place in the scenario.
struct MutationPath {
  /// The mutable parts: the rest is the same in rogue and control, or the control would prove nothing.
  static let roots = Stimuli.Root.allCases.map(\.rawValue)

  var draft: MutationDraft
  var reader: NodeReader

  /// The path's parts with their places.
  private var components: [YAMLNode.Scalar] {
    var components: [YAMLNode.Scalar] = []
    var offset = 0
    for part in draft.path.text.split(separator: ".", omittingEmptySubsequences: false) {
      let length = part.unicodeScalars.count
      components.append(
        YAMLNode.Scalar(text: String(part), isPlain: true, position: draft.path.part(at: offset, length: length)))
      offset += length + 1
    }
    return components
  }

  /// The world's tree with the new value; nil when the path leads nowhere, and then it has been reported.
  func applied(to world: YAMLNode) -> (tree: YAMLNode, mutation: Mutation)? {
    let components = components
    guard let root = components.first, check(root), components.count >= 2 else { return nil }
    guard
      let tree = replaced(world, .table(WorldKeys.table), components[...])
    else { return nil }
    let mutation = Mutation(
      path: components.map(\.text), value: draft.value.flow, location: SourceLocation(draft.path.position))
    return (tree, mutation)
  }

  private func check(_ root: YAMLNode.Scalar) -> Bool {
    if Self.roots.contains(root.text) {
      if draft.path.text == root.text {
        reader.report(
          at: draft.path.position, "a mutation changes one thing; '\(root.text)' is many",
          help: "go on with a dot: \(root.text).\(root.text == "server" ? "present" : "NAME")")
        return false
      }
      return true
    }
    if WorldKeys.table.key(root.text) != nil {
      reader.report(
        at: root.position, "a mutation may not touch '\(root.text)'",
        help: "it is the same in rogue and control; mutations touch \(Self.roots.joined(separator: ", "))")
    } else {
      reader.report(
        at: root.position, "unknown path component '\(NodeReader.shortened(root.text))'",
        help: NearMiss.question(for: root.text, among: Self.roots)
          ?? "mutations touch \(Self.roots.joined(separator: ", "))")
    }
    return false
  }

  /// The node with the value at the end of the path replaced.
  ///
  /// - Parameters:
  ///   - node: What the world has here; nil for nothing.
  ///   - form: The form of the value here.
  ///   - path: The components that are left; not empty.
  private func replaced(_ node: YAMLNode?, _ form: ValueSyntax, _ path: ArraySlice<YAMLNode.Scalar>) -> YAMLNode? {
    guard let component = path.first else { return draft.value }
    guard let child = child(component, of: form, in: node) else { return nil }
    var mapping: YAMLNode.Mapping
    switch node {
    case .mapping(let given): mapping = given
    // 'honest' says the same as a mapping without keys.
    case .some(let given) where !given.isNull && given.scalarText != "honest":
      reader.report(
        at: component.position,
        "'\(parent(of: path))' is '\(NodeReader.shortened(given.flow))' in this world, which has no keys",
        help: "set '\(parent(of: path))' as a whole")
      return nil
    case .scalar, .sequence, nil: mapping = YAMLNode.Mapping(entries: [], position: draft.path.position)
    }
    let index = mapping.entries.firstIndex { $0.key.text == component.text }
    let rest = path.dropFirst()
    if rest.isEmpty, draft.value.isNull, !child.takesNull {
      guard let index else {
        reader.report(
          at: component.position, "the world does not set '\(draft.path.text)', so there is nothing to remove")
        return nil
      }
      mapping.entries.remove(at: index)
      return .mapping(mapping)
    }
    guard let value = replaced(index.map { mapping.entries[$0].value }, child, rest) else { return nil }
    if let index {
      mapping.entries[index].value = value
    } else {
      mapping.entries.append(YAMLNode.Entry(key: component, value: value))
    }
    return .mapping(mapping)
  }

  private func parent(of path: ArraySlice<YAMLNode.Scalar>) -> String {
    components.prefix(components.count - path.count).map(\.text).joined(separator: ".")
  }

  /// The form below `form` under that name; nil after a report.
  private func child(_ component: YAMLNode.Scalar, of form: ValueSyntax, in node: YAMLNode?) -> ValueSyntax? {
    switch form.mappingForm {
    case .table(let table):
      if let key = table.key(component.text) { return key.form }
      reader.report(
        at: component.position, "\(table.subject) has no key '\(NodeReader.shortened(component.text))'",
        help: NearMiss.question(for: component.text, among: table.names)
          ?? "known keys: \(table.names.joined(separator: ", "))")
    case .map(keys: .names, let item):
      // Only certificates: a new one would be in the rogue world and not in the control's.
      if reader.check(component.text, is: .certificate, at: component.position) { return item }
    case .map(let keys, let item):
      if keys.check(component, reader) { return item }
    default:
      reader.report(
        at: component.position, "the path goes too far: \(form.expected) has no keys below",
        help: "end it before '.\(NodeReader.shortened(component.text))' and give the whole value")
    }
    return nil
  }
}

extension ValueSyntax {
  /// The form with keys, among those that are allowed here.
  var mappingForm: ValueSyntax {
    switch self {
    case .either(let forms): forms.first { $0.mappingForm.hasKeys } ?? self
    case .nullable(let form): form.mappingForm
    default: self
    }
  }

  private var hasKeys: Bool {
    switch self {
    case .table, .map: true
    default: false
    }
  }

  /// Whether `null` is a value here, and not the removal of one.
  fileprivate var takesNull: Bool {
    if case .nullable = self { return true }
    return false
  }
}
