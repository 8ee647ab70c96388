extension PinnedFile {
  /// Whether the certificate is in the file, in one form or another.
  public var isCertificate: Bool {
    switch self {
    case .otherEncoding, .zeroByte: true
    case .half, .empty, .missing: false
    }
  }

  /// The bytes in a file that is named as DER; empty if there is none.
  ///
  /// - Parameter der: the certificate.
  public func content(of der: [UInt8]) -> [UInt8] {
    switch self {
    case .otherEncoding: PEM.encode(.certificate, der)
    case .half: Array(der.prefix(der.count / 2))
    case .empty, .missing: []
    case .zeroByte: der + [0]
    }
  }
}
