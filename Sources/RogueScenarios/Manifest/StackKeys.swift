public import RogueModel
internal import RogueYAML

/// The keys of a file in `Adapters/stacks`.
enum StackKeys {
  static let stack = Field("stack", .name, required: true, "the name of its file")
  static let summary = Field("summary", .line, required: true, "one line: which library or module it is")

  static let table = Table(
    "stack", subject: "a stack", "A TLS library, with the fields and limits that all of its clients share.",
    [stack.key, summary.key, ManifestKeys.declined.key, ManifestKeys.applies.key, ManifestKeys.fixed.key])
}

/// How an adapter knows the version of a stack.
enum StackProbeKeys {
  static let after = Field(
    "after", .anyText(),
    "the version is the word after the first occurrence of this text in the output of 'version'")
  static let version = Field("is", .line, "the version, where the program does not print it")
  static let versions = Field("in", .versions, "the client's versions of which 'is' holds")

  static let table = Table(
    "stack-version", subject: "the version of a stack", "How the version of a stack is known.",
    [after.key, version.key, versions.key])

  static let shape = ValueParser<Stack.Probe>.table(table) { entries in
    let (after, version, versions) = (entries[after], entries[version], entries[versions])
    switch (after, version, versions) {
    case (let after?, nil, nil): return .after(after)
    case (nil, let version?, let versions?): return .known(version, in: versions)
    default:
      entries.reader.report(
        at: entries.mapping.position, "the version of a stack is known by 'after', or by 'is' and 'in' together")
      return nil
    }
  }
}

/// Turns the files of `Adapters/stacks` into stacks, or into what is wrong with them.
public enum StackLoader {
  public static func load(_ files: [SourceFile]) -> (stacks: [Stack], findings: [Finding]) {
    let (stacks, findings) = StackKeys.table.read(files, stack)
    return (stacks, findings)
  }

  private static func stack(_ entries: Entries, _ file: SourceFile) -> Stack? {
    let name = entries[StackKeys.stack]
    if let name, !file.isNamed, name != file.stem {
      entries.reader.report(
        at: entries.position(StackKeys.stack),
        "the stack is called '\(name)', its file '\(file.stem)'; both must be the same")
    }
    let declined = (entries[ManifestKeys.declined] ?? []).map { (Capability($0.text), $1) }
    let configuration = ConfigurationCheck(entries).configuration
    guard let name, let summary = entries[StackKeys.summary] else { return nil }
    return Stack(
      name: name, summary: summary, declined: Dictionary(declined) { first, _ in first },
      configuration: configuration ?? AdapterConfiguration(applied: [:], fixed: [:]))
  }
}
