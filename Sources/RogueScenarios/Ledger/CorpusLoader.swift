public import RogueModel

/// The keys of a file `Findings/corpora/NAME.yaml`.
enum CorpusKeys {
  static let corpus = Field("corpus", .name, required: true, "the name of its file, and of the corpus")
  static let title = Field("title", .line, required: true, "one line: which corpus it is, and of when")
  static let explained = Field(
    "explained", ValueParser<[CorpusExplanation]>.list(of: CorpusEntryKeys.shape, "explanations"), required: true,
    "why validators and the corpus disagree")

  static let table = Table(
    "corpus", subject: "a foreign corpus", "A foreign corpus, and why validators disagree with it.",
    [corpus.key, title.key, explained.key])
}

/// The keys of one explanation.
enum CorpusEntryKeys {
  enum Answer: String, CaseIterable { case accepts, refuses }

  static let title = Field("title", .line, required: true, "one line: the difference")
  static let kind = Field(
    "kind", ValueParser<CorpusExplanation.Kind>.word, required: true, "the cause of the difference")
  static let answer = Field(
    "answer", ValueParser<Answer>.word, required: true, "what the validators do against the corpus")
  static let cases = Field(
    "cases", ValueParser<[String]>.list(of: ValueParser<String>.text("an id of the corpus"), minimum: 1, "ids"),
    required: true,
    "ids of the corpus, in which '*' is any text")
  static let validators = Field(
    "validators",
    ValueParser<[String]>.list(of: ValueParser<String>.text("the name of an adapter"), minimum: 1, "names"),
    "the validators that it is about (default: all)")
  static let text = Field("text", .prose, required: true, "the reason, with what the standard says")
  static let references = Field(
    "references", ValueParser<[String]>.list(of: ValueParser<String>.text("a reference"), minimum: 1, "references"),
    required: true,
    "sections of standards")

  static let table = Table(
    "corpus-explanation", subject: "an explanation", "Why validators disagree with some cases of a corpus.",
    [title.key, kind.key, answer.key, cases.key, validators.key, text.key, references.key])

  static let shape = ValueParser<CorpusExplanation>.table(table) { entries in
    let (title, kind, answer, cases) = (entries[title], entries[kind], entries[answer], entries[cases])
    let (validators, text, references) = (entries[validators], entries[text], entries[references])
    guard let title, let kind, let answer, let cases, let text, let references else { return nil }
    return CorpusExplanation(
      title: title, kind: kind, accepts: answer == .accepts, cases: cases, validators: validators.map(Set.init),
      text: text, references: references)
  }
}

/// Reads the explanations of corpora.
public enum CorpusLoader {
  public static func load(
    _ files: [SourceFile]
  ) -> (explanations: [String: [CorpusExplanation]], findings: [Finding]) {
    let (read, findings) = CorpusKeys.table.read(files) { entries, file -> (String, [CorpusExplanation])? in
      let (name, _, explained) = (entries[CorpusKeys.corpus], entries[CorpusKeys.title], entries[CorpusKeys.explained])
      if let name, !file.isNamed, name != file.stem {
        entries.reader.report(
          at: entries.position(CorpusKeys.corpus),
          "the corpus is called '\(name)', its file '\(file.stem)'; both must be the same")
      }
      guard let name, let explained else { return nil }
      return (name, explained)
    }
    return (Dictionary(read, uniquingKeysWith: +), findings)
  }
}
