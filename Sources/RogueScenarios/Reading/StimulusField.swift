internal import RogueStimuli
internal import RogueYAML

/// A field of a mapping whose name and meaning are declared where the stages can see them.
protocol ReadableField<Value> {
  associatedtype Value
  var key: Key { get }
  var shape: ValueParser<Value> { get }
}

/// A field that a mutation can end with.
protocol FaultField<Owner>: Sendable {
  associatedtype Owner
  var key: Key { get }
}

/// How the value of a stimulus is written and read.
///
/// The tables of what mutations may touch are made of these alone (`Table.init(_:subject:_:stimuli:)`): a key without
/// a stimulus, and so without evidence, does not fit in.
struct StimulusField<Owner: Sendable, Value>: ReadableField, FaultField {
  let key: Key
  let shape: ValueParser<Value>

  init(_ stimulus: Stimulus<Owner>, _ shape: ValueParser<Value>) {
    key = Key(stimulus.part, shape.form)
    self.shape = shape
  }
}

extension Field {
  /// Below a stimulus: the evidence is that of the key above.
  init<Owner>(_ part: Part<Owner>, _ shape: ValueParser<Value>) {
    self.init(part.name, shape, required: part.isRequired, part.summary)
  }
}

/// A part together with what it sets. Where it is not given, the owner stays as it is.
struct PartField<Owner>: Sendable {
  let key: Key
  fileprivate let set: @Sendable (inout Owner, Entries) -> Void

  init<Value>(
    _ part: Part<Owner>, _ shape: ValueParser<Value>, _ property: any WritableKeyPath<Owner, Value> & Sendable
  ) {
    let field = Field(part, shape)
    key = field.key
    set = { owner, entries in
      if let value = entries[field] { owner[keyPath: property] = value }
    }
  }

  init<Value>(
    _ part: Part<Owner>, _ shape: ValueParser<Value>, _ property: any WritableKeyPath<Owner, Value?> & Sendable
  ) {
    let field = Field(part, shape)
    key = field.key
    set = { owner, entries in
      if let value = entries[field] { owner[keyPath: property] = value }
    }
  }
}

extension Entries {
  /// Reports those of the keys given whose value would not be used.
  func reportUnused(_ reason: String, where isUnused: (String) -> Bool) {
    for entry in mapping.entries where isUnused(entry.key.text) {
      reader.report(
        at: entry.key.position, "'\(entry.key.text)' has no meaning \(reason)", help: "leave one of them out")
    }
  }

  /// An honest owner, with the parts that are given.
  func changing<Owner>(_ owner: Owner, by parts: [PartField<Owner>]) -> Owner {
    var owner = owner
    for part in parts where has(part.key.name) { part.set(&owner, self) }
    return owner
  }
}

extension Key {
  fileprivate init<Owner>(_ part: Part<Owner>, _ form: ValueSyntax) {
    self.init(name: part.name, summary: part.summary, isRequired: part.isRequired, form: form)
  }
}

extension Table {
  /// The keys of something that mutations touch.
  init<Owner>(_ name: String, subject: String, _ summary: String, stimuli: [any FaultField<Owner>]) {
    self.init(name, subject: subject, summary, stimuli.map(\.key))
  }
}
