public import RogueModel
internal import RogueYAML

/// Turns files `Scenarios/profiles/NAME.yaml` into profiles, or into what is wrong with them.
public enum ProfileLoader {
  public static func load(_ files: [SourceFile]) -> (profiles: [Profile], findings: [Finding]) {
    var owners: [String: String] = [:]
    let (profiles, findings) = ProfileKeys.table.read(files) { entries, file in
      let profile = Self.profile(entries, file)
      if let profile, let owner = owners.updateValue(file.path, forKey: profile.name) {
        entries.reader.report(
          at: entries.mapping.position, "the profile '\(profile.name)' is already in \(owner)")
      }
      return profile
    }
    return (profiles, findings)
  }

  /// The errors of profiles, their patterns included.
  ///
  /// - Parameters:
  ///   - scenarios: all that there are.
  ///   - tables: all decision tables that can be read.
  public static func findings(
    in files: [SourceFile], over scenarios: [Scenario], tables: [LoadedTable]
  ) -> [Finding] {
    let (profiles, findings) = load(files)
    return findings
      + profiles.flatMap { profile in
        var (chosen, wrong) = profile.choose(scenarios)
        for text in profile.tables {
          do throws(Finding) { _ = try TablePattern.all(text, among: tables) } catch { wrong.append(error) }
        }
        let unfit = profile.controls.flatMap { control in
          Selection.select(chosen, patterns: control.scenarios, tags: []).findings.map { finding in
            var finding = finding
            finding.message = "the control \(control.id): \(finding.message)"
            return finding
          }
        }
        for word in profile.requires ?? []
        where !Capability.known.contains(where: { ProfileRequirement.fits(word, $0) }) {
          wrong.append(
            Finding(
              at: profile.location, "there is no capability '\(word)'",
              help: NearMiss.question(for: word, among: Capability.known.map(\.rawValue))))
        }
        return (wrong + unfit).map { finding in
          var finding = finding
          finding.location = profile.location
          return finding
        }
      }
  }

  private static func profile(_ entries: Entries, _ file: SourceFile) -> Profile? {
    let name = entries[ProfileKeys.profile]
    if let name, name != file.stem {
      entries.reader.report(
        at: entries.position(ProfileKeys.profile),
        "the profile is called '\(name)', its file '\(file.stem)'; both must be the same")
    }
    let (title, text) = (entries[ProfileKeys.title], entries[ProfileKeys.text])
    let profile = (
      scenarios: entries[ProfileKeys.scenarios] ?? [], tags: entries[ProfileKeys.tags] ?? [],
      level: entries[ProfileKeys.level], severity: entries[ProfileKeys.severity],
      controls: entries[ProfileKeys.controls] ?? [], requires: entries[ProfileKeys.requires]
    )
    guard let name, let title, let text else { return nil }
    return Profile(
      name: name, title: title, text: text, scenarios: profile.scenarios, tables: entries[ProfileKeys.tables] ?? [],
      misses: entries[ProfileKeys.misses], tags: profile.tags, level: profile.level,
      severity: profile.severity, controls: profile.controls, requires: profile.requires,
      location: SourceLocation(entries.position(ProfileKeys.profile)))
  }
}
