internal import RogueModel
internal import RogueStimuli

/// Beside the host there is an IP address of a length that no address has; with eight octets it looks like a network of
/// name constraints (RFC 5280, section 4.2.1.6: four octets or sixteen).
struct OddIPAddress: Defect {
  let descriptor = NamedDescriptor(
    name: "odd-ip-address", summary: "subjectAltName has the host and an IP address of a wrong length",
    keywords: ["SAN", "subjectAltName", "iPAddress"],
    parameters: [
      .init(name: "octets", kind: .integer, summary: "how long it is; 5 when left out", range: 0...64)
    ])
  let audience = DefectAudience.everybody

  func apply(to draft: inout CertificateDraft, _ context: DefectContext) throws(HarnessFailure) {
    let count = try context.parameters.integer("octets", default: 5)
    guard (0...64).contains(count), count != 4, count != 16 else {
      throw HarnessFailure(
        .badData, "odd-ip-address of \(context.certificate): \(count) octets are an address, or too many")
    }
    let octets = (0..<Int(count)).map { $0 == 0 ? 127 : UInt8($0 == Int(count) - 1 ? 1 : 0) }
    draft.replace(.subjectAlternativeName, with: .subjectAlternativeName([.dns(context.host), .address(octets)]))
  }
}
