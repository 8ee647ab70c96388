internal import COpenSSL

/// OpenSSL as the harness uses it: without the machine's configuration.
///
/// `openssl.cnf` can choose groups, signature algorithms, versions, providers and default properties for every program
/// that links libcrypto, and each of these affects verdicts. The first use of the library, by any wrapper, disables the
/// configuration. If a program that embeds the harness has loaded one before, the library context below still belongs
/// to the harness alone: its provider and properties are the same everywhere.
///
/// Functions with a library context get `context`; functions without one run inside `asDefault`.
enum OpenSSLLibrary {
  /// With the default provider and nothing else. Nil only when memory is short: then OpenSSL's own is used.
  @safe static var context: UnsafeMutablePointer<OSSL_LIB_CTX>? { unsafe Context.shared.pointer }

  /// Makes sure that the library was started our way; to be called before anything else of it is.
  static func start() { _ = Context.shared }

  /// Runs `body` with the context as this thread's default, for functions that have no parameter for it.
  static func asDefault<Result>(_ body: () throws(OpenSSLFailure) -> Result) throws(OpenSSLFailure) -> Result {
    let previous = unsafe OSSL_LIB_CTX_set0_default(context)
    defer { _ = unsafe OSSL_LIB_CTX_set0_default(previous) }
    return try body()
  }

  /// Unchecked: OpenSSL locks what threads share in a library context; this one lives as long as the process.
  @safe private final class Context: @unchecked Sendable {
    let pointer: UnsafeMutablePointer<OSSL_LIB_CTX>?

    static let shared = Context()

    private init() {
      _ = OPENSSL_init_ssl(UInt64(OPENSSL_INIT_NO_LOAD_CONFIG), nil)
      unsafe pointer = OSSL_LIB_CTX_new()
      // Without it nothing can be fetched, and every call that needs it fails.
      if unsafe pointer != nil { _ = unsafe OSSL_PROVIDER_load(pointer, "default") }
      ERR_clear_error()
    }
  }
}

/// A hash function that was looked up once in our own context.
///
/// Unchecked: an `EVP_MD` never changes after the fetch, and its reference count is atomic.
@safe final class FetchedDigest: @unchecked Sendable {
  let pointer: UnsafeMutablePointer<EVP_MD>?

  private init(_ digest: Digest) {
    unsafe pointer = EVP_MD_fetch(OpenSSLLibrary.context, digest.name, nil)
    OpenSSLFailure.clearQueue()
  }

  deinit { unsafe EVP_MD_free(pointer) }

  static let sha1 = FetchedDigest(.sha1)
  static let sha256 = FetchedDigest(.sha256)
  static let sha384 = FetchedDigest(.sha384)
  static let sha512 = FetchedDigest(.sha512)
}
