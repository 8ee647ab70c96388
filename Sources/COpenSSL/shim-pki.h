// Shims for keys, certificates, CRLs, OCSP and PKCS#12.
#ifndef ROGUES_COPENSSL_SHIM_PKI_H
#define ROGUES_COPENSSL_SHIM_PKI_H
#include "shim-common.h"
#include <openssl/md5.h>
#include <openssl/sha.h>

// The low-level hashes are marked as deprecated, which Swift would repeat at every call; here they are not.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

#define ROGUES_HASH(name, type, init, update, final)                                             \
  static inline void rogues_##name##_start(type *context) { init(context); }                    \
  static inline void rogues_##name##_add(type *context, const void *bytes, size_t count) {      \
    update(context, bytes, count);                                                               \
  }                                                                                              \
  static inline void rogues_##name##_end(type *context, unsigned char *output) { final(output, context); }

ROGUES_HASH(md5, MD5_CTX, MD5_Init, MD5_Update, MD5_Final)
ROGUES_HASH(sha1, SHA_CTX, SHA1_Init, SHA1_Update, SHA1_Final)
ROGUES_HASH(sha256, SHA256_CTX, SHA256_Init, SHA256_Update, SHA256_Final)
ROGUES_HASH(sha384, SHA512_CTX, SHA384_Init, SHA384_Update, SHA384_Final)
ROGUES_HASH(sha512, SHA512_CTX, SHA512_Init, SHA512_Update, SHA512_Final)

#pragma GCC diagnostic pop

// Key generation is made of variadic calls and macros.
static inline EVP_PKEY *rogues_generate_ec(OSSL_LIB_CTX *library, const char *curve) {
  return EVP_PKEY_Q_keygen(library, NULL, "EC", curve);
}

static inline EVP_PKEY *rogues_generate_ed25519(OSSL_LIB_CTX *library) {
  return EVP_PKEY_Q_keygen(library, NULL, "ED25519");
}

static inline EVP_PKEY *rogues_generate_ed448(OSSL_LIB_CTX *library) {
  return EVP_PKEY_Q_keygen(library, NULL, "ED448");
}

static inline EVP_PKEY *rogues_rsa_public_key(OSSL_LIB_CTX *library, const BIGNUM *modulus,
                                              const BIGNUM *exponent) {
  EVP_PKEY *key = NULL;
  OSSL_PARAM *parameters = NULL;
  OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
  EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(library, "RSA", NULL);
  if (builder != NULL && context != NULL && OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_N, modulus) == 1 &&
      OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_E, exponent) == 1 &&
      (parameters = OSSL_PARAM_BLD_to_param(builder)) != NULL && EVP_PKEY_fromdata_init(context) == 1)
    EVP_PKEY_fromdata(context, &key, EVP_PKEY_PUBLIC_KEY, parameters);
  OSSL_PARAM_free(parameters);
  OSSL_PARAM_BLD_free(builder);
  EVP_PKEY_CTX_free(context);
  return key;
}

static inline EVP_PKEY *rogues_generate_rsa(OSSL_LIB_CTX *library, size_t bits, unsigned long exponent,
                                            size_t primes) {
  EVP_PKEY *key = NULL;
  BIGNUM *number = BN_new();
  EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(library, "RSA", NULL);
  if (number != NULL && context != NULL && BN_set_word(number, exponent) == 1 && EVP_PKEY_keygen_init(context) == 1 &&
      EVP_PKEY_CTX_set_rsa_keygen_bits(context, (int)bits) == 1 &&
      EVP_PKEY_CTX_set_rsa_keygen_primes(context, (int)primes) == 1 &&
      EVP_PKEY_CTX_set1_rsa_keygen_pubexp(context, number) == 1)
    EVP_PKEY_generate(context, &key);
  EVP_PKEY_CTX_free(context);
  BN_free(number);
  return key;
}

// Parsed with the functions of a library context, which the object then keeps.
static inline X509 *rogues_d2i_x509(OSSL_LIB_CTX *library, const unsigned char **bytes, long length) {
  X509 *certificate = X509_new_ex(library, NULL);
  // A failed d2i frees what it was given.
  return certificate == NULL ? NULL : d2i_X509(&certificate, bytes, length);
}
static inline X509_CRL *rogues_d2i_x509_crl(OSSL_LIB_CTX *library, const unsigned char **bytes, long length) {
  X509_CRL *list = X509_CRL_new_ex(library, NULL);
  return list == NULL ? NULL : d2i_X509_CRL(&list, bytes, length);
}
static inline PKCS12 *rogues_d2i_pkcs12(OSSL_LIB_CTX *library, const unsigned char **bytes, long length) {
  PKCS12 *bundle = PKCS12_init_ex(NID_pkcs7_data, library, NULL);
  return bundle == NULL ? NULL : d2i_PKCS12(&bundle, bytes, length);
}

// Typed stacks are made of macros.
static inline STACK_OF(X509) *rogues_certificates_new(void) { return sk_X509_new_null(); }

static inline int rogues_certificates_push(STACK_OF(X509) *stack, X509 *certificate) {
  return sk_X509_push(stack, certificate);
}

static inline int rogues_certificates_count(const STACK_OF(X509) *stack) {
  return stack == NULL ? 0 : sk_X509_num(stack);
}

static inline X509 *rogues_certificates_at(const STACK_OF(X509) *stack, int index) {
  return sk_X509_value(stack, index);
}

// Frees the stack and its references to the certificates.
static inline void rogues_certificates_free(STACK_OF(X509) *stack) { sk_X509_pop_free(stack, X509_free); }

static inline STACK_OF(X509_CRL) *rogues_crls_new(void) { return sk_X509_CRL_new_null(); }

static inline int rogues_crls_push(STACK_OF(X509_CRL) *stack, X509_CRL *crl) { return sk_X509_CRL_push(stack, crl); }

// Frees the stack and its references to the CRLs.
static inline void rogues_crls_free(STACK_OF(X509_CRL) *stack) { sk_X509_CRL_pop_free(stack, X509_CRL_free); }

// A constant made of other constants.
static inline unsigned long rogues_rfc2253_flags(void) { return XN_FLAG_RFC2253; }

#endif
