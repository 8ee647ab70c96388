/// The parameters of one use of a defect or behaviour, read by type.
public struct UseParameters: Sendable {
  private let values: [String: NamedUse.ParameterValue]

  public init(_ values: [String: NamedUse.ParameterValue]) { self.values = values }

  public func integer(_ name: String, default value: Int64) throws(HarnessFailure) -> Int64 {
    switch values[name] {
    case nil: return value
    case .integer(let given): return given
    default: throw HarnessFailure(.badData, "the parameter \(name) must be a whole number")
    }
  }

  public func text(_ name: String, default value: String) throws(HarnessFailure) -> String {
    switch values[name] {
    case nil: return value
    case .text(let given): return given
    default: throw HarnessFailure(.badData, "the parameter \(name) must be text")
    }
  }

  public func flag(_ name: String, default value: Bool) throws(HarnessFailure) -> Bool {
    switch values[name] {
    case nil: return value
    case .flag(let given): return given
    default: throw HarnessFailure(.badData, "the parameter \(name) must be true or false")
    }
  }

  /// One of the words of a closed list.
  public func word<Word: RawRepresentable<String> & CaseIterable>(
    _ name: String, default value: Word
  ) throws(HarnessFailure) -> Word {
    let text = try text(name, default: value.rawValue)
    guard let word = Word(rawValue: text) else {
      let known = Word.allCases.map(\.rawValue)
      throw HarnessFailure(
        .badData, "the parameter \(name) cannot be '\(text)'; it is one of \(known.joined(separator: ", "))",
        underlying: NearMiss.question(for: text, among: known))
    }
    return word
  }
}

/// A parameter with a closed list of words, declared once for the descriptor and for the code that reads it.
public struct WordParameter<Word: RawRepresentable<String> & CaseIterable & Sendable>: Sendable {
  /// As it is described.
  public let declared: NamedDescriptor.Parameter
  fileprivate let usual: Word

  /// - Parameter usual: the word if a use does not give one.
  public init(
    _ name: String, default usual: Word, _ summary: String, isRequired: Bool = false, keywords: [String: [String]] = [:]
  ) {
    self.usual = usual
    declared = NamedDescriptor.Parameter(
      name: name, kind: .text, summary: summary, isRequired: isRequired, choices: Word.allCases.map(\.rawValue),
      keywords: keywords)
  }
}

extension UseParameters {
  public func word<Word>(_ parameter: WordParameter<Word>) throws(HarnessFailure) -> Word {
    try word(parameter.declared.name, default: parameter.usual)
  }
}
