internal import RogueModel
internal import RogueStimuli

/// The subjects of test certificates: the first thing that a reader should see is that the certificate is a test.
enum DistinguishedName {
  /// ub-common-name, in characters (RFC 5280, appendix A.1).
  private static let longestCommonName = 64

  /// - Parameter tag: distinguishes hierarchies in the caches of clients that remember intermediates by name.
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

  /// Attributes in the order of their encoding, each in a separate set.
  static func encode(_ attributes: [SubjectName.Attribute]) -> [UInt8] {
    DERWriter.bytes(capacity: 128) {
      $0.sequence { for item in attributes { attribute(ObjectIdentifier(dotted: item.type), item.value, &$0) } }
    }
  }

  /// A name with the organization alone: the base of a constraint on directory names.
  static func organization(_ organization: String) -> [UInt8] {
    DERWriter.bytes(capacity: 64) { $0.sequence { attribute(.organization, organization, &$0) } }
  }

  /// The same name with every attribute's value written otherwise.
  ///
  /// - Parameter rewrite: from the type, the tag and the content to another tag and content.
  static func rewriting(
    _ name: [UInt8], _ rewrite: (ObjectIdentifier, DERTag, [UInt8]) -> (DERTag, [UInt8])
  ) -> [UInt8] {
    var outer = DERReader(name)
    guard var sets = outer.constructed(.sequence) else { return name }
    return DERWriter.bytes(capacity: name.count * 4) {
      $0.sequence { writer in
        while var set = sets.constructed(.set), var pair = set.constructed(.sequence),
          let type = pair.primitive(.objectIdentifier), let value = pair.next()
        {
          let identifier = ObjectIdentifier(content: Array(type))
          let (tag, content) = rewrite(identifier, value.tag, Array(value.content))
          writer.constructed(.set) {
            $0.sequence {
              $0.identifier(identifier)
              $0.primitive(tag, content)
            }
          }
        }
      }
    }
  }

  static func attribute(_ type: ObjectIdentifier, _ value: String, _ writer: inout DERWriter) {
    writer.constructed(.set) {
      $0.sequence {
        $0.identifier(type)
        $0.text(.utf8String, value)
      }
    }
  }
}
