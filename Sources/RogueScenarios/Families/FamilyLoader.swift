public import RogueModel
internal import RogueYAML

/// Turns the files of `Families` into families, or into what is wrong with them.
public enum FamilyLoader {
  /// - Returns: families by name. Of two files about one family the first counts, and the second is reported.
  public static func load(_ files: [SourceFile]) -> (families: [String: ScenarioFamily], findings: [Finding]) {
    var families: [String: ScenarioFamily] = [:]
    var findings: [Finding] = []
    for file in files {
      let tree: YAMLNode
      do throws(YAMLError) { tree = try YAMLParser.parse(file.bytes, file: file.path) } catch {
        findings.append(Finding(error))
        continue
      }
      let reader = NodeReader(vocabulary: Vocabulary())
      if let entries = FamilyKeys.table.entries(of: tree, reader), let family = family(entries, file) {
        if families[family.name] == nil {
          if reader.errors == 0 { families[family.name] = family }
        } else {
          reader.report(at: entries.position(FamilyKeys.family), "another file is about '\(family.name)' already")
        }
      }
      findings += reader.findings
    }
    return (families, findings)
  }

  private static func family(_ entries: Entries, _ file: SourceFile) -> ScenarioFamily? {
    let name = entries[FamilyKeys.family]
    if let name, !file.isNamed, name != file.stem {
      entries.reader.report(
        at: entries.position(FamilyKeys.family),
        "the family is called '\(name)', its file '\(file.stem)'; both must be the same")
    }
    let (title, fixes) = (entries[FamilyKeys.title], entries[FamilyKeys.fix])
    guard let name, let title, let fixes else { return nil }
    return ScenarioFamily(name: name, title: title, fixes: fixes)
  }
}
