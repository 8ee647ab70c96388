internal import RogueExplorer
internal import RogueModel
internal import RoguePKI
internal import RoguePlatform
internal import RogueReports
internal import RogueScenarios

extension Gallery {
  /// Searches for chains about which validators disagree.
  public static func explore(_ request: ExploreRequest, terminal: TerminalOptions) async -> ExitStatus {
    do throws(HarnessFailure) {
      let catalogues = try Catalogues.find(explicit: request.catalogues)
      let installed = try InstalledAdapters(catalogues)
      let opened = try await installed.panel(request)
      for missing in opened.missing { try StandardWriters.error("rogues: \(missing.name): not here: \(missing.why)\n") }
      guard opened.missing.isEmpty else { return .adapterUnavailable }
      let run = try ExplorationRun(request, catalogues, opened.adapters, terminal)
      let result = await Self.caught { () throws(HarnessFailure) in try await run.search() }
      for adapter in opened.adapters { await adapter.close() }
      return try result.get()
    } catch {
      return report(error)
    }
  }

  private static func caught<Value>(
    _ body: () async throws(HarnessFailure) -> Value
  ) async -> Result<Value, HarnessFailure> {
    do throws(HarnessFailure) { return .success(try await body()) } catch { return .failure(error) }
  }
}

extension InstalledAdapters {
  /// The members of a panel: the reference, and those that are named; without names, every validator of this machine that
  /// judges certificates alone.
  fileprivate func panel(_ request: ExploreRequest) async throws(HarnessFailure) -> Opened {
    let named = request.adapters.filter { $0 != "reference" }
    if !named.isEmpty { return try await self.named(["reference"] + named) }
    var opened = try await self.named(
      ["reference"] + manifests.filter(\.isOffline).map(\.name))
    // Who named nobody has asked for what there is.
    opened.missing = []
    guard opened.adapters.count > 1 else {
      throw HarnessFailure(
        .adapterUnavailable,
        "no validator is here that judges certificates alone; name others by --adapter, or install openssl")
    }
    return opened
  }
}
