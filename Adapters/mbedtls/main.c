/* An adapter for Mbed TLS, in the way of its example ssl_client1 (docs/reference/adapters.md, and ../shared/native.py). */
#include <mbedtls/ctr_drbg.h>
#include <mbedtls/entropy.h>
#include <mbedtls/error.h>
#include <mbedtls/net_sockets.h>
#include <mbedtls/ssl.h>
#include <mbedtls/version.h>

#include "client.h"

static const struct {
  unsigned flag;
  const char *reason;
} flags[] = {
    {MBEDTLS_X509_BADCERT_NOT_TRUSTED, "untrusted"},
    {MBEDTLS_X509_BADCERT_EXPIRED, "expired"},
    {MBEDTLS_X509_BADCERT_FUTURE, "not-yet-valid"},
    {MBEDTLS_X509_BADCERT_CN_MISMATCH, "name-mismatch"},
    {MBEDTLS_X509_BADCERT_REVOKED, "revoked"},
    {MBEDTLS_X509_BADCRL_NOT_TRUSTED, "revocation-unknown"},
    {MBEDTLS_X509_BADCRL_EXPIRED, "revocation-unknown"},
    {MBEDTLS_X509_BADCRL_FUTURE, "revocation-unknown"},
    {MBEDTLS_X509_BADCERT_KEY_USAGE, "key-usage"},
    {MBEDTLS_X509_BADCERT_EXT_KEY_USAGE, "key-usage"},
    {MBEDTLS_X509_BADCERT_NS_CERT_TYPE, "key-usage"},
    {MBEDTLS_X509_BADCERT_BAD_MD, "weak-crypto"},
    {MBEDTLS_X509_BADCERT_BAD_PK, "weak-crypto"},
    {MBEDTLS_X509_BADCERT_BAD_KEY, "weak-crypto"},
};

static mbedtls_ssl_context tls;

__attribute__((noreturn)) static void ended(int code) {
  char text[300], why[600] = "";
  mbedtls_strerror(code, text, sizeof text);
  unsigned found = mbedtls_ssl_get_verify_result(&tls);
  if (found == 0xffffffff) found = 0;
  if (found) mbedtls_x509_crt_verify_info(why, sizeof why, " ", found);
  if (code == MBEDTLS_ERR_SSL_FATAL_ALERT_MESSAGE || code == MBEDTLS_ERR_SSL_PEER_CLOSE_NOTIFY) failed("server", "%s", text);
  if (code == MBEDTLS_ERR_SSL_TIMEOUT || code == MBEDTLS_ERR_SSL_WANT_READ || code == MBEDTLS_ERR_SSL_WANT_WRITE)
    failed("timeout", "%s", text);
  if (code == MBEDTLS_ERR_SSL_CONN_EOF || code == MBEDTLS_ERR_NET_CONN_RESET || code == MBEDTLS_ERR_NET_RECV_FAILED ||
      code == MBEDTLS_ERR_NET_SEND_FAILED)
    failed("network", "%s", text);
  for (size_t at = 0; found && at < sizeof flags / sizeof *flags; at++) {
    if (found & flags[at].flag) cancel(flags[at].reason, "handshake", "%s; %s", why, text);
  }
  if (found) cancel("other", "handshake", "%s; %s", why, text);
  /* The high byte is the module: X.509, or ASN.1 below it. */
  if (-code >= 0x2000 && -code < 0x3000) cancel("malformed", "handshake", "%s", text);
  if (code == MBEDTLS_ERR_SSL_BAD_HS_PROTOCOL_VERSION) cancel("version", "handshake", "%s", text);
  cancel("protocol", "handshake", "%s", text);
}

/* Like mbedtls_net_recv on a socket with a time limit, whose EAGAIN that takes for readiness. */
static int receive(void *context, unsigned char *buffer, size_t length) {
  int read = mbedtls_net_recv(context, buffer, length);
  return read < 0 && (errno == EAGAIN || errno == EWOULDBLOCK) && read == MBEDTLS_ERR_NET_RECV_FAILED
             ? MBEDTLS_ERR_SSL_TIMEOUT
             : read;
}

int main(int count, char **values) {
  char version[20];
  mbedtls_version_get_string(version);
  begin(count, values, "Mbed TLS", version,
        "anchors pin.spki.leaf pin.certificate.leaf revocation.crl revocation.no-network client-identity.pem tls1.2 reason");
  mbedtls_entropy_context entropy;
  mbedtls_ctr_drbg_context random;
  mbedtls_ssl_config configuration;
  mbedtls_x509_crt roots, own;
  mbedtls_x509_crl lists;
  mbedtls_pk_context key;
  mbedtls_entropy_init(&entropy);
  mbedtls_ctr_drbg_init(&random);
  mbedtls_ssl_config_init(&configuration);
  mbedtls_ssl_init(&tls);
  mbedtls_x509_crt_init(&roots);
  mbedtls_x509_crt_init(&own);
  mbedtls_x509_crl_init(&lists);
  mbedtls_pk_init(&key);
  if (mbedtls_ctr_drbg_seed(&random, mbedtls_entropy_func, &entropy, NULL, 0)) broken("no random numbers");
  if (mbedtls_ssl_config_defaults(
          &configuration, MBEDTLS_SSL_IS_CLIENT, MBEDTLS_SSL_TRANSPORT_STREAM, MBEDTLS_SSL_PRESET_DEFAULT))
    broken("no defaults");
  mbedtls_ssl_conf_authmode(&configuration, MBEDTLS_SSL_VERIFY_REQUIRED);
  mbedtls_ssl_conf_min_version(&configuration, MBEDTLS_SSL_MAJOR_VERSION_3, MBEDTLS_SSL_MINOR_VERSION_3);
  mbedtls_ssl_conf_rng(&configuration, mbedtls_ctr_drbg_random, &random);

  int code = attempt.roots ? mbedtls_x509_crt_parse_file(&roots, attempt.roots) : 0;
  /* A positive number counts unreadable certificates; the others are trusted. */
  if (code < 0) cancel("configuration", "configuration", "the anchors cannot be read: -0x%04x", -code);
  if (!attempt.roots) cancel("untrusted", "configuration", "without a chain of anchors the library ends the handshake");
  if (attempt.crls && does("crl") && (code = mbedtls_x509_crl_parse_file(&lists, attempt.crls)))
    cancel("configuration", "configuration", "the lists cannot be read: -0x%04x", -code);
  mbedtls_ssl_conf_ca_chain(&configuration, &roots, attempt.crls && does("crl") ? &lists : NULL);
  if (attempt.certificate) {
    code = mbedtls_x509_crt_parse_file(&own, attempt.certificate);
    if (!code) code = mbedtls_pk_parse_keyfile(&key, attempt.key, NULL);
    if (!code) code = mbedtls_pk_check_pair(&own.pk, &key);
    if (!code) code = mbedtls_ssl_conf_own_cert(&configuration, &own, &key);
    if (code) cancel("client-identity", "configuration", "-0x%04x", -code);
  }
  const char *protocols[] = {"http/1.1", NULL};
  if (attempt.alpn && *attempt.alpn) mbedtls_ssl_conf_alpn_protocols(&configuration, protocols);
  if (mbedtls_ssl_setup(&tls, &configuration)) broken("no context");
  /* One name for SNI and for the check; none is both of them off. */
  if (attempt.hostname && mbedtls_ssl_set_hostname(&tls, attempt.hostname)) broken("no name");

  mbedtls_net_context net;
  net.fd = connected();
  mbedtls_ssl_set_bio(&tls, &net, mbedtls_net_send, receive, NULL);
  if ((code = mbedtls_ssl_handshake(&tls))) ended(code);
  const mbedtls_x509_crt *leaf = mbedtls_ssl_get_peer_cert(&tls);
  check_leaf(leaf->raw.p, leaf->raw.len);
  const char *text = request_text();
  if ((code = mbedtls_ssl_write(&tls, (const unsigned char *)text, strlen(text))) < 0) ended(code);
  while (replied < sizeof reply - 1) {
    code = mbedtls_ssl_read(&tls, (unsigned char *)reply + replied, sizeof reply - 1 - replied);
    if (code == 0 || code == MBEDTLS_ERR_SSL_PEER_CLOSE_NOTIFY || code == MBEDTLS_ERR_SSL_CONN_EOF) break;
    if (code < 0) ended(code);
    replied += code;
  }
  answered();
}
