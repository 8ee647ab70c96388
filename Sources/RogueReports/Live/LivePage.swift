package import RogueModel

/// What a page shows while something is under way: the rogues of a session, or the cases of a run.
package struct LivePage: Sendable, Hashable {
  /// The heading.
  package var title: String
  /// How things stand, in a sentence.
  package var state: String
  package var facts: [Fact] = []
  /// Where the rogue is that is open.
  package var link: String?
  package var buttons: [Button] = []
  package var lists: [List] = []
  package var guides: [Guide] = []

  package init(title: String, state: String) {
    self.title = title
    self.state = state
  }

  package struct Fact: Sendable, Hashable {
    package var label: String
    package var value: String

    package init(_ label: String, _ value: String) {
      self.label = label
      self.value = value
    }
  }

  /// Does what a key does.
  package struct Button: Sendable, Hashable {
    /// The path to which it is sent.
    package var action: String
    package var label: String
    /// The field `number`; nil: there is none.
    package var number: Int?

    package init(_ action: String, _ label: String, number: Int? = nil) {
      self.action = action
      self.label = label
      self.number = number
    }
  }

  package struct List: Sendable, Hashable {
    package var name: String
    package var rows: [Row]
    /// What stands there if there are no rows.
    package var empty: String

    package init(_ name: String, _ rows: [Row], empty: String) {
      self.name = name
      self.rows = rows
      self.empty = empty
    }
  }

  /// A scenario, or one of its cases.
  package struct Row: Sendable, Hashable {
    package var look: Look
    package var title: String
    /// Below the title.
    package var id: String
    package var level: Level?
    package var severity: Severity?
    /// What came of it.
    package var words: String
    package var link: String?
    package var button: Button?
    /// It is the one that is under way.
    package var isCurrent = false

    package init(_ look: Look, title: String, id: String, words: String) {
      self.look = look
      self.title = title
      self.id = id
      self.words = words
    }
  }

  /// A sign beside words that say the same.
  package struct Look: Sendable, Hashable {
    var letter: String
    /// A class of the style sheet.
    var code: String

    /// Of a verdict, as reports show it.
    package init(_ verdict: Verdict, _ level: Level) {
      let look = CellLook(verdict, level)
      (letter, code) = (look.letter, look.code)
    }

    private init(letter: String, code: String) {
      self.letter = letter
      self.code = code
    }

    /// Half of what a pass needs was seen.
    package static let partial = Look(letter: CellLook.partial.letter, code: CellLook.partial.code)
    package static let doubtful = Look(letter: "?", code: "y")
    package static let none = Look(letter: "·", code: "u")
  }

  /// What to do on a device.
  package struct Guide: Sendable, Hashable {
    package var name: String
    /// Paragraphs, as Markdown.
    package var steps: [String]
    package var files: [File]

    package init(_ name: String, _ steps: [String], _ files: [File] = []) {
      self.name = name
      self.steps = steps
      self.files = files
    }
  }

  package struct File: Sendable, Hashable {
    /// The last part of its path.
    package var name: String
    package var type: String
    package var bytes: [UInt8]
    /// It is text that people copy.
    package var isShown: Bool

    package init(_ name: String, _ type: String, _ bytes: [UInt8], isShown: Bool = false) {
      self.name = name
      self.type = type
      self.bytes = bytes
      self.isShown = isShown
    }
  }

  /// Whether one of its buttons asks for this.
  package func takes(_ action: String, _ number: Int?) -> Bool {
    (buttons + lists.flatMap { $0.rows.compactMap(\.button) }).contains { $0.action == action && $0.number == number }
  }

  /// The files that the page links to, and no others.
  package func file(_ name: String) -> File? { guides.lazy.flatMap(\.files).first { $0.name == name } }
}
