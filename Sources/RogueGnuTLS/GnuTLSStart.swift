internal import CGnuTLS

#if !canImport(Darwin)
  // GnuTLS reads the machine's priority file (`/etc/gnutls/config`, or what GNUTLS_SYSTEM_PRIORITY_FILE names) in a
  // constructor of the library, before any code of the program runs. Its `[overrides]` count for priority strings too
  // that name everything themselves: they take groups, signature algorithms, versions and ciphers away for good. The
  // constructor first asks this weak function of the library whether it is to do anything, and a definition in the
  // program comes before the library's: the last moment to name an empty file.

  /// Called by GnuTLS's constructor, before the Swift runtime need be ready: C alone.
  ///
  /// - Returns: 0, GnuTLS is to start itself.
  @_cdecl("_gnutls_global_init_skip")
  public func gnutlsIsAboutToStart() -> CInt {
    rogues_gnutls_ignore_machine()
    return 0
  }
#endif
