internal import RogueModel

/// How subjects are written: what everybody who meets such a certificate should read first is that it is a test.
enum DistinguishedName {
  /// ub-common-name, in characters (RFC 5280, appendix A.1).
  private static let longestCommonName = 64

  /// - Parameter tag: tells hierarchies apart in the caches of clients that remember intermediates by name.
  static func authority(_ name: String, tag: some Sequence<UInt8>) -> [UInt8] {
    let hex = tag.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    let start = "Rogues' Gallery test "
    let room = longestCommonName - start.unicodeScalars.count - 1 - hex.count
    return encode(
      organization: "Rogue test CA, do not trust",
      commonName: start + String(String.UnicodeScalarView(name.unicodeScalars.prefix(room))) + " " + hex)
  }

  static func endEntity(_ commonName: String) -> [UInt8] {
    encode(organization: "Rogue test certificate, do not trust", commonName: commonName)
  }

  static func encode(organization: String, commonName: String) -> [UInt8] {
    DERWriter.bytes(capacity: 128) {
      $0.sequence {
        attribute(.organization, organization, &$0)
        // A longer one would be a second fault; the organization alone is a complete name.
        if commonName.unicodeScalars.count <= longestCommonName { attribute(.commonName, commonName, &$0) }
      }
    }
  }

  private static func attribute(_ type: ObjectIdentifier, _ value: String, _ writer: inout DERWriter) {
    writer.constructed(.set) {
      $0.sequence {
        $0.identifier(type)
        $0.text(.utf8String, value)
      }
    }
  }
}
