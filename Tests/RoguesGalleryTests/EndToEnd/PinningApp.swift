/// Python for apps that were built with pins, as a run prints them when it makes the roots.
enum PinningApp {
  /// `digest` of a certificate in DER, in the form of the pins, and `meets(tls, file)`: whether the verified chain of a connection
  /// has one of the pins in a file.
  static let functions = """
    import base64, hashlib, ssl
    def content(der, at):
        length, start = der[at + 1], at + 2
        if length & 0x80:
            start += length & 0x7f
            length = int.from_bytes(der[at + 2:start], "big")
        return start, start + length
    def digest(der):
        at = content(der, content(der, 0)[0])[0]
        if der[at] == 0xa0: at = content(der, at)[1]
        for _ in range(5): at = content(der, at)[1]
        return "sha256/" + base64.b64encode(hashlib.sha256(der[at:content(der, at)[1]]).digest()).decode()
    def meets(tls, file):
        chain = [ssl.PEM_cert_to_DER_cert(one.public_bytes()) for one in tls._sslobj.get_verified_chain()]
        return any(digest(one) in open(file).read().split() for one in chain)
    """

  /// The pins in the words of a run that made the roots.
  static func pins(in error: String) -> String? {
    error.firstMatch(of: /meets: (sha256\/\S{44} sha256\/\S{44})/).map { String($0.1) }
  }
}
