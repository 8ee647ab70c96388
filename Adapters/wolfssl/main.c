/* An adapter for wolfSSL, in the way of its examples (docs/reference/adapters.md, and ../shared/native.py). */
#include <wolfssl/options.h>
#include <wolfssl/error-ssl.h>
#include <wolfssl/ssl.h>
#include <wolfssl/version.h>
#include <wolfssl/wolfcrypt/error-crypt.h>

#include "client.h"

static const struct {
  int code;
  const char *reason;
} reasons[] = {
    {ASN_BEFORE_DATE_E, "not-yet-valid"}, {ASN_AFTER_DATE_E, "expired"}, {ASN_NO_SIGNER_E, "untrusted"},
    {ASN_SELF_SIGNED_E, "untrusted"}, {ASN_SIG_CONFIRM_E, "bad-signature"}, {ASN_SIG_HASH_E, "weak-crypto"},
    {ASN_SIG_KEY_E, "bad-signature"}, {ASN_SIG_OID_E, "malformed"}, {DOMAIN_NAME_MISMATCH, "name-mismatch"},
    {IPADDR_MISMATCH, "name-mismatch"}, {CRL_CERT_REVOKED, "revoked"}, {OCSP_CERT_REVOKED, "revoked"},
    {CRL_MISSING, "revocation-unknown"}, {CRL_CERT_DATE_ERR, "revocation-unknown"},
    {BAD_CERTIFICATE_STATUS_ERROR, "revocation-unknown"}, {KEYUSAGE_E, "key-usage"}, {EXTKEYUSAGE_E, "key-usage"},
    {KEYUSE_SIGNATURE_E, "key-usage"}, {EXTKEYUSE_AUTH_E, "key-usage"}, {ASN_CRIT_EXT_E, "extension"},
    {ASN_NAME_INVALID_E, "name-constraint"}, {ASN_PATHLEN_SIZE_E, "path-length"}, {ASN_PATHLEN_INV_E, "path-length"},
    {NOT_CA_ERROR, "not-a-ca"}, {ASN_PARSE_E, "malformed"}, {ASN_VERSION_E, "malformed"}, {ASN_GETINT_E, "malformed"},
    {ASN_TIME_E, "malformed"}, {ASN_DATE_SZ_E, "malformed"}, {ASN_ALT_NAME_E, "malformed"}, {ASN_INPUT_E, "malformed"},
    {ASN_EXPECT_0_E, "malformed"}, {ASN_BITSTR_E, "malformed"}, {ASN_UNKNOWN_OID_E, "malformed"},
    {ASN_OBJECT_ID_E, "malformed"}, {ASN_TAG_NULL_E, "malformed"}, {ASN_ECC_KEY_E, "malformed"},
    {VERIFY_CERT_ERROR, "other"}, {VERIFY_SIGN_ERROR, "proof-of-possession"}, {SIG_VERIFY_E, "proof-of-possession"},
    {RSA_KEY_SIZE_E, "weak-crypto"}, {ECC_KEY_SIZE_E, "weak-crypto"}, {MAX_CHAIN_ERROR, "other"},
    {VERSION_ERROR, "version"}, {CRL_CERT_DATE_ERR, "revocation-unknown"},
};

__attribute__((noreturn)) static void ended(WOLFSSL *tls, int returned) {
  int code = wolfSSL_get_error(tls, returned);
  char text[200];
  wolfSSL_ERR_error_string(code, text);
  if (code == FATAL_ERROR || code == SOCKET_PEER_CLOSED_E || code == WOLFSSL_ERROR_ZERO_RETURN) failed("server", "%d %s", code, text);
  if (code == WOLFSSL_ERROR_WANT_READ || code == WOLFSSL_ERROR_WANT_WRITE) failed("timeout", "%d %s", code, text);
  if (code == SOCKET_ERROR_E || code == WOLFSSL_ERROR_SYSCALL) failed("network", "%d %s", code, text);
  for (size_t at = 0; at < sizeof reasons / sizeof *reasons; at++) {
    if (reasons[at].code == code) cancel(reasons[at].reason, "handshake", "%d %s", code, text);
  }
  cancel("protocol", "handshake", "%d %s", code, text);
}

int main(int count, char **values) {
  begin(count, values, "wolfSSL", wolfSSL_lib_version(),
        "anchors host.ipv6 pin.spki.leaf pin.certificate.leaf client-identity.pem tls1.2 tls1.3 reason");
  wolfSSL_Init();
  WOLFSSL_CTX *context = wolfSSL_CTX_new(wolfTLS_client_method());
  int versions[] = {WOLFSSL_TLSV1_2, WOLFSSL_TLSV1_3};
  wolfSSL_CTX_SetMinVersion(context, versions[!strcmp(attempt.minimum, "1.3")]);
  if (!strcmp(attempt.maximum, "1.2")) {
    wolfSSL_CTX_free(context);
    context = wolfSSL_CTX_new(wolfTLSv1_2_client_method());
  }
  wolfSSL_CTX_set_verify(context, WOLFSSL_VERIFY_PEER, NULL);
  if (attempt.roots) {
    int code = wolfSSL_CTX_load_verify_locations(context, attempt.roots, NULL);
    if (code != WOLFSSL_SUCCESS) cancel("configuration", "configuration", "the anchors cannot be loaded: %d", code);
  }
  if (attempt.certificate) {
    int is_fine = wolfSSL_CTX_use_certificate_chain_file(context, attempt.certificate) == WOLFSSL_SUCCESS &&
                  wolfSSL_CTX_use_PrivateKey_file(context, attempt.key, WOLFSSL_FILETYPE_PEM) == WOLFSSL_SUCCESS &&
                  wolfSSL_CTX_check_private_key(context) == WOLFSSL_SUCCESS;
    if (!is_fine) cancel("client-identity", "configuration", "the identity cannot be loaded");
  }
  WOLFSSL *tls = wolfSSL_new(context);
  if (*attempt.sni) wolfSSL_UseSNI(tls, WOLFSSL_SNI_HOST_NAME, attempt.sni, strlen(attempt.sni));
  if (attempt.hostname) {
    /* An address has a separate call, as in OpenSSL. */
    struct in6_addr binary;
    if (inet_pton(AF_INET, attempt.hostname, &binary) == 1 || inet_pton(AF_INET6, attempt.hostname, &binary) == 1)
      wolfSSL_X509_VERIFY_PARAM_set1_ip_asc(wolfSSL_get0_param(tls), attempt.hostname);
    else
      wolfSSL_check_domain_name(tls, attempt.hostname);
  }
  char protocols[] = "http/1.1";
  if (attempt.alpn && *attempt.alpn) wolfSSL_UseALPN(tls, protocols, strlen(protocols), WOLFSSL_ALPN_CONTINUE_ON_MISMATCH);
  wolfSSL_set_fd(tls, connected());
  int code = wolfSSL_connect(tls);
  if (code != WOLFSSL_SUCCESS) ended(tls, code);
  int size = 0;
  WOLFSSL_X509 *leaf = wolfSSL_get_peer_certificate(tls);
  const unsigned char *der = leaf ? wolfSSL_X509_get_der(leaf, &size) : NULL;
  /* Of some kinds of keys the library keeps no certificate. */
  if (!der && attempt.sets) cancel("pin-mismatch", "after-handshake", "wolfSSL_get_peer_certificate has none");
  if (der) check_leaf(der, size);
  const char *text = request_text();
  code = wolfSSL_write(tls, text, strlen(text));
  if (code <= 0) ended(tls, code);
  while (replied < sizeof reply - 1) {
    code = wolfSSL_read(tls, reply + replied, sizeof reply - 1 - replied);
    if (code <= 0) {
      int error = wolfSSL_get_error(tls, code);
      if (error == WOLFSSL_ERROR_ZERO_RETURN || error == SOCKET_PEER_CLOSED_E) break;
      ended(tls, code);
    }
    replied += code;
  }
  answered();
}
