internal import RogueModel

extension ContractSchema {
  static let attempt = object(
    "One request to a validator. It names neither the scenario nor the expected result.",
    required: [
      "type", "id", "conversation", "step", "needs", "reuse", "learn", "deadlineMilliseconds", "state", "connect",
      "tls", "policy",
    ],
    [
      "type": ["const": "attempt"],
      "id": identifier,
      "conversation": identifier,
      "step": ["type": "integer", "minimum": 1],
      "needs": [
        "description": "every capability that the attempt relies on; one that is missing gets `unsupported`",
        "type": "array", "items": ["type": "string"],
      ],
      "reuse": words(Reuse.self),
      "learn": ["type": "boolean"],
      "deadlineMilliseconds": ["type": "integer", "minimum": 1],
      "directory": ["type": "string", "description": "the attempt's own folder, absolute; files are relative to it"],
      "state": ["type": "string", "description": "the conversation's folder, shared by its steps"],
      "connect": .object(connect),
      "tls": .object(tls),
      "served": ["anyOf": [.object(served), ["type": "null"]]],
      "policy": .object(policy),
    ])

  private static let connect = object(
    "Where to connect, and under which name.", required: ["host", "address", "port", "path"],
    [
      "host": ["type": "string", "description": "as the application has it: for SNI and the choice of pins"],
      "address": ["type": "string"],
      "port": ["type": "integer", "minimum": 1, "maximum": 65_535],
      "path": ["type": "string", "pattern": "^/"],
      "proxy": ["type": ["string", "null"], "description": "ADDRESS:PORT of an HTTP proxy that knows the names"],
      "proxyHost": [
        "type": ["string", "null"], "description": "the host that the proxy's certificate is for; null: it has none",
      ],
      "starttls": ["anyOf": [words(StartTLSRecipe.Language.self), ["type": "null"]]],
    ])

  private static let tls = object(
    "What the client may speak.", required: ["minimum", "maximum"],
    [
      "minimum": words(TLSVersion.self),
      "maximum": words(TLSVersion.self),
      "alpn": ["type": "array", "items": ["type": "string"]],
    ])

  private static let served = object(
    "What the server sent, for validators without TLS.", required: ["certificates", "pem", "der", "staple"],
    [
      "certificates": ["type": "array", "items": file],
      "pem": file,
      "der": file,
      "staple": optionalFile,
    ])

  private static let policy = object(
    "What the validator is configured with.", required: ["pinSets", "revocation"],
    [
      "systemAnchors": optionalFile,
      "userAnchors": optionalFile,
      "anchors": ["type": ["string", "null"], "description": "given: it replaces both stores"],
      "proxyAnchors": [
        "type": ["string", "null"],
        "description": "given: what the proxy's certificate leads to; null: as the servers'",
      ],
      "hostname": ["type": ["string", "null"], "description": "the name to check; null: the validator is given none"],
      "pinSets": ["type": "array", "items": .object(pinSet)],
      "revocation": .object(revocation),
      "transparency": ["anyOf": [.object(transparency), ["type": "null"]]],
      "identity": ["anyOf": [.object(identity), ["type": "null"]]],
      "time": ["type": ["string", "null"], "description": "RFC 3339; null: now"],
    ])

  private static let pinSet = object(
    "Alternatives for one host; all sets that apply must match.", required: ["host", "includeSubdomains", "any"],
    [
      "host": ["type": "string"],
      "includeSubdomains": ["type": "boolean"],
      "expires": ["type": ["string", "null"], "description": "RFC 3339; afterwards the set is as if absent"],
      "any": ["type": "array", "items": .object(pin)],
    ])

  private static let pin = object(
    "One pin; `der` and `pem` hold the SubjectPublicKeyInfo or the certificate, and are null where nothing has the digest.",
    required: ["kind", "position", "sha256", "sha256Hex", "der", "pem"],
    [
      "kind": words(PinKind.self),
      "position": words(PinPosition.self),
      "sha256": ["type": "string", "description": "base64"],
      "sha256Hex": ["type": "string", "pattern": "^[0-9a-f]{64}$"],
      "der": optionalFile,
      "pem": optionalFile,
    ])

  private static let revocation = object(
    "How revocation is checked; any listed method suffices.", required: ["mode", "methods", "crls"],
    [
      "mode": words(PolicyRecipe.Revocation.Mode.self),
      "methods": ["type": "array", "items": words(PolicyRecipe.Revocation.Method.self)],
      "network": ["type": "boolean", "description": "false: nothing may be fetched, whatever the methods are"],
      "crls": ["type": "array", "items": file],
      "allCRLs": optionalFile,
    ])

  private static let transparency = object(
    "How many logs have to vouch for the leaf (RFC 6962).", required: ["require", "operators", "logs"],
    [
      "require": [
        "type": "integer", "minimum": 1, "description": "valid SCTs of this many of the logs are needed",
      ],
      "operators": ["type": "integer", "minimum": 1, "description": "these logs are of this many operators"],
      "logs": file,
      "opensslLogs": file,
    ])

  private static let identity = object(
    "The client's own certificate, in exactly one form.", required: [],
    [
      "pkcs12": file,
      "password": ["type": "string", "description": "covers the PKCS #12"],
      "certificate": file,
      "intermediates": file,
      "key": file,
      "others": [
        "type": "array", "description": "the client's further identities, in PEM; it chooses by the CertificateRequest",
        "items": .object(otherIdentity),
      ],
    ])

  private static let otherIdentity = object(
    "Another certificate of the client's own.", required: ["certificate", "intermediates", "key"],
    ["certificate": file, "intermediates": file, "key": file])
}
