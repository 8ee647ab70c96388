public import RogueModel

/// Whether the extension status_request is present, by which a client requests a staple (RFC 6066, section 8).
public enum StatusRequestDemand: HelloDemand {
  public static let standard: Bool? = nil
  public static let name = "status-request"
  public static let summary =
    "the status_request extension, which requests a stapled OCSP response (RFC 6066, section 8)"

  public static let written: SettingParser<Bool?> = .optionalFlag

  public static func text(_ value: Bool?) -> String? { value.map { String($0) } }

  public static func objection(_ value: Bool?, to hello: ClientHelloEvidence, asking host: String) -> String? {
    guard let value, value != hello.requestsStaple else { return nil }
    return value ? "requests no staple (status_request)" : "requests a staple (status_request)"
  }
}
