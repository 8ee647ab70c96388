"""An adapter for rustls and webpki in pyreqwest's reqwest, through the session door (docs/reference/adapters.md)."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "shared"))

import datetime
import importlib.metadata

import pyreqwest.exceptions
import session
from pyreqwest.client import SyncClientBuilder

# The same words are in adapter.yaml.
CAPABILITIES = {"anchors", "client-identity.pem", "tls1.2", "tls1.3", "reason"}

VERSIONS = {"1.2": "TLSv1.2", "1.3": "TLSv1.3"}

# The variants of rustls' CertificateError, as it writes them; the first that fits decides.
WORDS = [
    ("certificate expired", "expired"),
    ("certificate not valid yet", "not-yet-valid"),
    ("certificate not valid for name", "name-mismatch"),
    ("NotValidForName", "name-mismatch"),
    ("CaUsedAsEndEntity", "other"),
    ("EndEntityUsedAsCa", "not-a-ca"),
    ("PathLenConstraintViolated", "path-length"),
    ("NameConstraintViolation", "name-constraint"),
    ("InvalidPurpose", "key-usage"),
    ("certificate does not allow extended key usage", "key-usage"),
    ("UnhandledCriticalExtension", "extension"),
    ("UnsupportedCriticalExtension", "extension"),
    ("UnsupportedSignatureAlgorithm", "weak-crypto"),
    ("UnsupportedCertVersion", "malformed"),
    ("BadEncoding", "malformed"),
    ("BadDer", "malformed"),
    ("TrailingData", "malformed"),
    ("ExtensionValueInvalid", "malformed"),
    ("MalformedExtensions", "malformed"),
    ("MalformedDnsIdentifier", "malformed"),
    ("invalid peer certificate: BadSignature", None),
    ("UnknownIssuer", "untrusted"),
    ("Revoked", "revoked"),
    ("UnknownRevocationStatus", "revocation-unknown"),
    ("invalid peer certificate", "other"),
    ("does not support TLS version", "version"),
    ("ServerDoesNotSupportTls12Or13", "version"),
    ("SelectedUnofferedVersion", "version"),
    ("peer is incompatible", "protocol"),
    ("peer misbehaved", "protocol"),
    ("received corrupt message", "protocol"),
    ("received unexpected", "protocol"),
    ("cannot decrypt", "protocol"),
    ("peer sent", "protocol"),
    ("no certificates presented", "protocol"),
    ("inappropriate message", "protocol"),
    ("inappropriate handshake message", "protocol"),
]


def client(attempt):
    builder = (
        SyncClientBuilder().no_proxy().http1_only().follow_redirects(False).pool_max_idle_per_host(0)
        .timeout(datetime.timedelta(seconds=attempt.seconds))
        .min_tls_version(VERSIONS[attempt.minimum]).max_tls_version(VERSIONS[attempt.maximum])
        .resolve(attempt.host, attempt.address, attempt.port))
    for der in session.pem_certificates(attempt.roots):
        builder = builder.add_root_certificate_der(der)
    if attempt.identity:
        with open(attempt.chain_file, "rb") as chain, open(attempt.key_file, "rb") as key:
            builder = builder.identity_pem(chain.read() + key.read())
    return builder.build()


def request(attempt):
    if not attempt.roots.strip():
        raise session.Unsupported("anchors", "without a root of its own the client trusts the system's")
    try:
        made = client(attempt)
    except Exception as error:
        detail = f"{error} {getattr(error, 'details', '')}"
        raise session.Cancel("client-identity" if attempt.identity else "configuration", detail, "configuration") from error
    try:
        with made:
            reply = made.get(f"https://{attempt.host}:{attempt.port}{attempt.path}").build().send()
            return session.nonce_of_body(reply.status, bytes(reply.bytes()))
    except pyreqwest.exceptions.TransportError as error:
        raise meaning(error) from error
    except pyreqwest.exceptions.RequestError as error:
        raise meaning(error) from error


def meaning(error):
    text = "; ".join(cause["message"] for cause in (error.details or {}).get("causes", [])) or str(error)
    if "received fatal alert" in text:
        return session.Failed("server", text)
    for words, reason in WORDS:
        if words in text:
            return session.Cancel(reason, text)
    if isinstance(error, pyreqwest.exceptions.RequestTimeoutError) or "timed out" in text:
        return session.Failed("timeout", text)
    closed = ["onnection refused", "onnection reset", "eof", "roken pipe", "connection closed", "onnection error"]
    if any(words in text for words in closed):
        return session.Failed("network", text)
    raise RuntimeError(f"without a meaning: {text}")


if __name__ == "__main__":
    version = importlib.metadata.version("pyreqwest")
    session.serve("pyreqwest", "rustls in pyreqwest", version, CAPABILITIES, request, in_flight=2)
