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

// OpenSSL declares its objects and defines them in its own sources. Swift takes every pointer to such an object for an
// OpaquePointer, and would pass a certificate where a key belongs. Defined here, each is a distinct type in Swift. The
// field does not exist: only OpenSSL reads, copies or makes an object.
#define ROGUES_OBJECT(tag)                                                                                            \
  struct tag {                                                                                                        \
    char hidden;                                                                                                      \
  };
ROGUES_OBJECT(asn1_object_st)
ROGUES_OBJECT(bignum_ctx)
ROGUES_OBJECT(bignum_st)
ROGUES_OBJECT(bio_st)
ROGUES_OBJECT(ec_group_st)
ROGUES_OBJECT(ec_point_st)
ROGUES_OBJECT(evp_cipher_ctx_st)
ROGUES_OBJECT(evp_cipher_st)
ROGUES_OBJECT(evp_kdf_ctx_st)
ROGUES_OBJECT(evp_kdf_st)
ROGUES_OBJECT(evp_mac_ctx_st)
ROGUES_OBJECT(evp_mac_st)
ROGUES_OBJECT(evp_md_ctx_st)
ROGUES_OBJECT(evp_md_st)
ROGUES_OBJECT(evp_pkey_ctx_st)
ROGUES_OBJECT(evp_pkey_st)
ROGUES_OBJECT(ocsp_basic_response_st)
ROGUES_OBJECT(ocsp_cert_id_st)
ROGUES_OBJECT(ocsp_request_st)
ROGUES_OBJECT(ocsp_response_st)
ROGUES_OBJECT(ocsp_single_response_st)
ROGUES_OBJECT(ossl_init_settings_st)
ROGUES_OBJECT(ossl_lib_ctx_st)
ROGUES_OBJECT(ossl_param_bld_st)
ROGUES_OBJECT(ossl_provider_st)
ROGUES_OBJECT(PKCS12_st)
ROGUES_OBJECT(pkcs8_priv_key_info_st)
ROGUES_OBJECT(ssl_cipher_st)
ROGUES_OBJECT(ssl_ctx_st)
ROGUES_OBJECT(ssl_method_st)
ROGUES_OBJECT(ssl_session_st)
ROGUES_OBJECT(ssl_st)
ROGUES_OBJECT(stack_st_X509)
ROGUES_OBJECT(stack_st_X509_CRL)
ROGUES_OBJECT(X509_crl_st)
ROGUES_OBJECT(X509_extension_st)
ROGUES_OBJECT(X509_name_st)
ROGUES_OBJECT(X509_pubkey_st)
ROGUES_OBJECT(x509_revoked_st)
ROGUES_OBJECT(x509_st)
ROGUES_OBJECT(x509_store_ctx_st)
ROGUES_OBJECT(x509_store_st)
ROGUES_OBJECT(X509_VERIFY_PARAM_st)
#undef ROGUES_OBJECT

static inline void rogues_openssl_free(void *pointer) { OPENSSL_free(pointer); }
#endif
