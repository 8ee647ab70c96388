// Only what Swift's importer cannot see: macros, and globals that Swift takes for unsafe.
#ifndef ROGUES_CGNUTLS_SHIM_H
#define ROGUES_CGNUTLS_SHIM_H
#include <errno.h>
#include <gnutls/abstract.h>
#include <gnutls/gnutls.h>
#include <gnutls/ocsp.h>
#include <gnutls/pkcs12.h>
#include <gnutls/x509.h>
#include <stdlib.h>

// GnuTLS declares its objects and defines them in its own sources. Swift takes every pointer to such an object for an
// OpaquePointer, and would pass a certificate where a key belongs. Defined here, each is a distinct type in Swift. The
// field does not exist: only GnuTLS reads, copies or makes an object.
#define ROGUES_OBJECT(tag)                                                                                            \
  struct tag {                                                                                                        \
    char hidden;                                                                                                      \
  };
ROGUES_OBJECT(gnutls_certificate_credentials_st)
ROGUES_OBJECT(gnutls_ocsp_resp_int)
ROGUES_OBJECT(gnutls_pkcs12_int)
ROGUES_OBJECT(gnutls_priority_st)
ROGUES_OBJECT(gnutls_privkey_st)
ROGUES_OBJECT(gnutls_pubkey_st)
ROGUES_OBJECT(gnutls_session_int)
ROGUES_OBJECT(gnutls_x509_crl_int)
ROGUES_OBJECT(gnutls_x509_crt_int)
ROGUES_OBJECT(gnutls_x509_privkey_int)
ROGUES_OBJECT(gnutls_x509_trust_list_st)
#undef ROGUES_OBJECT

// Before GnuTLS looks: no priority file of the machine, and no self-tests of a certified build.
static inline void rogues_gnutls_ignore_machine(void) {
  setenv("GNUTLS_SYSTEM_PRIORITY_FILE", "/dev/null", 1);
  unsetenv("GNUTLS_SYSTEM_PRIORITY_FAIL_ON_INVALID");
  unsetenv("GNUTLS_FORCE_FIPS_MODE");
}

// gnutls_free is a global variable that holds a function.
static inline void rogues_gnutls_free(void *pointer) { gnutls_free(pointer); }
static inline void *rogues_gnutls_malloc(size_t count) { return gnutls_malloc(count); }

// Flags of a server without a transport; the names are macros and enumerators at once.
static inline unsigned int rogues_gnutls_server_flags(int tickets) {
  return GNUTLS_SERVER | GNUTLS_NONBLOCK | GNUTLS_NO_SIGNAL | (tickets ? 0 : GNUTLS_NO_TICKETS);
}

// Says that there is nothing to read yet; errno is a macro.
static inline ssize_t rogues_gnutls_would_block(gnutls_session_t session) {
  gnutls_transport_set_errno(session, EAGAIN);
  return -1;
}
#endif
