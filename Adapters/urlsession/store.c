/* The machine's store of anchors, as the attempt has it: FoundationNetworking has no setting for anchors on Linux. What
   libcurl opens in /etc/ssl/certs is $ROGUES_ROOTS for the bundle, and missing for everything else. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char folder[] = "/etc/ssl/certs/";

static const char *instead(const char *path) {
  if (!path || strncmp(path, folder, sizeof folder - 1)) return path;
  const char *roots = getenv("ROGUES_ROOTS");
  return roots && !strcmp(path + sizeof folder - 1, "ca-certificates.crt") ? roots : "/nonexistent";
}

FILE *fopen(const char *path, const char *mode) {
  FILE *(*next)(const char *, const char *) = dlsym(RTLD_NEXT, "fopen");
  return next(instead(path), mode);
}

FILE *fopen64(const char *path, const char *mode) {
  FILE *(*next)(const char *, const char *) = dlsym(RTLD_NEXT, "fopen64");
  return next(instead(path), mode);
}
