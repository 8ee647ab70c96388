/* An adapter for BoringSSL as Android has it, by the API that it shares with OpenSSL (docs/reference/adapters.md, ../shared/native.py). */
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

#include "client.h"

#ifndef OPENSSL_IS_BORINGSSL
#error "these are the headers of another library"
#endif

static const char *reason(long code) {
  switch (code) {
    case X509_V_ERR_CERT_HAS_EXPIRED: return "expired";
    case X509_V_ERR_CERT_NOT_YET_VALID: return "not-yet-valid";
    case X509_V_ERR_ERROR_IN_CERT_NOT_BEFORE_FIELD:
    case X509_V_ERR_ERROR_IN_CERT_NOT_AFTER_FIELD: return "malformed";
    case X509_V_ERR_CERT_REVOKED: return "revoked";
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT:
    case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT:
    case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    case X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE: return "untrusted";
    case X509_V_ERR_CERT_SIGNATURE_FAILURE: return "bad-signature";
    case X509_V_ERR_UNABLE_TO_GET_CRL:
    case X509_V_ERR_CRL_SIGNATURE_FAILURE:
    case X509_V_ERR_CRL_NOT_YET_VALID:
    case X509_V_ERR_CRL_HAS_EXPIRED:
    case X509_V_ERR_UNABLE_TO_GET_CRL_ISSUER:
    case X509_V_ERR_KEYUSAGE_NO_CRL_SIGN:
    case X509_V_ERR_UNHANDLED_CRITICAL_CRL_EXTENSION:
    case X509_V_ERR_DIFFERENT_CRL_SCOPE: return "revocation-unknown";
    case X509_V_ERR_PATH_LENGTH_EXCEEDED: return "path-length";
    case X509_V_ERR_INVALID_CA: return "not-a-ca";
    case X509_V_ERR_INVALID_PURPOSE:
    case X509_V_ERR_KEYUSAGE_NO_CERTSIGN: return "key-usage";
    case X509_V_ERR_UNHANDLED_CRITICAL_EXTENSION:
    case X509_V_ERR_INVALID_EXTENSION: return "extension";
    case X509_V_ERR_PERMITTED_VIOLATION:
    case X509_V_ERR_EXCLUDED_VIOLATION:
    case X509_V_ERR_SUBTREE_MINMAX:
    case X509_V_ERR_UNSUPPORTED_CONSTRAINT_TYPE:
    case X509_V_ERR_UNSUPPORTED_CONSTRAINT_SYNTAX:
    case X509_V_ERR_UNSUPPORTED_NAME_SYNTAX: return "name-constraint";
    case X509_V_ERR_HOSTNAME_MISMATCH:
    case X509_V_ERR_IP_ADDRESS_MISMATCH: return "name-mismatch";
    default: return "other";
  }
}

/* -1 before anything was verified, else the first error of the path. */
static long verified = -1;

static int verify(int is_fine, X509_STORE_CTX *context) {
  if (!is_fine && verified <= 0) verified = X509_STORE_CTX_get_error(context);
  return is_fine;
}

__attribute__((noreturn)) static void ended(SSL *tls, int returned) {
  int kind = SSL_get_error(tls, returned), number = errno;
  uint32_t code = ERR_get_error();
  char text[256];
  ERR_error_string_n(code, text, sizeof text);
  if (verified > 0) cancel(reason(verified), "handshake", "%s; %s", X509_verify_cert_error_string(verified), text);
  if (kind == SSL_ERROR_ZERO_RETURN) failed("server", "close_notify");
  if (kind == SSL_ERROR_WANT_READ || kind == SSL_ERROR_WANT_WRITE) failed("timeout", "no answer in time");
  if (!code) failed(number == ECONNRESET || number == EPIPE ? "network" : "server", "the connection ended");
  if (strstr(text, "_ALERT_") && !strstr(text, "TOO_MANY")) failed("server", "%s", text);
  /* WRONG_VERSION_NUMBER is about a header that is none of a record. */
  if (strstr(text, "UNSUPPORTED_PROTOCOL")) cancel("version", "handshake", "%s", text);
  if (strstr(text, "BAD_SIGNATURE")) cancel("proof-of-possession", "handshake", "%s", text);
  cancel("protocol", "handshake", "%s", text);
}

int main(int count, char **values) {
  begin(count, values, "BoringSSL", ROGUES_VERSION,
        "anchors pin.spki.leaf pin.certificate.leaf revocation.crl revocation.require revocation.no-network "
        "client-identity.pem tls1.2 tls1.3 clock reason");
  SSL_CTX *context = SSL_CTX_new(TLS_method());
  int versions[] = {TLS1_2_VERSION, TLS1_3_VERSION};
  SSL_CTX_set_min_proto_version(context, versions[!strcmp(attempt.minimum, "1.3")]);
  SSL_CTX_set_max_proto_version(context, versions[!strcmp(attempt.maximum, "1.3")]);
  SSL_CTX_set_verify(context, SSL_VERIFY_PEER, verify);
  X509_VERIFY_PARAM *rules = SSL_CTX_get0_param(context);
  /* Anchors may be intermediates and leaves. */
  X509_VERIFY_PARAM_set_flags(rules, X509_V_FLAG_PARTIAL_CHAIN);
  if (attempt.roots && !SSL_CTX_load_verify_locations(context, attempt.roots, NULL))
    cancel("configuration", "configuration", "the anchors cannot be loaded");
  if (does("crl")) {
    X509_VERIFY_PARAM_set_flags(rules, X509_V_FLAG_CRL_CHECK | X509_V_FLAG_CRL_CHECK_ALL);
    if (attempt.crls && !SSL_CTX_load_verify_locations(context, attempt.crls, NULL))
      cancel("configuration", "configuration", "the lists cannot be loaded");
  }
  if (attempt.time) X509_VERIFY_PARAM_set_time(rules, atoll(attempt.time));
  if (attempt.hostname) {
    struct in_addr address;
    char host[300];
    snprintf(host, sizeof host, "%s", attempt.hostname);
    if (*host && host[strlen(host) - 1] == '.') host[strlen(host) - 1] = 0;
    int is_set = inet_pton(AF_INET, host, &address) == 1 ? X509_VERIFY_PARAM_set1_ip_asc(rules, host)
                                                         : X509_VERIFY_PARAM_set1_host(rules, host, strlen(host));
    if (!is_set) cancel("configuration", "configuration", "the name is refused");
  }
  if (attempt.certificate && (!SSL_CTX_use_certificate_chain_file(context, attempt.certificate) ||
                              !SSL_CTX_use_PrivateKey_file(context, attempt.key, SSL_FILETYPE_PEM) ||
                              !SSL_CTX_check_private_key(context)))
    cancel("client-identity", "configuration", "the identity cannot be loaded");
  ERR_clear_error();
  SSL *tls = SSL_new(context);
  if (*attempt.sni) SSL_set_tlsext_host_name(tls, attempt.sni);
  static const uint8_t protocols[] = "\x08http/1.1";
  if (attempt.alpn && *attempt.alpn) SSL_set_alpn_protos(tls, protocols, sizeof protocols - 1);
  SSL_set_fd(tls, connected());
  int code = SSL_connect(tls);
  if (code != 1) ended(tls, code);
  X509 *leaf = SSL_get_peer_certificate(tls);
  unsigned char *der = NULL;
  int size = leaf ? i2d_X509(leaf, &der) : 0;
  if (size <= 0) broken("the peer has no certificate");
  check_leaf(der, (size_t)size);
  const char *text = request_text();
  code = SSL_write(tls, text, (int)strlen(text));
  if (code <= 0) ended(tls, code);
  while (replied < sizeof reply - 1) {
    code = SSL_read(tls, reply + replied, (int)(sizeof reply - 1 - replied));
    if (code <= 0 && SSL_get_error(tls, code) == SSL_ERROR_ZERO_RETURN) break;
    if (code <= 0) ended(tls, code);
    replied += (size_t)code;
  }
  answered();
}
