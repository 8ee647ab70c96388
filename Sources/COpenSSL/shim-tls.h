// Shims for TLS contexts and connections.
#ifndef ROGUES_COPENSSL_SHIM_TLS_H
#define ROGUES_COPENSSL_SHIM_TLS_H
#include "shim-common.h"
#endif
