import RogueModel
import TestSupport
import Testing

/// The search from the command line.
@Suite(.timeLimit(.minutes(20))) struct ExploreTests {
  private static func finds(_ place: TemporaryWorkplace) throws -> [String] {
    let state = try JSON(parsing: place.text("found/explore.json"))
    return try #require(state["finds"]?.array).map(\.line)
  }

  @Test func `a validator that accepts everything differs from the reference, and its finds are scenarios`()
    async throws
  {
    let place = try TemporaryWorkplace()
    let folder = place.path("found")
    let search = ["explore", "trust/*", "time/*", "-a", "accept-all", "--folder", folder]
    let ending = try await place.run(search + ["--cases", "1200"])
    #expect(ending.status == 0, "\(ending.error)")
    #expect(ending.output.contains("answers in the order reference, accept-all"))
    let finds = try Self.finds(place)
    #expect(!finds.isEmpty && ending.output.contains("\(finds.count) finds in "))
    let lint = try await place.run(["lint", "--catalogue", folder])
    #expect(lint.status == 0 && !lint.output.contains("error"), "\(lint.output)\(lint.error)")
    // Live, the same validator does the same, and the reference agrees with the expectation.
    let run = try await place.run([
      "run", "-a", "accept-all", "-a", "reference", "--catalogue", folder, "found/*", "--axes", "tls=1.3", "--log",
      place.path("log"),
    ])
    let log = place.text("log")
    #expect(run.status == 0, "\(run.output)")
    #expect(log.contains("\"false-accept\"") && !log.contains("\"false-cancel\"") && !log.contains("\"error\""))
    // The same search goes on, and finds nothing twice.
    let more = try await place.run(search + ["--cases", "1600"])
    #expect(more.status == 0, "\(more.error)")
    let later = try Self.finds(place)
    #expect(Array(later.prefix(finds.count)) == finds)
    let other = try await place.run(["explore", "-a", "cancel-all", "--cases", "10", "--folder", folder])
    #expect(
      other.status == 65 && other.error.contains("is of a search with seed 1 and the panel reference, accept-all"))
  }

  @Test func `a search without an end, or without a chain, says so`() async throws {
    let place = try TemporaryWorkplace()
    let endless = try await place.run(["explore"])
    #expect(endless.status == 64 && endless.error.contains("such as: --minutes 10, or --cases 5000"))
    let folder = place.path("found")
    let none = try await place.run(
      ["explore", "session/ticket-after-lifetime", "-a", "accept-all", "--cases", "10", "--folder", folder])
    #expect(
      none.status == 4 && none.error.contains("no scenario that was chosen shows its fault in what a server presents"))
    _ = try place.write("{}", to: "found/explore.json")
    let broken = try await place.run(["explore", "trust/*", "-a", "accept-all", "--cases", "10", "--folder", folder])
    #expect(broken.status == 65 && broken.error.contains("is not the state of a search"))
  }
}
