import Foundation

/// The adapters that the command lists, asked once for all tests: to ask starts every client of the machine.
struct ListedClients: Sendable {
  struct Row: Decodable, Sendable {
    var name: String
    /// Nil: it is not installed.
    var version: String?
    /// Why it is not installed.
    var missing: String?
    var door: String?
    var control: Bool?
  }

  let rows: [Row]

  /// With the programs of the machine.
  static var ofThisMachine: ListedClients { get async throws { try await machine.value } }
  /// With the programs where the caller of the tests has them.
  static var ofCaller: ListedClients { get async throws { try await caller.value } }
  static let callerEnvironment = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"]

  private static let machine = Task { try await ListedClients() }
  private static let caller = Task { try await ListedClients(environment: callerEnvironment) }

  private init(environment: [String: String] = [:]) async throws {
    let listed = try await BuiltCommand.run(["list", "--adapters", "--json"], environment: environment)
    rows = try JSONDecoder().decode([Row].self, from: Data(listed.output.utf8))
  }

  var installed: [String] { rows.filter { $0.version != nil }.map(\.name) }

  var versions: [String: String] {
    Dictionary(uniqueKeysWithValues: rows.map { ($0.name, $0.version) }).compactMapValues(\.self)
  }
}
