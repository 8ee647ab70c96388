/* What the adapters in C have in common: the arguments of native.py, the socket, the pins, the answer.
 *
 * A program calls `begin`, configures its library from `attempt`, connects with `connected`, and ends in one of `answered`,
 * `cancel`, `failed` and `unsupported`. Any other ending is an adapter error, never a refusal.
 */
#ifndef ROGUES_CLIENT_H
#define ROGUES_CLIENT_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

struct pin {
  int set, is_certificate;
  char position; /* the first letter of leaf, ca and chain */
  const char *digest; /* SHA-256, in hexadecimal digits */
  unsigned char *der; /* NULL if there is nothing but the digest */
  size_t length;
};

static struct {
  const char *id, *address, *port, *host, *path, *sni, *hostname, *minimum, *maximum, *alpn, *roots, *crls, *certificate, *key;
  const char *revocation, *methods, *time;
  const char *known; /* a file for pins learned on first use; NULL without any */
  int learns;
  long milliseconds;
  int sets, pin_count;
  struct pin pins[64];
} attempt;

static char reply[65536];
static size_t replied;

static void end_with(const char *format, va_list values, const char *begin) {
  char text[1000];
  vsnprintf(text, sizeof text, format, values);
  for (char *one = text; *one; one++) {
    if (*one == '\n' || *one == '\r') *one = ' ';
  }
  printf("%s %s\n", begin, text);
  fflush(stdout);
  _exit(0);
}

/* The validator refuses. The reason may be empty: the library does not say why. */
__attribute__((noreturn, format(printf, 3, 4))) static void cancel(
    const char *reason, const char *phase, const char *format, ...) {
  char begin[100];
  va_list values;
  va_start(values, format);
  snprintf(begin, sizeof begin, "CANCEL %s@%s", reason, phase);
  end_with(format, values, begin);
  abort();
}

/* The validator reached no decision. */
__attribute__((noreturn, format(printf, 2, 3))) static void failed(const char *cause, const char *format, ...) {
  char begin[100];
  va_list values;
  va_start(values, format);
  snprintf(begin, sizeof begin, "FAILED %s", cause);
  end_with(format, values, begin);
  abort();
}

__attribute__((noreturn, format(printf, 2, 3))) static void unsupported(const char *capability, const char *format, ...) {
  char begin[100];
  va_list values;
  va_start(values, format);
  snprintf(begin, sizeof begin, "UNSUPPORTED %s", capability);
  end_with(format, values, begin);
  abort();
}

__attribute__((noreturn, format(printf, 1, 2))) static void broken(const char *format, ...) {
  va_list values;
  va_start(values, format);
  vfprintf(stderr, format, values);
  fputc('\n', stderr);
  _exit(70);
}

static unsigned char *contents(const char *name, size_t *length) {
  FILE *file = fopen(name, "rb");
  if (!file) broken("%s: %s", name, strerror(errno));
  size_t space = 1 << 20;
  unsigned char *bytes = (unsigned char *)malloc(space + 1);
  *length = fread(bytes, 1, space, file);
  if (*length == space) broken("%s is too long", name);
  fclose(file);
  bytes[*length] = 0; /* some parsers of PEM want it */
  return bytes;
}

static void take_pin(char *text) {
  struct pin *pin = &attempt.pins[attempt.pin_count++];
  if (attempt.pin_count == 64) broken("too many pins");
  char *kind = strchr(text, ':') + 1, *position = strchr(kind, ':') + 1;
  char *digest = strchr(position, ':') + 1, *file = strchr(digest, ':');
  *file++ = 0;
  pin->digest = digest;
  pin->set = atoi(text);
  pin->is_certificate = *kind == 'c';
  pin->position = position[0] == 'c' && position[1] == 'h' ? 'h' : position[0]; /* l, c, and h for chain */
  if (*file) pin->der = contents(file, &pin->length);
}

/* Reads the arguments, or describes the library. */
static void begin(int count, char **values, const char *library, const char *version, const char *capabilities) {
  if (count == 2 && !strcmp(values[1], "--version")) {
    printf("%s\t%s\n%s\n", library, version, capabilities);
    exit(0);
  }
  signal(SIGPIPE, SIG_IGN);
  struct {
    const char *name, **place;
  } texts[] = {
      {"id", &attempt.id}, {"address", &attempt.address}, {"port", &attempt.port}, {"host", &attempt.host},
      {"path", &attempt.path}, {"sni", &attempt.sni}, {"hostname", &attempt.hostname}, {"minimum", &attempt.minimum},
      {"maximum", &attempt.maximum}, {"alpn", &attempt.alpn}, {"roots", &attempt.roots}, {"crls", &attempt.crls},
      {"certificate", &attempt.certificate}, {"key", &attempt.key}, {"revocation", &attempt.revocation},
      {"methods", &attempt.methods}, {"time", &attempt.time}, {"known", &attempt.known},
  };
  for (int at = 1; at < count; at++) {
    char *value = strchr(values[at], '=');
    if (!value) broken("an argument without a value: %s", values[at]);
    *value++ = 0;
    size_t place = 0;
    while (place < sizeof texts / sizeof *texts && strcmp(texts[place].name, values[at])) place++;
    if (place < sizeof texts / sizeof *texts) {
      *texts[place].place = value;
    } else if (!strcmp(values[at], "milliseconds")) {
      attempt.milliseconds = atol(value);
    } else if (!strcmp(values[at], "learn")) {
      attempt.learns = atoi(value);
    } else if (!strcmp(values[at], "sets")) {
      attempt.sets = atoi(value);
    } else if (!strcmp(values[at], "pin")) {
      take_pin(value);
    } else {
      broken("an unknown argument: %s", values[at]);
    }
  }
}

static int does(const char *method) { return attempt.methods && strstr(attempt.methods, method) != NULL; }

/* A socket whose calls give up with EAGAIN when the time is over. */
static int connected(void) {
  struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((unsigned short)atoi(attempt.port))};
  if (inet_pton(AF_INET, attempt.address, &to.sin_addr) != 1) broken("an address of another kind: %s", attempt.address);
  int made = socket(AF_INET, SOCK_STREAM, 0);
  struct timeval limit = {attempt.milliseconds / 1000, attempt.milliseconds % 1000 * 1000};
  setsockopt(made, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
  setsockopt(made, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
  if (connect(made, (struct sockaddr *)&to, sizeof to)) failed("network", "connect: %s", strerror(errno));
  return made;
}

static const char *request_text(void) {
  static char text[1000];
  // An IPv6 address is in brackets where a port follows (RFC 3986, section 3.2.2).
  const char *form = strchr(attempt.host, ':') ? "GET %s HTTP/1.1\r\nHost: [%s]:%s\r\n\r\n" : "GET %s HTTP/1.1\r\nHost: %s:%s\r\n\r\n";
  snprintf(text, sizeof text, form, attempt.path, attempt.host, attempt.port);
  return text;
}

/* The nonce of the whole reply. */
__attribute__((noreturn)) static void answered(void) {
  reply[replied < sizeof reply ? replied : sizeof reply - 1] = 0;
  char *body = strstr(reply, "\r\n\r\n");
  int is_fine = !strncmp(reply, "HTTP/1.1 200 ", 13) || !strncmp(reply, "HTTP/1.0 200 ", 13);
  if (!is_fine || !body || strspn(body + 4, "0123456789abcdefABCDEF") != 32) failed("server", "the reply holds no nonce");
  printf("ACCEPT %.32s\n", body + 4);
  fflush(stdout);
  _exit(0);
}

/* The contents of the DER element at `at`; moves `at` behind it. */
static const unsigned char *element(const unsigned char *der, size_t end, size_t *at, size_t *length) {
  size_t begin = *at + 2, octets;
  if (begin > end) broken("a DER element that is cut off");
  *length = der[*at + 1];
  if (*length & 0x80) {
    octets = *length & 0x7f;
    for (*length = 0; octets--; begin++) *length = *length << 8 | der[begin];
  }
  if (begin + *length > end) broken("a DER element that is longer than its certificate");
  *at = begin + *length;
  return der + begin;
}

/* The SubjectPublicKeyInfo of a certificate (RFC 5280, section 4.1). */
static const unsigned char *public_key(const unsigned char *der, size_t size, size_t *length) {
  size_t at = 0, part;
  const unsigned char *outer = element(der, size, &at, &part);
  size_t outer_size = part;
  at = 0;
  const unsigned char *tbs = element(outer, outer_size, &at, &part);
  size_t tbs_size = part;
  at = 0;
  if (tbs[0] == 0xa0) element(tbs, tbs_size, &at, &part);
  for (int skipped = 0; skipped < 5; skipped++) element(tbs, tbs_size, &at, &part);
  size_t from = at;
  element(tbs, tbs_size, &at, &part);
  *length = at - from;
  return tbs + from;
}

/* Refuses if a set of pins is not content with the leaf. */
static void check_leaf(const unsigned char *der, size_t size) {
  for (int set = 0; set < attempt.sets; set++) {
    int is_right = 0;
    for (int one = 0; one < attempt.pin_count; one++) {
      struct pin *pin = &attempt.pins[one];
      if (pin->set != set || pin->position != 'l') continue;
      size_t length = size;
      const unsigned char *bytes = pin->is_certificate ? der : public_key(der, size, &length);
      is_right = is_right || (pin->der && length == pin->length && !memcmp(bytes, pin->der, length));
    }
    if (!is_right) cancel("pin-mismatch", "after-handshake", "the leaf is not pinned");
  }
}

#endif
