public import RogueModel

/// The oldest version that is offered: in supported_versions (RFC 8446, section 4.2.1), or as client_version.
public enum OldestVersionDemand: HelloDemand {
  public static let standard: TLSVersion? = nil
  public static let name = "oldest-version"
  public static let summary =
    "no version below it is offered, in supported_versions (RFC 8446, section 4.2.1) or without it as client_version"

  public static var field: HelloField? { HelloField(field: .minimumTLS, isToBeApplied: false) }

  public static let written = SettingParser<TLSVersion?>(.words(TLSVersion.allCases.map(\.rawValue))) {
    TLSVersion(rawValue: $0.text)
  }

  public static func text(_ value: TLSVersion?) -> String? { value.map { "\"\($0.rawValue)\"" } }

  public static func objection(_ value: TLSVersion?, to hello: ClientHelloEvidence, asking host: String) -> String? {
    guard let value else { return nil }
    // Unassigned numbers keep servers tolerant of new ones (GREASE; RFC 8701).
    let old = hello.versions.filter { $0 < value.wireValue && $0 >= 0x0200 && $0 & 0x0F0F != 0x0A0A }
    return old.isEmpty ? nil : "offers \(old.map(name).joined(separator: " and "))"
  }

  private static func name(_ number: UInt16) -> String {
    switch number {
    case 0x0300: "SSL 3.0"
    case 0x0301: "TLS 1.0"
    case 0x0302: "TLS 1.1"
    case 0x0303: "TLS 1.2"
    default: "version 0x\(String(number, radix: 16))"
    }
  }
}
