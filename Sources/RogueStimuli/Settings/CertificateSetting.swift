public import RogueModel

/// A key of a certificate that controls bytes which no other key controls.
///
/// A new one needs its file and a line in `CertificateSettings.all`, if `CertificateOverrides` can express its effect.
public protocol CertificateSetting: Setting where Owner == CertificateRecipe {
  /// What the value changes in the certificate.
  static func override(_ value: Value, _ overrides: inout CertificateOverrides)
  /// What is at the URL of the certificate's issuer (caIssuers); nil: nothing.
  static func issuerDocument(
    _ value: Value, of recipe: CertificateRecipe, in hierarchy: Hierarchy
  ) -> ServedDocument?
}

extension CertificateSetting {
  public static func issuerDocument(
    _ value: Value, of recipe: CertificateRecipe, in hierarchy: Hierarchy
  ) -> ServedDocument? { nil }

  fileprivate static func document(of recipe: CertificateRecipe, in hierarchy: Hierarchy) -> ServedDocument? {
    issuerDocument(recipe[Self.self], of: recipe, in: hierarchy)
  }

  fileprivate static func override(_ recipe: CertificateRecipe, _ overrides: inout CertificateOverrides) {
    let value = recipe[Self.self]
    if value != standard { override(value, &overrides) }
  }
}

/// What a certificate has in the place of what it would have.
public struct CertificateOverrides: Hashable, Sendable {
  /// The content octets of the serial number (RFC 5280, section 4.1.2.2).
  public var serial: [UInt8]?
  /// The attributes of the subject, in the order of their encoding, each as its own RDN.
  public var subject: [NameAttribute]?
  /// Extensions, each in the place of one with its identifier, else after all others.
  public var extensions: [RawExtension] = []
  /// A certificate that was made elsewhere, in the place of all that a recipe says.
  public var made: EncodedFile.Certificate?
  /// It names the URL of its issuer's certificate (caIssuers), which is at the run's responder.
  public var namesIssuer = false

  public init() {}

  public struct NameAttribute: Hashable, Sendable {
    /// In dotted form.
    public var type: String
    public var value: String

    public init(type: String, value: String) {
      self.type = type
      self.value = value
    }
  }

  public struct RawExtension: Hashable, Sendable {
    /// In dotted form.
    public var identifier: String
    public var isCritical: Bool
    /// The content of the OCTET STRING.
    public var value: [UInt8]

    public init(identifier: String, isCritical: Bool, value: [UInt8]) {
      self.identifier = identifier
      self.isCritical = isCritical
      self.value = value
    }
  }
}

public enum CertificateSettings {
  /// In the order of the schema.
  public static let all: [any CertificateSetting.Type] = [
    SerialNumber.self, SubjectName.self, RawExtensions.self, CAIssuers.self, CAIssuersCertificate.self,
    CertificateFile.self, CertificateKeyFile.self,
  ]

  public static func overrides(of recipe: CertificateRecipe) -> CertificateOverrides {
    var overrides = CertificateOverrides()
    for setting in all { setting.override(recipe, &overrides) }
    return overrides
  }

  /// What the certificates of a world refer to, by their names.
  public static func documents(of world: World, in hierarchy: Hierarchy) -> [String: ServedDocument] {
    var documents: [String: ServedDocument] = [:]
    for recipe in world.certificates {
      for setting in all {
        if let document = setting.document(of: recipe, in: hierarchy) { documents[recipe.name] = document }
      }
    }
    return documents
  }
}
