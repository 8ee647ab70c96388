/* The question of an attempt, from a client of mail that has no option for it: preloaded, between the client and its TLS
   library (GnuTLS or OpenSSL). It touches what is said under TLS, and nothing of the handshake or of what is verified.

   ROGUES_ASK             what is asked
   ROGUES_ASK_FOR         after STARTTLS: the command that it takes the place of; an IMAP command keeps its tag
   ROGUES_REPLY           without STARTTLS: the file for the reply

   Without STARTTLS the server speaks HTTP and waits to be asked, while the client, content with the server's certificate,
   waits for a greeting. Where the client first reads, it is asked, and its reply is read. The client gets what
   ended the reply: the end, or the error of its library. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

static int is_asked;

/* Returns what is said in place of a client's data; NULL: the data. */
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

/* The request, once, where a client waits for a greeting. */
static const char *request(void) {
  const char *ask = getenv("ROGUES_ASK");
  if (is_asked || getenv("ROGUES_ASK_FOR")) return NULL;
  is_asked = 1;
  return ask;
}

static void keep(const char *bytes, long count) {
  const char *path = getenv("ROGUES_REPLY");
  FILE *file = path ? fopen(path, "a") : NULL;
  if (!file) abort();
  fwrite(bytes, 1, count, file);
  fclose(file);
}

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
  const char *text = request();
  if (!text) return next(session, data, length);
  ssize_t count = send(session, text, strlen(text));
  char reply[4096];
  /* -28 and -52: GNUTLS_E_AGAIN and GNUTLS_E_INTERRUPTED. */
  while (count > 0 || count == -28 || count == -52) {
    count = next(session, reply, sizeof reply);
    if (count > 0) keep(reply, count);
  }
  return count;
}

/* OpenSSL */

int SSL_write(void *tls, const void *data, int length) {
  int (*next)(void *, const void *, int) = dlsym(RTLD_NEXT, "SSL_write");
  const char *text = instead(data, length);
  if (!text) return next(tls, data, length);
  int sent = next(tls, text, strlen(text));
  return sent <= 0 ? sent : length;
}

int SSL_read(void *tls, void *data, int length) {
  int (*next)(void *, void *, int) = dlsym(RTLD_NEXT, "SSL_read");
  int (*send)(void *, const void *, int) = dlsym(RTLD_NEXT, "SSL_write");
  const char *text = request();
  if (!text) return next(tls, data, length);
  int count = send(tls, text, strlen(text));
  char reply[4096];
  while (count > 0) {
    count = next(tls, reply, sizeof reply);
    if (count > 0) keep(reply, count);
  }
  return count;
}
