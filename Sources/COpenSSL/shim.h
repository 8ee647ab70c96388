// Only what Swift's importer cannot see: function-like macros, typed stacks, constants made by casts.
#ifndef ROGUES_COPENSSL_SHIM_H
#define ROGUES_COPENSSL_SHIM_H
#include "shim-common.h"
#include "shim-pki.h"
#include "shim-tls.h"
#endif
