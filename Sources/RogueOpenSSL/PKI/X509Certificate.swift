internal import COpenSSL

/// A certificate as OpenSSL parsed it.
///
/// For looking and verifying only; certificates travel as DER, because parsing costs more than signing and what is
/// wrong on purpose may not survive it.
@safe public final class X509Certificate: Sendable {
  private let parsed: ParsedCertificate
  public let der: [UInt8]

  /// - Throws: if the bytes are not exactly one certificate.
  public init(der: [UInt8]) throws(OpenSSLFailure) {
    self.der = der
    parsed = try ParsedCertificates.shared.certificate(der)
  }

  var pointer: UnsafeMutablePointer<X509> { unsafe parsed.pointer }

  /// Big-endian magnitude without leading zeros; empty for zero.
  public var serial: [UInt8] {
    guard let integer = unsafe X509_get0_serialNumber(pointer) else { return [] }
    return unsafe stringBytes(integer)
  }

  /// 1, 2 or 3 as people count, or whatever the certificate claims.
  public var version: Int { Int(unsafe X509_get_version(pointer)) + 1 }

  /// The DER Name.
  public var subject: [UInt8] { unsafe name(X509_get_subject_name(pointer)) }

  /// The DER Name.
  public var issuer: [UInt8] { unsafe name(X509_get_issuer_name(pointer)) }

  /// The subject in one line, for people (RFC 2253).
  public var subjectText: String { unsafe text(X509_get_subject_name(pointer)) }

  /// The DER SubjectPublicKeyInfo.
  public var spki: [UInt8] {
    (unsafe try? encodeDER("write a public key") { unsafe i2d_X509_PUBKEY(X509_get_X509_PUBKEY(pointer), $0) }) ?? []
  }

  /// Seconds since 1970; nil when the certificate's date is not a date.
  public var notBefore: Int64? { unsafe secondsSince1970(X509_get0_notBefore(pointer)) }

  /// Seconds since 1970; nil when the certificate's date is not a date.
  public var notAfter: Int64? { unsafe secondsSince1970(X509_get0_notAfter(pointer)) }

  /// Whether OpenSSL takes it for a CA certificate.
  public var isCA: Bool { unsafe X509_check_ca(pointer) == 1 }

  /// Whether the issuer's key made the signature; says nothing about names, dates or trust.
  public func isSigned(by issuer: X509Certificate) -> Bool {
    OpenSSLFailure.clearQueue()
    defer { OpenSSLFailure.clearQueue() }
    guard let key = unsafe X509_get0_pubkey(issuer.pointer) else { return false }
    return unsafe X509_verify(pointer, key) == 1
  }

  private func name(_ name: UnsafeMutablePointer<X509_NAME>?) -> [UInt8] {
    (unsafe try? encodeDER("write a name") { unsafe i2d_X509_NAME(name, $0) }) ?? []
  }

  private func text(_ name: UnsafeMutablePointer<X509_NAME>?) -> String {
    guard let output = unsafe BIO_new(BIO_s_mem()) else { return "" }
    defer { unsafe BIO_free_all(output) }
    guard unsafe X509_NAME_print_ex(output, name, 0, rogues_rfc2253_flags()) >= 0 else { return "" }
    var bytes = [UInt8](repeating: 0, count: 1024)
    let count = unsafe BIO_read(output, &bytes, CInt(bytes.count))
    return count > 0 ? String(decoding: bytes.prefix(Int(count)), as: UTF8.self) : ""
  }
}

/// Seconds since 1970; nil if the time is absent or is not a time.
@unsafe func secondsSince1970(_ time: UnsafePointer<ASN1_TIME>?) -> Int64? {
  defer { OpenSSLFailure.clearQueue() }
  guard let time = unsafe time, unsafe ASN1_TIME_check(time) == 1, let epoch = unsafe ASN1_TIME_set(nil, 0) else {
    return nil
  }
  defer { unsafe ASN1_STRING_free(epoch) }
  var days: CInt = 0
  var rest: CInt = 0
  guard unsafe ASN1_TIME_diff(&days, &rest, epoch, time) == 1 else { return nil }
  return Int64(days) * 86_400 + Int64(rest)
}

/// Calls a `d2i_…` function on all of the bytes; what stops before the end is freed and gives nil.
@safe func parseDER<Pointer>(
  _ der: [UInt8], _ read: (UnsafeMutablePointer<UnsafePointer<UInt8>?>, Int) -> Pointer?, free: (Pointer) -> Void
) -> Pointer? {
  unsafe der.withUnsafeBufferPointer { buffer in
    var next = buffer.baseAddress
    guard let parsed = unsafe read(&next, buffer.count) else { return nil }
    guard unsafe next == buffer.baseAddress.map({ unsafe $0 + buffer.count }) else {
      free(parsed)
      return nil
    }
    return parsed
  }
}

/// The content of an ASN1_STRING or one of its kin.
@unsafe func stringBytes(_ string: UnsafePointer<ASN1_STRING>) -> [UInt8] {
  let count = Int(unsafe ASN1_STRING_length(string))
  guard count > 0, let start = unsafe ASN1_STRING_get0_data(string) else { return [] }
  return unsafe [UInt8](UnsafeBufferPointer(start: start, count: count))
}
