public import RogueModel

/// The protocol names of the extension application_layer_protocol_negotiation, in order (RFC 7301, section 3.1).
public enum ProtocolsDemand: HelloDemand {
  public static let standard: [String]? = nil
  public static let name = "alpn"
  public static let summary =
    "the names in the ALPN extension, the preferred one first (RFC 7301, section 3.1); [] for no such extension; "
    + "judges only clients that apply the attempt's `tls.alpn`"

  public static var field: HelloField? { HelloField(field: .alpn, isToBeApplied: true) }

  public static let written = SettingParser<[String]?>(.list(of: .text(what: "a protocol"), what: "protocols")) {
    $0.items.map(\.text)
  }

  public static func text(_ value: [String]?) -> String? { value.map(flow) }

  public static func objection(_ value: [String]?, to hello: ClientHelloEvidence, asking host: String) -> String? {
    guard let value, value != hello.alpn else { return nil }
    return hello.alpn.isEmpty ? "offers no application protocol" : "offers the protocols \(flow(hello.alpn))"
  }
}
