internal import RogueModel
internal import RogueStimuli
internal import RogueYAML

/// What a search may vary, derived from the files and from the forms of their keys: the certificates of each world, and the
/// values of each key of a certificate.
public struct WorldGrammar: Sendable {
  /// A certificate as it is written: its keys in order, with their values in YAML's flow form.
  public struct Certificate: Sendable, Hashable {
    public var name: String
    public var keys: [Entry]

    public init(name: String, keys: [Entry]) {
      self.name = name
      self.keys = keys
    }

    /// The value of a key; nil: it is not set. Setting nil removes it.
    public subscript(key: String) -> String? {
      get { keys.first { $0.key == key }?.value }
      set {
        let place = keys.firstIndex { $0.key == key }
        switch (place, newValue) {
        case (let place?, let value?): keys[place].value = value
        case (let place?, nil): keys.remove(at: place)
        case (nil, let value?): keys.append(Entry(key: key, value: value))
        case (nil, nil): break
        }
      }
    }
  }

  public struct Entry: Sendable, Hashable, Comparable {
    public var key: String
    public var value: String

    public init(key: String, value: String) {
      self.key = key
      self.value = value
    }

    public static func < (one: Entry, other: Entry) -> Bool { (one.key, one.value) < (other.key, other.value) }
  }

  /// A world as far as a search varies it.
  public struct Place: Sendable {
    public var id: String
    public var certificates: [Certificate]
    /// The certificates that its healthy server presents.
    public var present: [String]
    /// The policies, and whether each has pins.
    public var policies: [(name: String, pins: Bool)]

    public func certificate(_ name: String) -> Certificate? { certificates.first { $0.name == name } }
  }

  /// By id, in order.
  public let places: [Place]
  /// The values to try, by key: those of all files, and those at the ends of what a key takes.
  public let values: [String: [String]]
  /// The key that names a certificate's issuer.
  public static var issuer: String { Issuer.stimulus.name }
  /// The key that names the certificate whose key it has.
  public static var keyOf: String { KeyOf.stimulus.name }
  /// The key with the defects of a certificate.
  public static var defects: String { CertificateDefects.stimulus.name }
  /// Whether it is a CA.
  public static var isCA: String { IsCA.stimulus.name }

  /// - Parameter others: files whose values are of interest, such as scenarios and tables.
  public init(worlds: [SourceFile], others: [SourceFile], vocabulary: Vocabulary) {
    let trees = worlds.compactMap { try? YAMLParser.parse($0.bytes, file: $0.path) }
    places = trees.compactMap(Self.place).sorted { $0.id < $1.id }
    var harvest = Harvest(vocabulary: vocabulary)
    for tree in trees { harvest.add(tree) }
    for file in others {
      if let tree = try? YAMLParser.parse(file.bytes, file: file.path) { harvest.add(tree) }
    }
    harvest.addForms()
    values = harvest.found.mapValues { $0.sorted() }
  }

  /// What a key of a certificate means.
  public static func meaning(of key: String) -> String? { CertificateKeys.table.key(key)?.summary }

  public func place(_ id: String) -> Place? { places.first { $0.id == id } }

  private static func place(_ tree: YAMLNode) -> Place? {
    let world = WorldTree(tree)
    guard let id = world.text(at: [WorldKeys.world.key.name]) else { return nil }
    let certificates = world.certificates.map { name in
      Certificate(name: name, keys: entries(world[[WorldKeys.certificates.key.name, name]]))
    }
    let policies = world.keys(at: [WorldKeys.policies.key.name]).map { name in
      (name, world[[WorldKeys.policies.key.name, name, PolicyKeys.pinSets.key.name]] != nil)
    }
    return Place(id: id, certificates: certificates, present: world.texts(at: WorldTree.present), policies: policies)
  }

  private static func entries(_ node: YAMLNode?) -> [Entry] {
    guard case .mapping(let mapping)? = node else { return [] }
    return mapping.entries.map { Entry(key: $0.key.text, value: $0.value.flow) }
  }
}

/// The values of the keys of certificates.
private struct Harvest {
  let vocabulary: Vocabulary
  private(set) var found: [String: Set<String>] = [:]

  init(vocabulary: Vocabulary) { self.vocabulary = vocabulary }

  mutating func add(_ tree: YAMLNode) {
    switch tree {
    case .scalar: break
    case .sequence(let sequence): for item in sequence.items { add(item) }
    case .mapping(let mapping):
      for entry in mapping.entries {
        let path = entry.key.text.split(separator: ".").map(String.init)
        if path.count > 2, path[0] == Stimuli.Root.certificates.rawValue {
          add(path[2], Self.nested(path[3...], entry.value))
        } else if path.count == 1 {
          add(path[0], entry.value)
        }
        add(entry.value)
      }
    }
  }

  /// The ends of what each key takes, each of its words, and each defect.
  mutating func addForms() {
    for key in CertificateKeys.table.keys {
      for value in Self.values(of: key.form) { add("\(key.name): \(value)") }
    }
    for defect in vocabulary.defects { add("\(CertificateDefects.stimulus.name): [\(defect.name)]") }
  }

  private mutating func add(_ text: String) {
    if let tree = try? YAMLParser.parse(Array(text.utf8), file: "") { add(tree) }
  }

  private static func values(of form: ValueSyntax) -> [String] {
    switch form {
    case .flag: ["true", "false"]
    case .integer(let range): [0, 1, 2, 127, 128, 255, 256].filter(range.contains).map(String.init)
    case .words(let words): words
    case .explained(let list): list.words.map(\.word)
    case .either(let forms): forms.flatMap(values)
    case .nullable(let form): values(of: form)
    case .text, .reference, .list, .oneOrList, .map, .table, .uses, .anything: []
    }
  }

  private mutating func add(_ key: String, _ value: YAMLNode) {
    guard CertificateKeys.table.has(key), !value.isNull else { return }
    let text = value.flow
    guard !text.contains("${"), found[key]?.contains(text) != true else { return }
    // References are to the names of some world.
    let reader = NodeReader(vocabulary: vocabulary)
    reader.namesAreUnknown = true
    let entry = YAMLNode.Entry(key: YAMLNode.Scalar(text: key, isPlain: true, position: value.position), value: value)
    let recipe = YAMLNode.mapping(YAMLNode.Mapping(entries: [entry], position: value.position))
    guard CertificateKeys.shape.read(recipe, reader) != nil, reader.errors == 0 else { return }
    found[key, default: []].insert(text)
  }

  private static func nested(_ path: ArraySlice<String>, _ value: YAMLNode) -> YAMLNode {
    guard let key = path.first else { return value }
    let entry = YAMLNode.Entry(
      key: YAMLNode.Scalar(text: key, isPlain: true, position: value.position), value: nested(path.dropFirst(), value))
    return .mapping(YAMLNode.Mapping(entries: [entry], position: value.position))
  }
}
