internal import COpenSSL

/// Internet addresses as certificates hold them.
public enum IPAddress {
  /// The 4 or 16 bytes of an address in text form; nil when the text is not an address.
  public static func bytes(of text: String) -> [UInt8]? {
    OpenSSLFailure.clearQueue()
    defer { OpenSSLFailure.clearQueue() }
    guard let octets = unsafe a2i_IPADDRESS(text) else { return nil }
    defer { unsafe ASN1_OCTET_STRING_free(octets) }
    let count = Int(unsafe ASN1_STRING_length(octets))
    guard let start = unsafe ASN1_STRING_get0_data(octets), count == 4 || count == 16 else { return nil }
    return unsafe [UInt8](UnsafeBufferPointer(start: start, count: count))
  }
}
