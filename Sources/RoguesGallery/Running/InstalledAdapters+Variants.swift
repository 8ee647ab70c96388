internal import RogueAdapters
internal import RogueModel
internal import RoguePlatform

/// Versions of a client side by side: `urllib3@1.26,2.0`, `curl@/opt/curl-8/bin/curl`.
extension InstalledAdapters {
  /// The names in an argument: one for each version that it lists.
  func names(in argument: String) -> [String] {
    guard let variants = AdapterVariant.all(in: argument), described(variants[0].adapter) != nil else {
      return [argument]
    }
    return variants.map(\.name)
  }

  func described(_ adapter: String) -> AdapterManifest? { manifests.first { $0.name == adapter } }

  /// The adapter of a version; nil: the name is none of a version.
  ///
  /// Fetches what is missing from the index that has it, into the user's cache.
  func variant(_ name: String) async throws(HarnessFailure) -> Result<any Adapter, AdapterUnavailable>? {
    guard let variant = AdapterVariant.all(in: name)?.first, let manifest = described(variant.adapter) else {
      return nil
    }
    if variant.isProgram { return try program(variant, of: manifest) }
    let environment = try Self.environment(variant, of: manifest)
    let python: String
    do throws(HarnessFailure) {
      if let there = environment.python {
        python = there
      } else {
        try StandardWriters.error("rogues: installing \(environment.package) \(variant.version)\n")
        python = try await environment.install()
      }
    } catch  where error.code == .adapterUnavailable {
      return .failure(AdapterUnavailable(adapter: variant.name, description: error.description))
    }
    return AdapterFactory.adapter(from: manifest.run(by: python, as: variant.name))
  }

  /// Where a version of an adapter's package is, or would be. Throws `usage` if there is no way to have versions.
  static func environment(
    _ variant: AdapterVariant, of manifest: AdapterManifest
  ) throws(HarnessFailure) -> WheelEnvironment {
    guard let versions = manifest.versions else {
      let advice =
        manifest.takesAnotherProgram
        ? "name its program: \(variant.adapter)@/path/to/\(manifest.programs[0].split(separator: "/").last ?? "program")"
        : "run the harness where that version is installed, and compare the event logs with 'rogues diff'"
      throw HarnessFailure(
        .usage,
        "\(variant.name): the description of '\(variant.adapter)' does not say where versions come from; \(advice)")
    }
    guard WheelEnvironment.isVersion(variant.version) else {
      throw HarnessFailure(
        .usage, "\(variant.name): '\(variant.version)' is no version; such as \(variant.adapter)@42 or @42.0.8")
    }
    return WheelEnvironment(package: versions.wheel, version: variant.version, with: versions.with)
  }

  /// The adapter with another program.
  private func program(
    _ variant: AdapterVariant, of manifest: AdapterManifest
  ) throws(HarnessFailure) -> Result<any Adapter, AdapterUnavailable> {
    guard manifest.takesAnotherProgram else {
      throw HarnessFailure(
        .usage,
        "\(variant.name): '\(variant.adapter)' starts a program of its folder, which no other can replace")
    }
    let path: String
    do throws(SystemError) { path = try Files.absolute(variant.version) } catch {
      return .failure(AdapterUnavailable(adapter: variant.name, description: error.description))
    }
    guard Files.isExecutable(path) else {
      return .failure(AdapterUnavailable(adapter: variant.name, description: "\(path) is not an executable program"))
    }
    var manifest = manifest
    manifest.name = variant.name
    manifest.programs = [path]
    return AdapterFactory.adapter(from: manifest)
  }
}

extension AdapterManifest {
  /// Its programs come from outside of its folder.
  var takesAnotherProgram: Bool { !programs.contains { $0.hasPrefix(".") } }
}
