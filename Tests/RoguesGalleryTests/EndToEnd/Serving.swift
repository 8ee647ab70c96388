import Foundation
import Testing

@testable import RoguePlatform

/// A serving command, and what it has printed.
struct Serving {
  let command: RunningCommand
  let place: TemporaryWorkplace

  init(_ arguments: [String], _ place: TemporaryWorkplace) throws {
    self.place = place
    command = try RunningCommand(["serve", "--json", "-o", place.path("out")] + arguments, in: place)
  }

  var lines: [[String: Any]] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: place.folder)) ?? []
    return names.filter { $0.hasSuffix(".out") }.flatMap { place.text($0).split(separator: "\n") }.compactMap {
      try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
    }
  }

  func lines(_ type: String) -> [[String: Any]] { lines.filter { $0["type"] as? String == type } }

  /// Waits for so many lines of a type.
  func wait(for count: Int, _ type: String) -> [[String: Any]] {
    command.wait { lines(type).count >= count }
    return lines(type)
  }

  func end() -> BuiltCommand.Ending {
    command.send(SIGTERM)
    return command.ending()
  }

  /// curl's exit status and what it printed.
  static func curl(_ rogue: [String: Any], _ more: [String]) throws -> (status: Int32, output: String) {
    let host = try #require(rogue["host"] as? String)
    let port = try #require(rogue["port"] as? Int)
    let address = try #require(rogue["address"] as? String)
    let result = ChildCommand(
      program: "/usr/bin/curl",
      arguments: ["--disable", "--silent", "--connect-to", "\(host):\(port):\(address):\(port)"] + more,
      environment: ["PATH": "/usr/bin:/bin"], deadlineMilliseconds: 600_000
    ).runBlocking()
    let status: Int32 = if case .exited(let status) = result.ending { status } else { -1 }
    return (status, String(decoding: result.standardOutput, as: UTF8.self))
  }
}
