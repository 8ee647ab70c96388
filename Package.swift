// swift-tools-version: 6.2
import PackageDescription

/// A target of ours. Ring numbers are those of docs/explanation/architecture.md; the architecture test reads this manifest.
func ours(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies)
}

func tests(of name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  // Golden texts are read from the source tree, not bundled.
  .testTarget(
    name: name + "Tests", dependencies: [.target(name: name)] + dependencies,
    exclude: ["RogueReports", "RoguesGallery", "RogueValidators"].contains(name) ? ["Golden"] : [],
    // Little time passes in the code of tests, and to optimise it would take a third of their build. The table of all facts has
    // millions of cells.
    swiftSettings: name == "RogueVerdicts" ? [] : [.unsafeFlags(["-Onone"], .when(configuration: .release))])
}

let package = Package(
  name: "RoguesGallery",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "RoguesGallery", targets: ["RoguesGallery"]),
    .library(name: "RogueTesting", targets: ["RogueTesting"]),
    .executable(name: "rogues", targets: ["rogues"]),
    .executable(name: "rogues-lab", targets: ["rogues-lab"]),
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
    // In C: only a constructor of the C library's is handed the arguments.
    .target(name: "CArguments"),
    ours("RoguePlatform", ["CArguments"]),
    ours("RogueContract"),
    ours("RogueModel", ["RogueContract"]),

    // Ring 2: the protocol, as both ends of a connection speak it.
    ours("RogueTLS", ["RogueModel", "RogueOpenSSL"]),
    // Ring 2: what a scenario can change, and what each stage has to know about it.
    ours("RogueStimuli", ["RogueModel"]),
    // Ring 2: what a right validator decides, computed from tables.
    ours("RogueDecisions", ["RogueModel"]),

    // Ring 3: the engines, which speak TLS to a client, right or wrong; neither sockets nor HTTP.
    ours("RogueEngines", ["RogueModel", "RogueStimuli", "RogueOpenSSL", "RogueTLS", "RogueGnuTLS"]),

    // Ring 4: the stages. None of them imports another; they meet in RogueModel.
    ours("RogueScenarios", ["RogueModel", "RogueStimuli", "RogueYAML", "RogueDecisions"]),
    ours("RoguePKI", ["RogueModel", "RogueStimuli", "RogueOpenSSL"]),
    ours("RogueServers", ["RogueModel", "RogueStimuli", "RogueOpenSSL", "RogueTLS", "RogueEngines", "RoguePlatform"]),
    ours("RogueAdapters", ["RogueModel", "RogueOpenSSL", "RogueTLS", "RoguePlatform"]),
    ours("RogueTrust", ["RogueModel", "RogueOpenSSL"]),
    ours("RogueVerdicts", ["RogueModel", "RogueStimuli"]),
    ours("RogueReports", ["RogueModel", "RogueStimuli", "RogueDecisions"]),
    ours("RogueCorpora", ["RogueModel"]),

    // Ring 5: the validators of our own, and the runner, through ports only.
    ours("RogueValidators", ["RogueModel", "RogueTrust"]),
    ours("RogueRunner", ["RogueModel", "RogueStimuli", "RogueVerdicts"]),
    ours("RogueExplorer", ["RogueModel", "RogueScenarios"]),

    // Ring 6: composition root and public facade.
    ours(
      "RoguesGallery",
      [
        "RogueModel", "RogueStimuli", "RogueDecisions", "RogueYAML", "RogueOpenSSL", "RoguePlatform", "RogueScenarios",
        "RoguePKI", "RogueEngines", "RogueServers", "RogueAdapters", "RogueTrust", "RogueVerdicts", "RogueReports",
        "RogueValidators", "RogueRunner", "RogueCorpora", "RogueExplorer",
      ]),

    // Ring 7: the door for tests of other packages.
    ours("RogueTesting", ["RogueContract", "RogueModel", "RoguePlatform", "RoguesGallery"]),

    // Ring 7: the command.
    .executableTarget(name: "rogues", dependencies: ["RoguesGallery", "RogueModel", "RoguePlatform"]),

    // Ring 7: wrong validators and clients, what measures the catalogue by them, and its command. Not in the product.
    ours(
      "RogueLab",
      [
        "RogueModel", "RogueStimuli", "RogueDecisions", "RogueOpenSSL", "RogueTLS", "RoguePlatform", "RoguePKI",
        "RogueServers", "RogueAdapters", "RogueTrust", "RogueReports", "RogueValidators", "RogueRunner",
        "RoguesGallery",
      ]),
    .executableTarget(
      name: "rogues-lab", dependencies: ["RogueLab", "RogueModel", "RoguePlatform", "RoguesGallery"]),

    // Ring 7: the measurements of `make bench`, and what they are compared with.
    .target(name: "BareFloors", dependencies: ["COpenSSL"], path: "Benchmarks/BareFloors"),
    .executableTarget(
      name: "rogues-bench",
      dependencies: [
        "BareFloors",
        "RogueModel", "RogueStimuli", "RogueOpenSSL", "RoguePlatform", "RogueScenarios", "RoguePKI", "RogueEngines",
        "RogueServers",
        "RogueAdapters", "RogueReports", "RogueRunner",
      ], path: "Benchmarks/rogues-bench"),

    // What several test targets use.
    .target(
      name: "TestSupport", dependencies: ["RogueModel", "RoguePKI", "RoguePlatform", "RogueScenarios"],
      path: "Tests/TestSupport"),
    // GnuTLS's opinion of certificates, CRLs and OCSP responses.
    .target(name: "GnuTLSPKI", dependencies: ["CGnuTLS", "RogueGnuTLS"], path: "Tests/GnuTLSPKI"),
    // What the tests of engines and of servers use: a server that is up, and clients.
    .target(
      name: "ServerTestSupport", dependencies: ["RogueModel", "RogueOpenSSL", "RoguePlatform", "RogueServers"],
      path: "Tests/ServerTestSupport"),

    tests(of: "RogueYAML"),
    tests(of: "RogueOpenSSL"),
    tests(of: "RogueGnuTLS", ["GnuTLSPKI", "RogueOpenSSL", "RoguePlatform"]),
    tests(of: "RoguePlatform"),
    tests(of: "RogueModel"),
    tests(of: "RogueStimuli", ["RogueModel"]),
    tests(of: "RogueTLS", ["RogueModel", "RogueOpenSSL", "RoguePlatform"]),
    tests(of: "RogueDecisions", ["RogueModel"]),
    tests(of: "RogueCorpora", ["RogueModel"]),
    tests(of: "RogueExplorer", ["RogueModel", "RogueScenarios"]),
    tests(
      of: "RogueScenarios",
      ["RogueDecisions", "RogueModel", "RogueStimuli", "RoguePKI", "RogueEngines", "TestSupport"]),
    tests(
      of: "RoguePKI",
      ["RogueModel", "RogueStimuli", "RogueOpenSSL", "RogueGnuTLS", "GnuTLSPKI", "RoguePlatform"]),
    tests(
      of: "RogueEngines",
      [
        "RogueModel", "RogueStimuli", "RogueOpenSSL", "RogueTLS", "RogueServers", "RoguePlatform", "TestSupport",
        "ServerTestSupport",
      ]),
    tests(
      of: "RogueServers",
      [
        "RogueModel", "RogueStimuli", "RogueOpenSSL", "RogueTLS", "RogueEngines", "RoguePlatform", "TestSupport",
        "ServerTestSupport",
      ]),
    tests(of: "RogueAdapters", ["RogueLab", "RogueModel", "RoguePlatform", "rogues"]),
    tests(
      of: "RogueTrust",
      [
        "RogueModel", "RogueStimuli", "RogueOpenSSL", "RogueGnuTLS", "GnuTLSPKI", "RoguePKI", "RogueScenarios",
        "RogueDecisions", "RogueEngines", "RoguePlatform", "TestSupport",
      ]),
    tests(
      of: "RogueValidators",
      [
        "RogueModel", "RogueStimuli", "RogueTrust", "RoguePKI", "RogueScenarios", "RogueEngines", "RogueServers",
        "RogueRunner", "RogueAdapters", "RoguePlatform", "RogueTLS", "RogueDecisions", "RogueLab", "TestSupport",
      ]),
    tests(of: "RogueVerdicts", ["RogueModel", "RogueStimuli"]),
    tests(of: "RogueReports", ["RogueDecisions", "RogueLab", "RogueModel", "RogueStimuli", "RogueTLS", "TestSupport"]),
    tests(of: "RogueRunner", ["RogueModel", "RogueStimuli", "RogueVerdicts"]),
    tests(
      of: "RoguesGallery",
      [
        "RogueLab", "RogueModel", "RogueEngines", "RoguePlatform", "RogueReports", "RogueYAML", "rogues", "rogues-lab",
        "TestSupport",
      ]),
  ],
  swiftLanguageModes: [.v6]
)

// The parsers' entry points: a test that replays the corpus, or with ROGUES_FUZZ=1 libFuzzer's program (`make fuzz`).
let parsers: [Target.Dependency] = [
  "RogueModel", "RogueStimuli", "RogueOpenSSL", "RogueGnuTLS", "RogueTLS", "RogueScenarios", "RoguePKI", "RogueEngines",
  "RogueServers", "RogueAdapters", "RogueTrust", "RogueReports", "RoguesGallery", "RogueCorpora", "RogueExplorer",
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

let interop: Set<String> = ["RogueOpenSSL", "RogueGnuTLS", "RogueYAML", "RoguePlatform", "GnuTLSPKI", "BareFloors"]

// The tests that `make sanitize` runs, by sanitizer. Builds with one are dear, so no others are built.
let sanitized: [String: Set<String>] = [
  "thread": [
    "RoguePlatformTests", "RogueEnginesTests", "RogueServersTests", "RogueAdaptersTests", "RogueRunnerTests",
  ],
  "address": [
    "RogueYAMLTests", "RogueOpenSSLTests", "RogueGnuTLSTests", "RogueTLSTests", "RogueEnginesTests",
    "RogueServersTests",
  ],
]
// Those that build in a minute: CI runs them every time (ROGUES_SANITIZE_SMOKE=1).
let smoke: Set<String> = [
  "RogueYAMLTests", "RogueOpenSSLTests", "RogueGnuTLSTests", "RogueTLSTests", "RoguePlatformTests", "RogueRunnerTests",
]
let sanitizer = Context.environment["ROGUES_SANITIZE"]
if let sanitizer {
  guard var tests = sanitized[sanitizer] else { fatalError("ROGUES_SANITIZE is neither thread nor address") }
  if Context.environment["ROGUES_SANITIZE_SMOKE"] == "1" { tests.formIntersection(smoke) }
  package.targets.removeAll { $0.type == .test && !tests.contains($0.name) }
}

for target in package.targets where target.type != .system && target.name != "CArguments" {
  var settings: [SwiftSetting] =
    (target.swiftSettings ?? []) + [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
    ]
  if sanitizer == "thread" {
    target.dependencies.append("RogueSynchronization")
    settings.append(.unsafeFlags(["-module-alias", "Synchronization=RogueSynchronization"]))
  }
  if interop.contains(target.name) {
    settings.append(.strictMemorySafety())
  }
  target.swiftSettings = settings
}

// ThreadSanitizer does not know Swift's locks: `Synchronization`, made of locks that it knows.
if sanitizer == "thread" {
  package.targets.append(.target(name: "RogueSynchronization", path: "Tests/Sanitize/Synchronization"))
}
