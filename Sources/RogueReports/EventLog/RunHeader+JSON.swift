import RogueModel

extension RunHeader {
  var json: JSON {
    [
      "type": .string(EventLog.LineType.header.rawValue),
      "format": .integer(Int64(EventLog.format)),
      "version": .string(version),
      "mode": .string(mode.rawValue),
      "seed": .string(seed),
      "clock": .string(clock.description),
      "clockFixed": .bool(isClockFixed),
      "responderPort": JSON(responderPort),
      "started": .string(started.description),
      "strict": .bool(strict),
      "catalogue": JSON(catalogue),
      "profile": JSON(profile),
      "coverage": coverage?.json ?? .null,
      "shard": shard?.json ?? .null,
      "arguments": .array(arguments.map(JSON.string)),
      "adapters": .array(adapters.map(\.json)),
    ]
  }

  /// A line of the plan.
  static func plan(_ planned: some Sequence<PlannedCase>) -> JSON {
    [
      "type": .string(EventLog.LineType.plan.rawValue),
      "planned": .array(planned.map(\.json)),
    ]
  }

  /// Takes over what a later line says of the plan.
  ///
  /// - Parameter common: texts that many cases have in common, once.
  mutating func add(plan json: JSON, _ common: inout Set<String>) throws(EventLogMismatch) {
    for item in try json.list("planned") {
      var planned = try PlannedCase(json: item)
      planned.share(&common)
      self.planned.append(planned)
    }
  }

  init(json: JSON) throws(EventLogMismatch) {
    self.init(
      mode: try json.word("mode"), version: try json.text("version"),
      seed: try json.text("seed"), clock: try json.moment("clock"),
      adapters: try json.list("adapters").map(AdapterDescription.init(json:)),
      // A later line has them; for a killed run they are unknown.
      planned: [], arguments: try json.texts("arguments"), started: try json.moment("started"),
      strict: try json.flag("strict"), catalogue: try json.optionalText("catalogue"),
      shard: try json.optional("shard").map(Shard.init(json:)),
      profile: try json.optionalText("profile"),
      coverage: try json.optional("coverage").map(RunCoverage.init(json:)),
      isClockFixed: try json.flag("clockFixed"),
      responderPort: try json.optionalNumber("responderPort"))
  }
}

extension RunCoverage {
  var json: JSON {
    [
      "scenarios": .integer(Int64(scenarios)), "allScenarios": .integer(Int64(allScenarios)),
      "cells": .integer(Int64(cells)), "tables": .integer(Int64(tables)), "allTables": .integer(Int64(allTables)),
      "misses": JSON(misses),
    ]
  }

  init(json: JSON) throws(EventLogMismatch) {
    self.init(
      scenarios: try json.number("scenarios"), allScenarios: try json.number("allScenarios"),
      cells: try json.number("cells"), tables: try json.number("tables"), allTables: try json.number("allTables"),
      misses: try json.optionalText("misses"))
  }
}

extension Shard {
  var json: JSON { ["index": .integer(Int64(index)), "count": .integer(Int64(count)), "plan": .string(plan)] }

  init(json: JSON) throws(EventLogMismatch) {
    let (index, count): (Int, Int) = (try json.number("index"), try json.number("count"))
    guard var shard = Shard(index: index, count: count) else {
      throw EventLogMismatch(message: "'shard' is not one: \(index) of \(count)")
    }
    shard.plan = try json.text("plan")
    self = shard
  }
}

extension AdapterDescription {
  var json: JSON {
    [
      "name": .string(name),
      "door": .string(door.rawValue),
      "library": .string(library),
      "version": .string(version),
      "summary": .string(summary),
      "capabilities": .array(capabilities.sorted().map { .string($0.rawValue) }),
      "declined": .array(
        declined.sorted { $0.key < $1.key }
          .map { ["capability": .string($0.key.rawValue), "why": .string($0.value)] }),
      "startupMilliseconds": .integer(Int64(startupMilliseconds)),
      "usesProxy": .bool(usesProxy),
      "control": .bool(isControl),
      "owner": JSON(owner == .verified ? nil : owner.rawValue),
      "stacks": stacks.isEmpty
        ? .null : .object(stacks.sorted { $0.key < $1.key }.map { .init($0.key, .string($0.value)) }),
    ]
  }

  init(json: JSON) throws(EventLogMismatch) {
    var declined: [Capability: String] = [:]
    for entry in try json.list("declined") {
      declined[Capability(try entry.text("capability"))] = try entry.text("why")
    }
    self.init(
      name: try json.text("name"), door: try json.word("door"), library: try json.text("library"),
      version: try json.text("version"), capabilities: Set(try json.texts("capabilities").map { Capability($0) }),
      declined: declined, startupMilliseconds: try json.number("startupMilliseconds"),
      usesProxy: try json.flag("usesProxy"), isControl: try json.flag("control"), summary: try json.text("summary"))
    // Usual values are omitted.
    owner = try json.optionalWord("owner") ?? .verified
    for member in json.optional("stacks")?.members ?? [] { stacks[member.name] = member.value.string }
  }
}

extension PlannedCase {
  var json: JSON {
    [
      "adapter": .string(adapter),
      "case": .string(caseID),
      "scenario": .string(scenario),
      "level": .string(level.rawValue),
      "severity": .string(severity.rawValue),
      "unsupported": JSON(unsupported),
    ]
  }

  init(json: JSON) throws(EventLogMismatch) {
    self.init(
      adapter: try json.text("adapter"), caseID: try json.text("case"), scenario: try json.text("scenario"),
      level: try json.word("level"), severity: try json.word("severity"),
      unsupported: try json.optionalText("unsupported"))
  }
}
