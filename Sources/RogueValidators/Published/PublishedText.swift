/// A text from which developers copy their delegate; it is named, so that readers recognise what is judged here.
public struct PublishedText: Sendable, Hashable {
  public var title: String
  public var year: Int
  /// The letter of its rows in docs/explanation/published-systems.md.
  public var letter: Character

  public init(_ title: String, _ year: Int, letter: Character) {
    self.title = title
    self.year = year
    self.letter = letter
  }

  public static let enforcingRevocation = PublishedText("Enforcing Certificate Revocation", 2021, letter: "E")
  public static let pinnedCertificates = PublishedText("Pinning your SSL Certs", 2014, letter: "R")
  public static let duplicatedCertificates = PublishedText(
    "The curious case of duplicated certificates sent by iOS", 2013, letter: "D")
  public static let sslConservatory = PublishedText(
    "The SSL Conservatory: iOS Certificate Pinning, v3", 2014, letter: "C")
  public static let trustedCertificates = PublishedText(
    "Enforcing Trusted SSL Certificates on iOS and Mac", 2012, letter: "T")
}
