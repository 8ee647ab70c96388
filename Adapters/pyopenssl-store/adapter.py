"""An adapter for pyOpenSSL's X509StoreContext, through the session door without TLS (docs/reference/adapters.md)."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "shared"))

import datetime

import OpenSSL
import session
from cryptography import x509
from OpenSSL import crypto

# The same words are in adapter.yaml; TLS itself is the harness's.
CAPABILITIES = {"anchors", "revocation.crl", "revocation.require", "revocation.no-network", "clock", "reason"}


def loaded(der):
    try:
        return crypto.load_certificate(crypto.FILETYPE_ASN1, der)
    except crypto.Error as error:
        raise session.Cancel("malformed", error) from error


def crl(pem):
    """A CRL as a store takes it: before 24.3 its own kind only."""
    if hasattr(crypto, "load_crl"):
        return crypto.load_crl(crypto.FILETYPE_PEM, pem)
    return x509.load_pem_x509_crl(pem)


def request(attempt):
    leaf, *rest = [loaded(der) for der in attempt.served]
    store = crypto.X509Store()
    # Anchors may be intermediates and leaves.
    flags = crypto.X509StoreFlags.PARTIAL_CHAIN
    for der in session.pem_certificates(attempt.roots):
        store.add_cert(loaded(der))
    if attempt.crls is not None:
        flags |= crypto.X509StoreFlags.CRL_CHECK | crypto.X509StoreFlags.CRL_CHECK_ALL
        for block in attempt.crls.split(b"-----END X509 CRL-----")[:-1]:
            store.add_crl(crl(block.strip() + b"\n-----END X509 CRL-----\n"))
    store.set_flags(flags)
    if attempt.policy["time"]:
        store.set_time(attempt.moment.astimezone(datetime.timezone.utc).replace(tzinfo=None))
    try:
        crypto.X509StoreContext(store, leaf, rest).verify_certificate()
    except crypto.X509StoreContextError as error:
        code = error.errors[0]
        raise session.Cancel(session.OPENSSL_REASONS.get(code, "other"), error) from error
    return attempt.receipt


if __name__ == "__main__":
    version = OpenSSL.__version__
    session.serve("pyopenssl-store", "pyOpenSSL", version, CAPABILITIES, request, offline=True)
