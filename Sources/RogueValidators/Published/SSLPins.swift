internal import RogueModel

/// The file in which the SSL Conservatory keeps pins between two starts of an application: an XML property list with an
/// array of DER certificates for each domain.
struct SSLPins: Sendable {
  static let file = "SSLPins.plist"

  var folder: any StateFolder

  /// `setupSSLPinsUsingDictionnary:`, which replaces the file.
  ///
  /// - Parameter pins: nil if the application passes nil.
  /// - Returns: false if nothing was written.
  func setUp(_ pins: [String: [[UInt8]]]?) -> Bool {
    guard let pins else { return false }
    return write(pins.mapValues { .array($0.map(PropertyList.data)) })
  }

  /// The domains in the file, which is read anew at each verification; nil: there is none, or it is no property list.
  var domains: [String: PropertyList]? {
    guard let bytes = folder.read(Self.file), case .dictionary(let domains)? = PropertyList(xml: bytes) else {
      return nil
    }
    return domains
  }

  /// Leaves the file as version 1 of the library wrote it: one certificate for each domain, not in an array.
  func becomeVersion1() {
    guard let domains else { return }
    _ = write(
      domains.compactMapValues { value in
        if case .array(let certificates) = value { certificates.first } else { value }
      })
  }

  private func write(_ domains: [String: PropertyList]) -> Bool {
    folder.write(Self.file, PropertyList.dictionary(domains).xml)
  }
}
