package import RogueModel
package import RogueOpenSSL

/// A server's choice of TLS 1.2.
package struct ServerChoice {
  package var offered: ClosedRange<TLSVersion>
  /// Of the ServerHello.
  package var random: [UInt8]

  /// The random ends as that of a server that supports TLS 1.3.
  package var isMarked: Bool { [0, 1].contains { random.suffix(8).elementsEqual(Array("DOWNGRD".utf8) + [$0]) } }
}

/// A server's public value, and the client's key for it.
package struct PeerShare {
  package var key: KeyAgreement
  package var value: ArraySlice<UInt8>
}

extension Rule where Question == ServerChoice, Answer == Bool {
  /// Whether somebody between client and server has removed TLS 1.3 from the offer.
  package static var isDowngrade: Self {
    Self("downgrade-sentinel", "RFC 8446, section 4.1.3") { $0.offered.contains(.tls13) && $0.isMarked }
  }
}

extension Rule where Question == PeerShare, Answer == [UInt8]? {
  /// The secret; nil if the value is not a point of the group.
  package static var sharedSecret: Self {
    Self("key-share-point", "RFC 8446, section 4.2.8.2") { $0.key.sharedSecret(with: $0.value) }
  }
}

extension Rule where Question == Int, Answer == Int {
  /// In bytes: the question is the length that no sensible message exceeds.
  package static var longestMessage: Self {
    Self("message-length", "no sensible chain of certificates is longer") { $0 }
  }
}

extension Rule where Question == ClosedRange<TLSVersion>, Answer == [UInt16] {
  /// The content of supported_versions: versions that the client speaks.
  package static var offeredVersions: Self {
    Self("offered-versions", "RFC 8446, section 4.2.1") { versions in
      TLSVersion.allCases.reversed().filter(versions.contains).map(\.wireValue)
    }
  }
}
