/// How a validator reads the pins of its policy.
public enum PinReading: Sendable, Hashable, CaseIterable {
  /// Every pin at its own position and of its own kind.
  case asConfigured
  /// As configured, but only the first pin of each set.
  case firstOnly
  /// As configured, but only the first two pins of each set: the pin in use and its backup.
  case firstTwoOnly
  /// As configured, but a certificate pin fits any certificate of the same key.
  case keysOfCertificates
  /// As configured, but a certificate pin fits any certificate of the same subject.
  case namesOfCertificates
  /// As configured, but a certificate pin fits any certificate of the same issuer.
  case issuersOfCertificates
  /// As configured, but a set of several pins is a rotation under way and fits everything.
  case loneOnly
  /// As configured, but without positions: a pin matches wherever its key or certificate is.
  case anywhere
  /// As configured, but a pin on the leaf matches wherever its key or certificate is.
  case leafPinsAnywhere
  /// As configured, but digests are compared by their first octets.
  case digestsByPrefix
  /// As configured, but digests are compared as text in which the case of letters does not count.
  case digestsByLetters
  /// As configured, but a digest fits a key and a certificate alike.
  case digestsOfEitherKind
  /// As configured, but certificate pins match wherever their certificate is.
  case certificatesAnywhere
  /// As configured, but all pins of a set are of the kind of the first.
  case firstKindOnly
  /// As configured, but a certificate pin above the leaf fits any certificate of the same subject and key identifier.
  case sameSubjectName
  /// As configured, but a certificate pin fits any leaf of the same issuer and serial number.
  case serialsOfCertificates
  /// As configured, but a certificate pin fits any certificate of the same subject and serial number.
  case serialsAndNamesOfCertificates
  /// As configured, but CAs are certificates that say that they are.
  case positionsByExtension
  /// As configured, but CAs are the leaf's issuer and the anchor.
  case issuerAndAnchor
  /// As configured, but a set of CA pins alone does not count where there is no CA.
  case noPinsWithoutCAs
  /// As configured, but SPKI pins are known for the usual keys: P-256, P-384, and RSA of 2048 and 4096 bits.
  case usualKeysOnly
  /// As configured, but a certificate pin fits any certificate of the same subject and key.
  case reissuesOfCertificates
  /// As configured, but a pin on a CA fits the leaf as well.
  case leafAmongCAs
  /// As configured, but the search goes from the anchor down and ends at the first key of an unusual kind.
  case untilUnusualKey
  /// As configured, but each certificate of the path needs a pin.
  case everyElement
  /// As configured, but a set with pins for the leaf and pins for CAs needs one of each.
  case everyPosition
  /// SPKI pins, compared with the leaf whatever their position; certificate pins are not known.
  case leafOnly
  /// SPKI pins, compared with every element.
  case anyElement
  /// Two lists of SPKI pins: leaf pins for the leaf, others for the CAs; if a set has both, both must match.
  case leafAndCALists
}
