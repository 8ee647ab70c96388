#ifndef ROGUES_CGNUTLS_SHIM_H
#define ROGUES_CGNUTLS_SHIM_H
#include <gnutls/gnutls.h>
#include <gnutls/x509.h>
#include <gnutls/abstract.h>
#include <gnutls/ocsp.h>
#endif
