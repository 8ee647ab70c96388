#include "CArguments.h"

#include <stddef.h>
#if defined(__linux__)
#include <sys/auxv.h>
#endif

static int count = -1;
static char *const *values = NULL;

// glibc and Apple's dyld call constructors as they call main, in programs that are linked statically as well. Other C
// libraries (musl) call them with nothing, and what would be read here is whatever lies in the registers.
#if defined(__GLIBC__) || defined(__APPLE__)
__attribute__((constructor)) static void remember(int argc, char **argv) {
  count = argc;
  values = argv;
}
#endif

int rogues_argument_count(void) { return count; }

char *const *rogues_argument_values(void) { return values; }

const char *rogues_program_path(void) {
#if defined(__linux__)
  return (const char *)getauxval(AT_EXECFN);
#else
  return NULL;
#endif
}
