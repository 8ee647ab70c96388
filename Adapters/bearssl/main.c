/* An adapter for BearSSL, in the way of its sample client_basic.c (docs/reference/adapters.md, and ../shared/native.py). */
#include <bearssl.h>

#include "client.h"

/* What the reading of a certificate or key appends to. */
struct bytes {
  unsigned char *at;
  size_t length;
};

static void append(void *to, const void *from, size_t length) {
  struct bytes *bytes = (struct bytes *)to;
  bytes->at = (unsigned char *)realloc(bytes->at, bytes->length + length + 1);
  memcpy(bytes->at + bytes->length, from, length);
  bytes->length += length;
}

/* The next PEM block of a kind; none: 0. */
static int next_block(const char **text, const char *kind, struct bytes *block) {
  char begin[100], end[100];
  snprintf(begin, sizeof begin, "-----BEGIN %s-----", kind);
  snprintf(end, sizeof end, "-----END %s-----", kind);
  const char *from = strstr(*text, begin), *to = from ? strstr(from, end) : NULL;
  if (!to) return 0;
  *text = to + strlen(end);
  br_pem_decoder_context pem;
  br_pem_decoder_init(&pem);
  block->at = NULL;
  block->length = 0;
  while (from < *text + 1) {
    size_t pushed = br_pem_decoder_push(&pem, from, (size_t)(*text + 1 - from));
    from += pushed;
    int event = br_pem_decoder_event(&pem);
    if (event == BR_PEM_BEGIN_OBJ) br_pem_decoder_setdest(&pem, append, block);
    if (event == BR_PEM_END_OBJ) break;
    if (event == BR_PEM_ERROR) return 0;
    if (!pushed && !event) break;
  }
  return 1;
}

static br_x509_trust_anchor anchors[100];
static size_t anchor_count;

/* A certificate as an anchor, as brssl's certificate_to_trust_anchor has it. */
static int trust(struct bytes certificate) {
  br_x509_decoder_context *decoder = (br_x509_decoder_context *)malloc(sizeof *decoder);
  struct bytes name = {0};
  br_x509_decoder_init(decoder, append, &name);
  br_x509_decoder_push(decoder, certificate.at, certificate.length);
  br_x509_pkey *key = br_x509_decoder_get_pkey(decoder);
  if (!key) return br_x509_decoder_last_error(decoder);
  br_x509_trust_anchor *anchor = &anchors[anchor_count++];
  if (anchor_count == 100) broken("too many anchors");
  anchor->dn.data = name.at;
  anchor->dn.len = name.length;
  anchor->flags = br_x509_decoder_isCA(decoder) ? BR_X509_TA_CA : 0;
  anchor->pkey = *key; /* points into the decoder, which is kept */
  return 0;
}

static struct {
  br_x509_class const *vtable;
  br_x509_minimal_context *inner;
  struct bytes leaf;
  int number;
} kept;

/* The leaf is kept as it comes by, because nothing shows it later. */
static void start_chain(const br_x509_class **context, const char *name) {
  kept.number = 0;
  kept.inner->vtable->start_chain(&kept.inner->vtable, name);
}
static void start_cert(const br_x509_class **context, uint32_t length) {
  kept.inner->vtable->start_cert(&kept.inner->vtable, length);
}
static void append_part(const br_x509_class **context, const unsigned char *part, size_t length) {
  if (!kept.number) append(&kept.leaf, part, length);
  kept.inner->vtable->append(&kept.inner->vtable, part, length);
}
static void end_cert(const br_x509_class **context) {
  kept.number++;
  kept.inner->vtable->end_cert(&kept.inner->vtable);
}
static unsigned end_chain(const br_x509_class **context) { return kept.inner->vtable->end_chain(&kept.inner->vtable); }
static const br_x509_pkey *get_pkey(const br_x509_class *const *context, unsigned *usages) {
  return kept.inner->vtable->get_pkey((const br_x509_class *const *)&kept.inner->vtable, usages);
}
static const br_x509_class keeping = {sizeof kept, start_chain, start_cert, append_part, end_cert, end_chain, get_pkey};

static int timed_out, was_reset;

static int receive(void *context, unsigned char *buffer, size_t length) {
  ssize_t got = recv(*(int *)context, buffer, length, 0);
  if (got < 0) *(errno == EAGAIN ? &timed_out : &was_reset) = 1;
  return got <= 0 ? -1 : (int)got;
}

static int transmit(void *context, const unsigned char *buffer, size_t length) {
  ssize_t sent = send(*(int *)context, buffer, length, 0);
  if (sent < 0) was_reset = 1;
  return sent <= 0 ? -1 : (int)sent;
}

static const struct {
  int code;
  const char *reason;
} reasons[] = {
    {BR_ERR_X509_EXPIRED, "other"}, {BR_ERR_X509_BAD_SERVER_NAME, "name-mismatch"}, {BR_ERR_X509_NOT_TRUSTED, "untrusted"},
    {BR_ERR_X509_NOT_CA, "not-a-ca"}, {BR_ERR_X509_FORBIDDEN_KEY_USAGE, "key-usage"},
    {BR_ERR_X509_BAD_SIGNATURE, "bad-signature"}, {BR_ERR_X509_CRITICAL_EXTENSION, "extension"},
    {BR_ERR_X509_WEAK_PUBLIC_KEY, "weak-crypto"}, {BR_ERR_X509_DN_MISMATCH, "untrusted"},
    {BR_ERR_X509_UNSUPPORTED, "weak-crypto"}, {BR_ERR_X509_TIME_UNKNOWN, "other"}, {BR_ERR_X509_EMPTY_CHAIN, "protocol"},
    {BR_ERR_X509_LIMIT_EXCEEDED, "path-length"}, {BR_ERR_X509_WRONG_KEY_TYPE, "protocol"},
    {BR_ERR_BAD_SIGNATURE, "proof-of-possession"}, {BR_ERR_UNSUPPORTED_VERSION, "version"},
};

__attribute__((noreturn)) static void ended(int code) {
  if (timed_out) failed("timeout", "no answer in time");
  if (code == BR_ERR_OK || code == BR_ERR_IO) failed(was_reset ? "network" : "server", "the connection ended");
  if (code >= BR_ERR_RECV_FATAL_ALERT && code < BR_ERR_SEND_FATAL_ALERT) failed("server", "alert %d", code & 255);
  for (size_t at = 0; at < sizeof reasons / sizeof *reasons; at++) {
    if (reasons[at].code == code) cancel(reasons[at].reason, "handshake", "error %d", code);
  }
  if (code > BR_ERR_X509_OK && code <= BR_ERR_X509_NOT_TRUSTED) cancel("malformed", "handshake", "error %d", code);
  cancel("protocol", "handshake", "error %d", code);
}

/* Days are counted from the year 0. */
static void set_time(br_x509_minimal_context *x509, long long seconds) {
  br_x509_minimal_set_time(x509, (uint32_t)(seconds / 86400 + 719528), (uint32_t)(seconds % 86400));
}

int main(int count, char **values) {
  begin(count, values, "BearSSL", ROGUES_VERSION, "anchors pin.spki.leaf pin.certificate.leaf tls1.2 clock reason");
  static br_ssl_client_context client;
  static br_x509_minimal_context x509;
  static unsigned char buffer[BR_SSL_BUFSIZE_BIDI];
  size_t length;
  struct bytes block;
  if (attempt.roots) {
    const char *text = (const char *)contents(attempt.roots, &length);
    while (next_block(&text, "CERTIFICATE", &block)) {
      int code = trust(block);
      if (code) cancel("configuration", "configuration", "an anchor cannot be read: %d", code);
    }
  }
  br_ssl_client_init_full(&client, &x509, anchors, anchor_count);
  br_ssl_engine_set_versions(&client.eng, BR_TLS12, BR_TLS12);
  if (attempt.time) set_time(&x509, atoll(attempt.time));
  kept.vtable = &keeping;
  kept.inner = &x509;
  br_ssl_engine_set_x509(&client.eng, &kept.vtable);
  br_ssl_engine_set_buffer(&client.eng, buffer, sizeof buffer, 1);
  const char *protocols[] = {"http/1.1"};
  if (attempt.alpn && *attempt.alpn) br_ssl_engine_set_protocol_names(&client.eng, protocols, 1);
  /* One name for SNI and for the check; none is both of them off. */
  br_ssl_client_reset(&client, attempt.hostname ? attempt.hostname : NULL, 0);
  int net = connected();
  br_sslio_context io;
  br_sslio_init(&io, &client.eng, receive, &net, transmit, &net);
  const char *text = request_text();
  /* The handshake is done when it is flushed; nothing of the request is in it. */
  if (br_sslio_flush(&io)) ended(br_ssl_engine_last_error(&client.eng));
  while (!(br_ssl_engine_current_state(&client.eng) & (BR_SSL_SENDAPP | BR_SSL_CLOSED))) {
    if (br_sslio_flush(&io)) break;
    unsigned state = br_ssl_engine_current_state(&client.eng);
    if (state & BR_SSL_SENDREC) {
      size_t left;
      unsigned char *record = br_ssl_engine_sendrec_buf(&client.eng, &left);
      int sent = transmit(&net, record, left);
      if (sent < 0) ended(BR_ERR_IO);
      br_ssl_engine_sendrec_ack(&client.eng, (size_t)sent);
    } else if (state & BR_SSL_RECVREC) {
      size_t left;
      unsigned char *record = br_ssl_engine_recvrec_buf(&client.eng, &left);
      int got = receive(&net, record, left);
      if (got < 0) ended(BR_ERR_IO);
      br_ssl_engine_recvrec_ack(&client.eng, (size_t)got);
    }
  }
  if (br_ssl_engine_current_state(&client.eng) & BR_SSL_CLOSED) ended(br_ssl_engine_last_error(&client.eng));
  check_leaf(kept.leaf.at, kept.leaf.length);
  if (br_sslio_write_all(&io, text, strlen(text)) || br_sslio_flush(&io)) ended(br_ssl_engine_last_error(&client.eng));
  while (replied < sizeof reply - 1) {
    int read = br_sslio_read(&io, reply + replied, sizeof reply - 1 - replied);
    if (read < 0) {
      int code = br_ssl_engine_last_error(&client.eng);
      if (code == BR_ERR_OK || (code == BR_ERR_IO && !timed_out)) break;
      ended(code);
    }
    replied += (size_t)read;
  }
  answered();
}
