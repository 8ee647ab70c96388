/// How a validator reads the pins of its policy.
public enum PinReading: Sendable, Hashable, CaseIterable {
  /// Every pin at its own position and of its own kind.
  case asConfigured
  /// As configured, but only the first pin of each set.
  case firstOnly
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
  /// As configured, but digests are compared by their first octets.
  case digestsByPrefix
  /// As configured, but digests are compared as text in which the case of letters does not count.
  case digestsByLetters
  /// SPKI pins, compared with the leaf whatever their position; certificate pins are not known.
  case leafOnly
  /// SPKI pins, compared with every element.
  case anyElement
  /// Two lists of SPKI pins: leaf pins for the leaf, others for the CAs; if a set has both, both must match.
  case leafAndCALists
}
