// Shims for TLS contexts and connections.
#ifndef ROGUES_COPENSSL_SHIM_TLS_H
#define ROGUES_COPENSSL_SHIM_TLS_H
#include "shim-common.h"
#include <openssl/param_build.h>

static inline int rogues_security(const SSL *ssl, const SSL_CTX *context, int operation, int bits, int nid,
                                  void *other, void *unused) {
  (void)ssl, (void)context, (void)bits, (void)other, (void)unused;
  return operation != SSL_SECOP_SIGALG_CHECK || nid != NID_sha1;
}
static inline int rogues_ssl_ctx_set_signature_schemes(SSL_CTX *context, const char *list) {
  // libssl takes SHA-1 from servers of TLS 1.2, although it has not offered it, unless this says no.
  SSL_CTX_set_security_callback(context, rogues_security);
  return SSL_CTX_set1_sigalgs_list(context, list);
}

// Settings of a new context from `openssl.cnf`, if other code in the process loaded it: all that it can name
// and that no code here sets later. Lists are OpenSSL 3.0's own defaults, without DSA.
static inline int rogues_ssl_ctx_reset(SSL_CTX *context) {
  static const char schemes[] =
      "ECDSA+SHA256:ECDSA+SHA384:ECDSA+SHA512:ed25519:ed448:rsa_pss_pss_sha256:rsa_pss_pss_sha384:rsa_pss_pss_sha512:"
      "rsa_pss_rsae_sha256:rsa_pss_rsae_sha384:rsa_pss_rsae_sha512:RSA+SHA256:RSA+SHA384:RSA+SHA512:"
      "ECDSA+SHA224:ECDSA+SHA1:RSA+SHA224:RSA+SHA1";
  SSL_CTX_clear_options(context, ~(uint64_t)0);
  SSL_CTX_set_options(context, SSL_OP_ENABLE_MIDDLEBOX_COMPAT | SSL_OP_NO_COMPRESSION);
  SSL_CTX_set_verify(context, SSL_VERIFY_NONE, NULL);
  SSL_CTX_set_record_padding_callback(context, NULL);
  return SSL_CTX_set_num_tickets(context, 2) && SSL_CTX_set_block_padding(context, 0) &&
         SSL_CTX_set1_groups_list(context, "X25519:P-256:X448:P-521:P-384:ffdhe2048:ffdhe3072:ffdhe4096:ffdhe6144:"
                                           "ffdhe8192") &&
         SSL_CTX_set1_sigalgs_list(context, schemes) && SSL_CTX_set1_client_sigalgs_list(context, schemes);
}

static inline int rogues_ssl_ctx_set_version_range(SSL_CTX *context, int minimum, int maximum) {
  return SSL_CTX_set_min_proto_version(context, minimum) && SSL_CTX_set_max_proto_version(context, maximum);
}
static inline int rogues_ssl_set_version_range(SSL *ssl, int minimum, int maximum) {
  return SSL_set_min_proto_version(ssl, minimum) && SSL_set_max_proto_version(ssl, maximum);
}
static inline void rogues_ssl_ctx_set_modes(SSL_CTX *context) {
  SSL_CTX_set_mode(context, SSL_MODE_NO_AUTO_CHAIN | SSL_MODE_ENABLE_PARTIAL_WRITE |
                                SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER | SSL_MODE_AUTO_RETRY);
}
static inline long rogues_ssl_ctx_set_session_cache_mode(SSL_CTX *context, long mode) {
  return SSL_CTX_set_session_cache_mode(context, mode);
}
static inline int rogues_ssl_ctx_add1_chain_cert(SSL_CTX *context, X509 *certificate) {
  return (int)SSL_CTX_add1_chain_cert(context, certificate);
}
static inline int rogues_ssl_ctx_set_ticket_keys(SSL_CTX *context, unsigned char *keys, long length) {
  return (int)SSL_CTX_set_tlsext_ticket_keys(context, keys, length);
}
static inline long rogues_ssl_ctx_ticket_keys_length(SSL_CTX *context) {
  return SSL_CTX_get_tlsext_ticket_keys(context, NULL, 0);
}
static inline void rogues_ssl_ctx_set_status_callback(SSL_CTX *context, int (*callback)(SSL *, void *)) {
  SSL_CTX_set_tlsext_status_cb(context, callback);
}
// Takes ownership of `response`, which must come from OPENSSL_malloc.
static inline void rogues_ssl_give_staple(SSL *ssl, unsigned char *response, long length) {
  SSL_set_tlsext_status_ocsp_resp(ssl, response, length);
}
static inline long rogues_ssl_staple(SSL *ssl, const unsigned char **response) {
  return SSL_get_tlsext_status_ocsp_resp(ssl, response);
}
static inline void rogues_ssl_ask_for_staple(SSL *ssl) { SSL_set_tlsext_status_type(ssl, TLSEXT_STATUSTYPE_ocsp); }
static inline int rogues_ssl_set_host_name(SSL *ssl, const char *name) {
  return (int)SSL_set_tlsext_host_name(ssl, name);
}
static inline int rogues_ssl_add1_chain_cert(SSL *ssl, X509 *certificate) {
  return (int)SSL_add1_chain_cert(ssl, certificate);
}
static inline void rogues_ssl_set_owner(SSL *ssl, void *owner) { SSL_set_app_data(ssl, owner); }
static inline void *rogues_ssl_owner(const SSL *ssl) { return SSL_get_app_data(ssl); }
static inline uint64_t rogues_ssl_op_no_ticket(void) { return SSL_OP_NO_TICKET; }
static inline uint64_t rogues_ssl_op_no_renegotiation(void) { return SSL_OP_NO_RENEGOTIATION; }
static inline uint64_t rogues_ssl_op_no_compression(void) { return SSL_OP_NO_COMPRESSION; }
static inline uint64_t rogues_ssl_op_server_preference(void) { return SSL_OP_CIPHER_SERVER_PREFERENCE; }
// The names of the CAs that a server accepts, on a client; typed stacks are made of macros.
static inline int rogues_ssl_accepted_issuers_count(const SSL *ssl) {
  const STACK_OF(X509_NAME) *names = SSL_get0_peer_CA_list(ssl);
  return names == NULL ? 0 : sk_X509_NAME_num(names);
}
static inline const X509_NAME *rogues_ssl_accepted_issuer(const SSL *ssl, int index) {
  return sk_X509_NAME_value(SSL_get0_peer_CA_list(ssl), index);
}
static inline void *rogues_openssl_malloc(size_t count) { return OPENSSL_malloc(count); }
static inline int rogues_evp_pkey_keypair(void) { return EVP_PKEY_KEYPAIR; }
static inline int rogues_bio_pending(BIO *bio) { return (int)BIO_ctrl_pending(bio); }
#endif
