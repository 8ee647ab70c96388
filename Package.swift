// swift-tools-version: 6.2
import PackageDescription

/// A target of ours. Ring numbers are those of docs/architecture.md; the architecture test reads this manifest.
func ours(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies)
}

func tests(of name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  // Golden texts are read from the source tree, not bundled.
  .testTarget(
    name: name + "Tests", dependencies: [.target(name: name)] + dependencies,
    exclude: ["RogueReports", "RoguesGallery", "RogueValidators"].contains(name) ? ["Golden"] : [])
}

let package = Package(
  name: "RoguesGallery",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "RoguesGallery", targets: ["RoguesGallery"]),
    .library(name: "RogueTesting", targets: ["RogueTesting"]),
    .executable(name: "rogues", targets: ["rogues"]),
    .executable(name: "rogues-bench", targets: ["rogues-bench"]),
  ],
  targets: [
    // Ring 0: system libraries.
    .systemLibrary(
      name: "COpenSSL", pkgConfig: "openssl", providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
    .systemLibrary(
      name: "CGnuTLS", pkgConfig: "gnutls", providers: [.apt(["libgnutls28-dev"]), .brew(["gnutls"])]),
    .systemLibrary(
      name: "CLibYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),

    // Ring 1: wrappers, the platform, the model.
    ours("RogueOpenSSL", ["COpenSSL"]),
    ours("RogueGnuTLS", ["CGnuTLS"]),
    ours("RogueYAML", ["CLibYAML"]),
    ours("RoguePlatform"),
    ours("RogueContract"),
    ours("RogueModel", ["RogueContract"]),

    // Ring 2: the protocol, as both ends of a connection speak it.
    ours("RogueTLS", ["RogueModel", "RogueOpenSSL"]),
    // Ring 2: what a scenario can change, and what each stage has to know about it.
    ours("RogueStimuli", ["RogueModel"]),

    // Ring 3: the stages. None of them imports another; they meet in RogueModel.
    ours("RogueScenarios", ["RogueModel", "RogueStimuli", "RogueYAML"]),
    ours("RoguePKI", ["RogueModel", "RogueStimuli", "RogueOpenSSL"]),
    ours("RogueServers", ["RogueModel", "RogueStimuli", "RogueOpenSSL", "RogueTLS", "RogueGnuTLS", "RoguePlatform"]),
    ours("RogueAdapters", ["RogueModel", "RogueOpenSSL", "RogueTLS", "RoguePlatform"]),
    ours("RogueTrust", ["RogueModel", "RogueOpenSSL", "RogueGnuTLS"]),
    ours("RogueVerdicts", ["RogueModel", "RogueStimuli"]),
    ours("RogueReports", ["RogueModel", "RogueStimuli"]),

    // Ring 4: the validators of our own, and the runner, through ports only.
    ours("RogueValidators", ["RogueModel", "RogueTrust"]),
    ours("RogueRunner", ["RogueModel", "RogueStimuli", "RogueVerdicts"]),

    // Ring 5: composition root and public facade.
    ours(
      "RoguesGallery",
      [
        "RogueModel", "RogueStimuli", "RogueYAML", "RogueOpenSSL", "RoguePlatform", "RogueScenarios", "RoguePKI",
        "RogueServers", "RogueAdapters", "RogueTrust", "RogueVerdicts", "RogueReports", "RogueValidators",
        "RogueRunner",
      ]),

    // Ring 6: the door for tests of other packages.
    ours("RogueTesting", ["RogueContract", "RogueModel", "RoguePlatform", "RoguesGallery"]),

    // Ring 6: the command.
    .executableTarget(name: "rogues", dependencies: ["RoguesGallery", "RogueModel", "RoguePlatform"]),

    // Ring 6: the measurements of `make bench`.
    .executableTarget(
      name: "rogues-bench",
      dependencies: [
        "RogueModel", "RogueOpenSSL", "RoguePlatform", "RogueScenarios", "RoguePKI", "RogueServers", "RogueAdapters",
        "RogueReports", "RogueRunner",
      ]),

    // What several test targets use.
    .target(name: "TestSupport", dependencies: ["RogueModel", "RogueScenarios"], path: "Tests/TestSupport"),

    tests(of: "RogueYAML"),
    tests(of: "RogueOpenSSL"),
    tests(of: "RoguePlatform"),
    tests(of: "RogueModel"),
    tests(of: "RogueStimuli", ["RogueModel"]),
    tests(of: "RogueTLS", ["RogueModel", "RogueOpenSSL", "RoguePlatform"]),
    tests(of: "RogueScenarios", ["RogueModel", "RogueStimuli", "RoguePKI", "RogueServers", "TestSupport"]),
    tests(of: "RoguePKI", ["RogueModel", "RogueStimuli", "RogueOpenSSL", "RogueGnuTLS", "RoguePlatform"]),
    tests(
      of: "RogueServers", ["RogueModel", "RogueStimuli", "RogueOpenSSL", "RogueTLS", "RoguePlatform", "TestSupport"]),
    tests(of: "RogueAdapters", ["RogueModel", "RoguePlatform", "rogues"]),
    tests(
      of: "RogueTrust", ["RogueModel", "RogueOpenSSL", "RoguePKI", "RogueScenarios", "RoguePlatform", "TestSupport"]),
    tests(
      of: "RogueValidators",
      [
        "RogueModel", "RogueStimuli", "RogueTrust", "RoguePKI", "RogueScenarios", "RogueServers", "RogueRunner",
        "RogueAdapters",
        "RoguePlatform", "RogueTLS", "TestSupport",
      ]),
    tests(of: "RogueVerdicts", ["RogueModel", "RogueStimuli"]),
    tests(of: "RogueReports", ["RogueModel", "RogueStimuli", "RogueTLS", "TestSupport"]),
    tests(of: "RogueRunner", ["RogueModel", "RogueVerdicts"]),
    tests(of: "RoguesGallery", ["RogueModel", "RoguePlatform", "RogueReports", "rogues", "TestSupport"]),
  ],
  swiftLanguageModes: [.v6]
)

// The parsers' entry points: a test that replays the corpus, or with ROGUES_FUZZ=1 libFuzzer's program (`make fuzz`).
let parsers: [Target.Dependency] = [
  "RogueModel", "RogueOpenSSL", "RogueTLS", "RogueScenarios", "RoguePKI", "RogueServers", "RogueAdapters",
  "RogueTrust", "RogueReports",
]
if Context.environment["ROGUES_FUZZ"] == "1" {
  package.targets.append(
    .executableTarget(
      name: "rogues-fuzz", dependencies: parsers + ["RoguePlatform"], path: "Tests/FuzzTests",
      exclude: ["Replay", "corpus"]))
} else {
  package.targets.append(
    .testTarget(
      name: "FuzzTests", dependencies: parsers + ["TestSupport"], path: "Tests/FuzzTests",
      exclude: ["LibFuzzer.swift", "corpus"]))
}

let interop: Set<String> = ["RogueOpenSSL", "RogueGnuTLS", "RogueYAML", "RoguePlatform"]

for target in package.targets where target.type != .system {
  var settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
  if interop.contains(target.name) {
    settings.append(.strictMemorySafety())
  }
  target.swiftSettings = settings
}
