import RogueModel

extension Knowledge {
  private enum Word: String { case known, otherVersions = "other-versions", unknown }

  var json: JSON {
    switch self {
    case .entry(let entry): entry.json(Word.known.rawValue)
    case .otherVersions(let entry): entry.json(Word.otherVersions.rawValue)
    case .nothing: ["says": .string(Word.unknown.rawValue)]
    }
  }

  init(json: JSON) throws(EventLogMismatch) {
    switch try json.word("says", as: Word.self) {
    case .known: self = .entry(try Reference(json: json))
    case .otherVersions: self = .otherVersions(try Reference(json: json))
    case .unknown: self = .nothing
    }
  }
}

extension Knowledge.Reference {
  fileprivate func json(_ says: String) -> JSON {
    [
      "says": .string(says), "entry": .string(place), "title": .string(title), "kind": .string(kind.rawValue),
    ]
  }

  fileprivate init(json: JSON) throws(EventLogMismatch) {
    self.init(place: try json.text("entry"), title: try json.text("title"), kind: try json.word("kind"))
  }
}
