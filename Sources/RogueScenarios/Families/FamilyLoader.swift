public import RogueModel

/// Turns files `Scenarios/FAMILY/family.yaml` into families, or into what is wrong with them.
public enum FamilyLoader {
  /// - Returns: families by name. Of two files about one family the first counts, and the second is reported.
  public static func load(_ files: [SourceFile]) -> (families: [String: ScenarioFamily], findings: [Finding]) {
    var names: Set<String> = []
    let (families, findings) = FamilyKeys.table.read(files) { entries, file in
      let family = Self.family(entries, file)
      if let family, !names.insert(family.name).inserted {
        entries.reader.report(at: entries.position(FamilyKeys.family), "another file is about '\(family.name)' already")
      }
      return family
    }
    return (Dictionary(uniqueKeysWithValues: families.map { ($0.name, $0) }), findings)
  }

  private static func family(_ entries: Entries, _ file: SourceFile) -> ScenarioFamily? {
    let name = entries[FamilyKeys.family]
    if let name, !file.isNamed, name != file.folderName {
      entries.reader.report(
        at: entries.position(FamilyKeys.family),
        "the family is called '\(name)', its folder '\(file.folderName)'; both must be the same")
    }
    let (title, fixes) = (entries[FamilyKeys.title], entries[FamilyKeys.fix])
    guard let name, let title, let fixes else { return nil }
    return ScenarioFamily(name: name, title: title, fixes: fixes)
  }
}
