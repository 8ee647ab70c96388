// Only what Swift's importer cannot see: macros, and globals that Swift takes for unsafe.
#ifndef ROGUES_CGNUTLS_SHIM_H
#define ROGUES_CGNUTLS_SHIM_H
#include <gnutls/abstract.h>
#include <gnutls/gnutls.h>
#include <gnutls/ocsp.h>
#include <gnutls/pkcs12.h>
#include <gnutls/x509.h>

// gnutls_free is a global variable that holds a function.
static inline void rogues_gnutls_free(void *pointer) { gnutls_free(pointer); }
#endif
