// Shims for keys, certificates, CRLs, OCSP and PKCS#12.
#ifndef ROGUES_COPENSSL_SHIM_PKI_H
#define ROGUES_COPENSSL_SHIM_PKI_H
#include "shim-common.h"
#endif
