/// One property of what a validator sees, with its values: each value is a circumstance in which a check may be off.
struct Feature: Sendable {
  /// In lower case with hyphens, behind the thing that has it and a dot; no other feature has the same.
  let name: String
  /// As a clause.
  let meaning: String
  /// Every value that it can have.
  let values: [String]
  /// The fields of attempts (`policy.pinSets.host`) and the keys of certificates (`certificate.serial`) that it shows.
  let fields: [String]
  /// The values that it has; several of a list, and none where there is nothing that could have it.
  let read: @Sendable (Sight) -> [String]

  init(
    _ name: String, _ meaning: String, _ values: [String], of fields: [String] = [],
    _ read: @escaping @Sendable (Sight) -> [String]
  ) {
    self.name = name
    self.meaning = meaning
    self.values = values
    self.fields = fields
    self.read = read
  }

  /// Of a value that is there once.
  static func one(
    _ name: String, _ meaning: String, _ values: [String], of fields: [String] = [],
    _ read: @escaping @Sendable (Sight) -> String?
  ) -> Feature {
    Feature(name, meaning, values, of: fields) { [read($0)].compactMap(\.self) }
  }

  /// A value of an enumeration.
  static func word<Value: RawRepresentable & CaseIterable & SendableMetatype>(
    _ name: String, _ meaning: String, _: Value.Type, of fields: [String] = [],
    _ read: @escaping @Sendable (Sight) -> Value
  ) -> Feature where Value.RawValue == String {
    one(name, meaning, Value.allCases.map(\.rawValue), of: fields) { read($0).rawValue }
  }

  /// A value, or `none`.
  static func optional<Value: RawRepresentable & CaseIterable & SendableMetatype>(
    _ name: String, _ meaning: String, _: Value.Type, of fields: [String] = [],
    _ read: @escaping @Sendable (Sight) -> Value?
  ) -> Feature where Value.RawValue == String {
    one(name, meaning, ["none"] + Value.allCases.map(\.rawValue), of: fields) { read($0)?.rawValue ?? "none" }
  }

  /// All values of a list, or `none`.
  static func list<Value: RawRepresentable & CaseIterable & SendableMetatype>(
    _ name: String, _ meaning: String, _: Value.Type, of fields: [String] = [],
    _ read: @escaping @Sendable (Sight) -> [Value]
  ) -> Feature where Value.RawValue == String {
    Feature(name, meaning, ["none"] + Value.allCases.map(\.rawValue), of: fields) { sight in
      let values = read(sight).map(\.rawValue)
      return values.isEmpty ? ["none"] : values
    }
  }

  /// A number, the last value for all above.
  static func count(
    _ name: String, _ meaning: String, _ range: ClosedRange<Int>, of fields: [String] = [],
    _ read: @escaping @Sendable (Sight) -> Int
  ) -> Feature {
    let numbers = range.map { $0 == range.upperBound ? "\($0)+" : "\($0)" }
    return one(name, meaning, numbers, of: fields) { sight in
      let number = read(sight)
      return number < range.lowerBound ? nil : numbers[min(number, range.upperBound) - range.lowerBound]
    }
  }

  static func flag(
    _ name: String, _ meaning: String, of fields: [String] = [], _ read: @escaping @Sendable (Sight) -> Bool?
  ) -> Feature {
    one(name, meaning, ["no", "yes"], of: fields) { sight in read(sight).map { $0 ? "yes" : "no" } }
  }

  /// The features of one thing have its name before the dot.
  var group: String { String(name.prefix { $0 != "." }) }

  static let all = ofHosts + ofPolicies + ofChains + ofPlaces + ofConversations

  /// The fields that no feature shows, each with the reason.
  static let unseen: [String: String] = [
    "attempt.id": "it is new in every attempt",
    "attempt.conversation": "it is new in every conversation",
    "attempt.needs": "it repeats what the policy demands",
    "attempt.reuse": "a reused session or connection presents no certificates",
    "attempt.learn": "the policy says it as `firstUse`",
    "attempt.deadlineMilliseconds": "no decision without sockets takes time",
    "attempt.connect": "the validator gets the host with the flight; ports and protocols are the client's",
    "attempt.minimumTLS": "versions are negotiated before the flight",
    "attempt.maximumTLS": "versions are negotiated before the flight",
    "attempt.alpn": "protocols are negotiated beside the flight",
    "policy.pinSets.any.der": "pins that fit and pins that do not are the fault",
    "policy.revocation.crls.issuer": "the name of a file",
    "policy.revocation.crls.der": "the content of a CRL is the fault",
    "policy.transparency.logs.name": "it is for people",
    "policy.transparency.logs.spki": "logs that fit and logs that do not are the fault",
    "policy.identity.leaf": "the client's own certificate; the server judges it",
    "policy.identity.privateKey": "the client's own key",
    "policy.identity.password": "it opens the client's own bundle",
    "policy.identity.damage": "a bundle that cannot be opened ends the attempt before the flight",
    "certificate.ca": "a leaf that is a CA and a CA that is none are the fault",
    "certificate.revoked": "it is in the answers about the certificate",
    "certificate.crl": "the content of a CRL is the fault",
    "certificate.file": "the file is the certificate",
    "certificate.key-file": "the file is the key",
    "certificate.defects": "most are the fault; the features show the others",
    "certificate.ca-issuers-certificate": "what a URL leads to is fetched, not seen",
  ]
}
