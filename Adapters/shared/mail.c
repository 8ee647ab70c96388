/* The question of an attempt, from a client of mail that has no option for it: preloaded, between the client and its TLS
   library (GnuTLS or OpenSSL). It touches what is said under TLS, and nothing of the handshake or of what is verified.

   ROGUES_ASK             what is asked
   ROGUES_ASK_FOR         after STARTTLS: the command that it takes the place of; an IMAP command keeps its tag
   ROGUES_REPLY           without STARTTLS: the file for the reply

   Without STARTTLS the server speaks HTTP and waits to be asked, while the client, content with the server's certificate,
   waits for a greeting. Where the client first reads, the server is asked, and its reply is read. The client gets what
   ended the reply: the end, or the error of its library. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static int is_asked;

/* Returns the replacement for a client's data; NULL: the data. */
static const char *instead(const void *data, size_t length) {
  static char text[1000];
  const char *ask = getenv("ROGUES_ASK"), *command = getenv("ROGUES_ASK_FOR");
  if (!ask || !command) return NULL;
  const char *said = data, *space = memchr(data, ' ', length);
  size_t tags[] = {0, space ? space + 1 - said : 0}, size = strlen(command);
  for (int one = 0; one < 2; one++) {
    if (length - tags[one] < size || memcmp(said + tags[one], command, size)) continue;
    snprintf(text, sizeof text, "%.*s%s\r\n", (int)tags[one], said, ask);
    return text;
  }
  return NULL;
}

static void keep(const char *bytes, long count) {
  const char *path = getenv("ROGUES_REPLY");
  FILE *file = path ? fopen(path, "a") : NULL;
  if (!file) abort();
  fwrite(bytes, 1, count, file);
  fclose(file);
}

/* Whether the request is sent while a client waits for a greeting. */
static int is_silent(void) { return getenv("ROGUES_ASK") && !getenv("ROGUES_ASK_FOR"); }

/* GnuTLS */

ssize_t gnutls_record_send(void *session, const void *data, size_t length) {
  ssize_t (*next)(void *, const void *, size_t) = dlsym(RTLD_NEXT, "gnutls_record_send");
  const char *text = instead(data, length);
  if (!text) return next(session, data, length);
  ssize_t sent = next(session, text, strlen(text));
  return sent < 0 ? sent : (ssize_t)length;
}

ssize_t gnutls_record_recv(void *session, void *data, size_t length) {
  ssize_t (*next)(void *, void *, size_t) = dlsym(RTLD_NEXT, "gnutls_record_recv");
  ssize_t (*send)(void *, const void *, size_t) = dlsym(RTLD_NEXT, "gnutls_record_send");
  if (!is_silent()) return next(session, data, length);
  char reply[4096];
  ssize_t count = 1;
  if (!is_asked) count = send(session, getenv("ROGUES_ASK"), strlen(getenv("ROGUES_ASK")));
  is_asked = 1;
  /* -28 and -52: GNUTLS_E_AGAIN and GNUTLS_E_INTERRUPTED. */
  while (count > 0 || count == -28 || count == -52) {
    count = next(session, reply, sizeof reply);
    if (count > 0) keep(reply, count);
  }
  return count;
}

/* OpenSSL */

static void *connected;

int SSL_connect(void *tls) {
  int (*next)(void *) = dlsym(RTLD_NEXT, "SSL_connect");
  int result = next(tls);
  if (result == 1) connected = tls;
  return result;
}

int SSL_write(void *tls, const void *data, int length) {
  int (*next)(void *, const void *, int) = dlsym(RTLD_NEXT, "SSL_write");
  const char *text = instead(data, length);
  if (!text) return next(tls, data, length);
  int sent = next(tls, text, strlen(text));
  return sent <= 0 ? sent : length;
}

static int ask(void *tls) {
  int (*send)(void *, const void *, int) = dlsym(RTLD_NEXT, "SSL_write");
  if (is_asked) return 1;
  is_asked = 1;
  return send(tls, getenv("ROGUES_ASK"), strlen(getenv("ROGUES_ASK")));
}

static int read_reply(void *tls) {
  int (*next)(void *, void *, int) = dlsym(RTLD_NEXT, "SSL_read"), (*descriptor)(void *) = dlsym(RTLD_NEXT, "SSL_get_fd");
  int (*why)(void *, int) = dlsym(RTLD_NEXT, "SSL_get_error"), (*wait)(struct pollfd *, nfds_t, int) = dlsym(RTLD_NEXT, "poll");
  char reply[4096];
  int count = ask(tls);
  while (count > 0) {
    count = next(tls, reply, sizeof reply);
    if (count > 0) keep(reply, count);
    /* 2: SSL_ERROR_WANT_READ, where the socket does not block. */
    struct pollfd one = {descriptor(tls), POLLIN, 0};
    if (count < 0 && why(tls, count) == 2) count = wait(&one, 1, -1);
  }
  return count;
}

int SSL_read(void *tls, void *data, int length) {
  int (*next)(void *, void *, int) = dlsym(RTLD_NEXT, "SSL_read");
  return is_silent() ? read_reply(tls) : next(tls, data, length);
}

int SSL_peek(void *tls, void *data, int length) {
  int (*next)(void *, void *, int) = dlsym(RTLD_NEXT, "SSL_peek");
  return is_silent() ? read_reply(tls) : next(tls, data, length);
}

/* A client whose socket does not block reads when there is something to read. Where the certificate is
   wrong, it has closed the socket before it waits. */
int poll(struct pollfd *sockets, nfds_t count, int milliseconds) {
  int (*next)(struct pollfd *, nfds_t, int) = dlsym(RTLD_NEXT, "poll");
  int (*descriptor)(void *) = dlsym(RTLD_NEXT, "SSL_get_fd");
  for (nfds_t one = 0; connected && !is_asked && is_silent() && one < count; one++) {
    if (sockets[one].events & POLLIN && sockets[one].fd == descriptor(connected)) ask(connected);
  }
  return next(sockets, count, milliseconds);
}

/* mutt waits for seconds so that its user can read the error. */
unsigned sleep(unsigned seconds) {
  (void)seconds;
  return 0;
}
