// Headers and macros that every user of libcrypto and libssl needs.
#ifndef ROGUES_COPENSSL_SHIM_COMMON_H
#define ROGUES_COPENSSL_SHIM_COMMON_H
#include <openssl/bio.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/kdf.h>
#include <openssl/ocsp.h>
#include <openssl/param_build.h>
#include <openssl/pem.h>
#include <openssl/pkcs12.h>
#include <openssl/provider.h>
#include <openssl/rand.h>
#include <openssl/rsa.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>

static inline void rogues_openssl_free(void *pointer) { OPENSSL_free(pointer); }
#endif
