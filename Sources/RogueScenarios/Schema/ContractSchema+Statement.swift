internal import RogueModel

extension ContractSchema {
  static let statement: [JSON.Member] = [
    JSON.Member("description", "The validator's decision, a missing capability, or why it reached no decision."),
    JSON.Member("oneOf", [.object(verdict), .object(unsupported), .object(failed)]),
  ]

  private static let verdict =
    object(
      "The validator's own word.", required: ["type", "id", "disposition"],
      [
        "type": ["const": "statement"],
        "id": identifier,
        "disposition": words(Statement.Said.self),
        "nonce": ["type": "string", "description": "the body of the reply", "pattern": "^[0-9a-f]{32}$"],
        "reason": words(Reason.self),
        "phase": words(Phase.self),
        "endedBy": words(Statement.Ender.self),
        "detail": ["type": "string", "description": "the library's own words"],
        "path": [
          "description": "SHA-256 of each certificate of the validated path",
          "type": "array", "items": ["type": "string", "pattern": "^[0-9a-f]{64}$"],
        ],
        "milliseconds": ["type": "number", "minimum": 0],
      ])
    + [
      JSON.Member(
        "allOf",
        [
          demand("nonce", where: .accept),
          demand("reason", where: .cancel),
        ])
    ]

  /// The member is required with that disposition.
  private static func demand(_ member: String, where said: Statement.Said) -> JSON {
    [
      "if": ["properties": ["disposition": ["const": .string(said.rawValue)]]],
      "then": ["required": [.string(member)]],
    ]
  }

  private static let unsupported = object(
    "A capability is missing; said before connecting.", required: ["type", "id", "capability"],
    [
      "type": ["const": "unsupported"],
      "id": identifier,
      "capability": ["type": "string"],
      "why": ["type": "string"],
    ])

  private static let failed = object(
    "No verdict of the validator's own.", required: ["type", "id", "cause"],
    [
      "type": ["const": "failed"],
      "id": identifier,
      "cause": words(AdapterOutcome.FailureCause.self),
      "detail": ["type": "string"],
    ])
}
