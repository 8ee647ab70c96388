/* An adapter for LibreTLS, the libtls of LibreSSL on OpenSSL (docs/reference/adapters.md, and ../shared/native.py). */
#include <tls.h>

#include "client.h"

static const struct {
  const char *words, *reason;
} reasons[] = {
    {"certificate has expired", "expired"},
    {"certificate is not yet valid", "not-yet-valid"},
    {"certificate revoked", "revoked"},
    {"self-signed certificate", "untrusted"},
    {"self signed certificate", "untrusted"},
    {"unable to get local issuer certificate", "untrusted"},
    {"unable to get issuer certificate", "untrusted"},
    {"unable to verify the first certificate", "untrusted"},
    {"certificate signature failure", "bad-signature"},
    {"unsuitable certificate purpose", "key-usage"},
    {"key usage does not include certificate signing", "key-usage"},
    {"invalid CA certificate", "not-a-ca"},
    {"path length constraint exceeded", "path-length"},
    {"subtree violation", "name-constraint"},
    {"name constraint", "name-constraint"},
    {"unhandled critical extension", "extension"},
    {"inconsistent certificate extension", "extension"},
    {"key too weak", "weak-crypto"},
    {"digest algorithm too weak", "weak-crypto"},
    {"explicit ECC parameters", "weak-crypto"},
    {"format error in certificate", "malformed"},
    {"CRL", "revocation-unknown"},
    {"not present in server certificate", "name-mismatch"},
    {"in server certificate", "malformed"},
    {"OCSP", "revocation-unknown"},
    {"ocsp", "revocation-unknown"},
    {"certificate verification failed", "other"},
    {"unsupported protocol", "version"},
    {"bad protocol version number", "version"},
    {"bad signature", "proof-of-possession"},
};

__attribute__((noreturn)) static void ended(struct tls *tls, long code) {
  const char *text = tls_error(tls) ? tls_error(tls) : "";
  if (code == TLS_WANT_POLLIN || code == TLS_WANT_POLLOUT || strstr(text, "temporarily unavailable"))
    failed("timeout", "no answer in time");
  if (strstr(text, " alert ") && !strstr(text, "too many")) failed("server", "%s", text);
  if (strstr(text, "unexpected EOF") || strstr(text, "unexpected eof")) failed("server", "%s", text);
  if (strstr(text, "reset by peer") || strstr(text, "Broken pipe")) failed("network", "%s", text);
  if (strstr(text, "revoked")) cancel("revoked", "handshake", "%s", text);
  for (size_t at = 0; at < sizeof reasons / sizeof *reasons; at++) {
    if (strstr(text, reasons[at].words)) cancel(reasons[at].reason, "handshake", "%s", text);
  }
  if (!*text) failed("network", "the connection ended");
  cancel("protocol", "handshake", "%s", text);
}

int main(int count, char **values) {
  begin(count, values, "LibreTLS", ROGUES_VERSION,
        "anchors pin.certificate.leaf pin.digest revocation.crl revocation.require revocation.no-network "
        "client-identity.pem tls1.2 tls1.3");
  tls_init();
  struct tls_config *configuration = tls_config_new();
  unsigned versions = 0;
  if (strcmp(attempt.minimum, "1.3")) versions |= TLS_PROTOCOL_TLSv1_2;
  if (strcmp(attempt.maximum, "1.2")) versions |= TLS_PROTOCOL_TLSv1_3;
  tls_config_set_protocols(configuration, versions);
  tls_config_set_verify_depth(configuration, 20);
  if (!attempt.roots) unsupported("anchors", "tls_config_set_ca_file needs at least one certificate");
  if (tls_config_set_ca_file(configuration, attempt.roots))
    cancel("configuration", "configuration", "%s", tls_config_error(configuration));
  if (does("crl")) {
    if (!attempt.crls) cancel("revocation-unknown", "configuration", "tls_config_set_crl_file needs a file");
    if (tls_config_set_crl_file(configuration, attempt.crls))
      cancel("configuration", "configuration", "%s", tls_config_error(configuration));
  }
  if (!attempt.hostname) tls_config_insecure_noverifyname(configuration);
  if (attempt.alpn && *attempt.alpn) tls_config_set_alpn(configuration, attempt.alpn);
  if (attempt.certificate && tls_config_set_keypair_file(configuration, attempt.certificate, attempt.key))
    cancel("client-identity", "configuration", "%s", tls_config_error(configuration));
  struct tls *tls = tls_client();
  if (tls_configure(tls, configuration))
    cancel(attempt.certificate ? "client-identity" : "configuration", "configuration", "%s", tls_error(tls));
  char host[300];
  snprintf(host, sizeof host, "%s", attempt.host);
  if (*host && host[strlen(host) - 1] == '.') host[strlen(host) - 1] = 0;
  if (tls_connect_socket(tls, connected(), host)) ended(tls, -1);
  long code = tls_handshake(tls);
  if (code) ended(tls, code);
  const char *hash = tls_peer_cert_hash(tls);
  for (int set = 0; set < attempt.sets; set++) {
    int is_right = 0;
    for (int one = 0; hash && one < attempt.pin_count; one++) {
      /* SHA256: and the digits. */
      if (attempt.pins[one].set == set && !strcmp(strchr(hash, ':') + 1, attempt.pins[one].digest)) is_right = 1;
    }
    if (!is_right) cancel("pin-mismatch", "after-handshake", "%s is not pinned", hash ? hash : "nothing");
  }
  const char *text = request_text();
  code = tls_write(tls, text, strlen(text));
  if (code < 0) ended(tls, code);
  while (replied < sizeof reply - 1) {
    code = tls_read(tls, reply + replied, sizeof reply - 1 - replied);
    if (code == 0) break;
    if (code < 0) ended(tls, code);
    replied += code;
  }
  answered();
}
