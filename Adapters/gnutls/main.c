/* An adapter for GnuTLS's API, in the way of its manual's client (docs/reference/adapters.md, and ../shared/native.py). */
#include <gnutls/gnutls.h>
#include <gnutls/x509.h>

#include "client.h"

static const struct {
  unsigned flag;
  const char *reason;
} flags[] = {
    {GNUTLS_CERT_REVOKED, "revoked"},
    {GNUTLS_CERT_SIGNATURE_FAILURE, "bad-signature"},
    {GNUTLS_CERT_UNEXPECTED_OWNER, "name-mismatch"},
    {GNUTLS_CERT_EXPIRED, "expired"},
    {GNUTLS_CERT_NOT_ACTIVATED, "not-yet-valid"},
    {GNUTLS_CERT_SIGNER_NOT_CA, "not-a-ca"},
    {GNUTLS_CERT_SIGNER_NOT_FOUND, "untrusted"},
    {GNUTLS_CERT_INSECURE_ALGORITHM, "weak-crypto"},
    {GNUTLS_CERT_PURPOSE_MISMATCH, "key-usage"},
    {GNUTLS_CERT_SIGNER_CONSTRAINTS_FAILURE, "path-length"},
    {GNUTLS_CERT_UNKNOWN_CRIT_EXTENSIONS, "extension"},
    {GNUTLS_CERT_MISSING_OCSP_STATUS, "revocation-unknown"},
    {GNUTLS_CERT_INVALID_OCSP_STATUS, "revocation-unknown"},
    {GNUTLS_CERT_REVOCATION_DATA_SUPERSEDED, "revocation-unknown"},
    {GNUTLS_CERT_REVOCATION_DATA_ISSUED_IN_FUTURE, "revocation-unknown"},
};

static void ended(gnutls_session_t tls, int code) {
  const char *text = gnutls_strerror(code);
  if (code == GNUTLS_E_FATAL_ALERT_RECEIVED || code == GNUTLS_E_WARNING_ALERT_RECEIVED)
    failed("server", "alert %s", gnutls_alert_get_name(gnutls_alert_get(tls)));
  if (code == GNUTLS_E_PREMATURE_TERMINATION) failed("server", "%s", text);
  if (code == GNUTLS_E_AGAIN || code == GNUTLS_E_TIMEDOUT) failed("timeout", "%s", text);
  if (code == GNUTLS_E_PULL_ERROR || code == GNUTLS_E_PUSH_ERROR) failed("network", "%s", text);
  if (code == GNUTLS_E_CERTIFICATE_VERIFICATION_ERROR) {
    unsigned status = gnutls_session_get_verify_cert_status(tls);
    gnutls_datum_t words = {NULL, 0};
    gnutls_certificate_verification_status_print(status, GNUTLS_CRT_X509, &words, 0);
    for (size_t at = 0; at < sizeof flags / sizeof *flags; at++) {
      if (status & flags[at].flag) cancel(flags[at].reason, "handshake", "%s", words.data);
    }
    cancel("other", "handshake", "%s", words.data ? (char *)words.data : text);
  }
  if (code == GNUTLS_E_PK_SIG_VERIFY_FAILED) cancel("proof-of-possession", "handshake", "%s", text);
  if (code == GNUTLS_E_UNSUPPORTED_VERSION_PACKET) cancel("version", "handshake", "%s", text);
  if (code == GNUTLS_E_KEY_USAGE_VIOLATION) cancel("key-usage", "handshake", "%s", text);
  if (code == GNUTLS_E_CERTIFICATE_ERROR || strstr(text, "ASN1") || strstr(text, "time encoding")) cancel("malformed", "handshake", "%s", text);
  if (code == GNUTLS_E_DH_PRIME_UNACCEPTABLE) cancel("weak-crypto", "handshake", "%s", text);
  cancel("protocol", "handshake", "%s", text);
}

/* Trust on first use, as in the manual's other client: beside the path, which has been verified by now. */
static void check_known(const gnutls_datum_t *leaf) {
  const char *service = "https";
  int code = gnutls_verify_stored_pubkey(attempt.known, NULL, attempt.host, service, GNUTLS_CRT_X509, leaf, 0);
  if (code == GNUTLS_E_NO_CERTIFICATE_FOUND && attempt.learns)
    code = gnutls_store_pubkey(attempt.known, NULL, attempt.host, service, GNUTLS_CRT_X509, leaf, 0, 0);
  int is_another = code == GNUTLS_E_CERTIFICATE_KEY_MISMATCH || code == GNUTLS_E_NO_CERTIFICATE_FOUND;
  if (code < 0) cancel(is_another ? "pin-mismatch" : "other", "after-handshake", "%s", gnutls_strerror(code));
}

int main(int count, char **values) {
  begin(count, values, "GnuTLS", gnutls_check_version(NULL),
        "anchors host.ipv6 pin.spki.leaf pin.certificate.leaf revocation.ocsp-staple revocation.no-network client-identity.pem "
        "tls1.2 tls1.3 tofu reason");
  gnutls_certificate_credentials_t credentials;
  gnutls_certificate_allocate_credentials(&credentials);
  gnutls_certificate_set_flags(credentials, 0);
  if (attempt.roots && gnutls_certificate_set_x509_trust_file(credentials, attempt.roots, GNUTLS_X509_FMT_PEM) < 0)
    cancel("configuration", "configuration", "the anchors cannot be loaded");
  if (attempt.certificate) {
    int code = gnutls_certificate_set_x509_key_file(credentials, attempt.certificate, attempt.key, GNUTLS_X509_FMT_PEM);
    if (code < 0) cancel("client-identity", "configuration", "%s", gnutls_strerror(code));
  }
  gnutls_session_t tls;
  gnutls_init(&tls, GNUTLS_CLIENT);
  char priority[200];
  snprintf(priority, sizeof priority, "NORMAL:-VERS-ALL%s%s", strcmp(attempt.minimum, "1.3") ? ":+VERS-TLS1.2" : "",
           strcmp(attempt.maximum, "1.2") ? ":+VERS-TLS1.3" : "");
  if (gnutls_priority_set_direct(tls, priority, NULL) < 0) broken("a priority that it does not take");
  gnutls_credentials_set(tls, GNUTLS_CRD_CERTIFICATE, credentials);
  if (*attempt.sni) gnutls_server_name_set(tls, GNUTLS_NAME_DNS, attempt.sni, strlen(attempt.sni));
  const gnutls_datum_t protocol = {(unsigned char *)"http/1.1", 8};
  if (attempt.alpn && *attempt.alpn) gnutls_alpn_set_protocols(tls, &protocol, 1, 0);
  /* As in the manual's client: a name without a purpose. */
  static char host[300];
  if (attempt.hostname) {
    snprintf(host, sizeof host, "%s", attempt.hostname);
    if (*host && host[strlen(host) - 1] == '.') host[strlen(host) - 1] = 0;
  }
  gnutls_session_set_verify_cert(tls, attempt.hostname ? host : NULL, 0);
  int net = connected(); /* the next macro evaluates it twice */
  gnutls_transport_set_int(tls, net);
  gnutls_handshake_set_timeout(tls, (unsigned)attempt.milliseconds);
  int code;
  /* A message in several records is GNUTLS_E_AGAIN, too. After the deadline it is GNUTLS_E_TIMEDOUT, which is fatal. */
  do code = gnutls_handshake(tls);
  while (code < 0 && !gnutls_error_is_fatal(code) && code != GNUTLS_E_WARNING_ALERT_RECEIVED);
  if (code < 0) ended(tls, code);
  unsigned size = 0;
  const gnutls_datum_t *leaf = gnutls_certificate_get_peers(tls, &size);
  if (!leaf || !size) broken("the peer has no certificate");
  check_leaf(leaf->data, leaf->size);
  if (attempt.known) check_known(leaf);
  const char *text = request_text();
  ssize_t moved = gnutls_record_send(tls, text, strlen(text));
  if (moved < 0) ended(tls, (int)moved);
  while (replied < sizeof reply - 1) {
    moved = gnutls_record_recv(tls, reply + replied, sizeof reply - 1 - replied);
    if (moved == 0) break;
    if (moved < 0 && moved != GNUTLS_E_AGAIN && !gnutls_error_is_fatal((int)moved)) continue;
    if (moved < 0) ended(tls, (int)moved);
    replied += (size_t)moved;
  }
  answered();
}
