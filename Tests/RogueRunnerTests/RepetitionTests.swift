import RogueModel
import RogueRunner
import Testing

/// The lines that ask for a case again, word by word; `AgainTests` runs those of a real run.
struct RepetitionTests {
  private func item(file: String = "sample.yaml", keys: [KeyType] = [.p256], key: KeyType = .p256) -> Case {
    var scenario = Sample.scenario("trust/unknown-ca", rogue: true)
    scenario.location.file = file
    scenario.axes.keys = keys
    return Case(scenario: scenario, axes: AxisValues(tls: .tls13, policy: "anchor", key: key))
  }

  @Test func `a case of the catalogue is named by its id`() {
    #expect(
      Repetition().command(adapter: "curl", item: item(), seed: "s33d")
        == "rogues run --adapter curl --seed s33d 'trust/unknown-ca[tls=1.3,policy=anchor]'")
  }

  @Test func `where there are several keys, the usual one is named as well`() {
    let usual = Repetition().command(adapter: "curl", item: item(keys: [.p256, .rsa2048]), seed: "s")
    #expect(usual.hasSuffix(" 'trust/unknown-ca[tls=1.3,policy=anchor,key=p256]'"))
    let other = Repetition().command(adapter: "curl", item: item(keys: [.p256, .rsa2048], key: .rsa2048), seed: "s")
    #expect(other.hasSuffix(" 'trust/unknown-ca[tls=1.3,policy=anchor,key=rsa2048]'"))
  }

  @Test func `a catalogue named by a path is repeated by that path`() {
    let repetition = Repetition(
      program: "bin/rogues", flags: ["--at", "2026-11-20T12:00:00Z", "--catalogue", "my tests"],
      adapters: ["client": "./client"], files: ["it's mine.yaml"])
    #expect(
      repetition.command(adapter: "client", item: item(file: "it's mine.yaml"), seed: "-x")
        == "bin/rogues run --adapter ./client --seed=-x --at 2026-11-20T12:00:00Z --catalogue 'my tests' "
        + #"--axes tls=1.3,policy=anchor 'it'\''s mine.yaml'"#)
    #expect(
      repetition.command(adapter: "curl", item: item(), seed: "s")
        .hasSuffix(
          "--adapter curl --seed s --at 2026-11-20T12:00:00Z --catalogue 'my tests' 'trust/unknown-ca[tls=1.3,policy=anchor]'"
        ))
  }
}

extension Repetition {
  fileprivate func command(adapter: String, item: Case, seed: String) -> String {
    command(
      adapter: adapter, scenario: item.scenario.id, axes: item.axes, isAmongKeys: item.scenario.axes.keys.count > 1,
      file: item.scenario.location.file, seed: seed)
  }
}
