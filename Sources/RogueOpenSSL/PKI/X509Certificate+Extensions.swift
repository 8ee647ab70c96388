internal import COpenSSL

extension X509Certificate {
  /// The content of an extension (the bytes inside its OCTET STRING); nil when the certificate has none of this kind.
  ///
  /// - Parameter oid: dotted, such as `2.5.29.37`.
  public func extensionValue(oid: String) -> [UInt8]? {
    OpenSSLFailure.clearQueue()
    defer { OpenSSLFailure.clearQueue() }
    guard let object = unsafe OBJ_txt2obj(oid, 1) else { return nil }
    defer { unsafe ASN1_OBJECT_free(object) }
    let place = unsafe X509_get_ext_by_OBJ(pointer, object, -1)
    guard place >= 0, let value = unsafe X509_EXTENSION_get_data(X509_get_ext(pointer, place)) else { return nil }
    return unsafe stringBytes(value)
  }
}
