"""An adapter for BoringSSL in wreq, a Rust client, through the session door (docs/reference/adapters.md)."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "shared"))

import datetime
import importlib.metadata
import ipaddress

import session
import wreq
import wreq.blocking
import wreq.exceptions
import wreq.redirect
import wreq.tls

# The same words are in adapter.yaml. Not "reason": every certificate that is refused is CERTIFICATE_VERIFY_FAILED.
CAPABILITIES = {"anchors", "client-identity.pem", "tls1.2", "tls1.3"}

VERSIONS = {"1.2": wreq.tls.TlsVersion.TLS_1_2, "1.3": wreq.tls.TlsVersion.TLS_1_3}


def request(attempt):
    try:
        # A store without a certificate trusts nothing.
        store = wreq.tls.CertStore.from_pem_stack(attempt.roots) if attempt.roots.strip() else wreq.tls.CertStore(
            default_paths=False)
        names = wreq.DnsOptions()
        names.add_resolve(attempt.host, [ipaddress.ip_address(attempt.address)])
        options = {}
        if attempt.identity:
            with open(attempt.chain_file, "rb") as chain, open(attempt.key_file, "rb") as key:
                try:
                    options["tls_identity"] = wreq.tls.Identity.from_pkcs8_pem(chain.read(), key.read())
                except Exception as error:
                    raise session.Cancel("client-identity", error, "configuration") from error
        client = wreq.blocking.Client(
            tls_verify=store, tls_verify_hostname=attempt.hostname is not None, http1_only=True, dns_options=names,
            no_proxy=True, redirect=wreq.redirect.Policy.none(), timeout=datetime.timedelta(seconds=attempt.seconds),
            tls_min_version=VERSIONS[attempt.minimum], tls_max_version=VERSIONS[attempt.maximum], **options)
    except wreq.exceptions.TlsError as error:
        raise session.Cancel("client-identity" if attempt.identity else "configuration", error, "configuration") from error
    except wreq.exceptions.BuilderError as error:
        raise session.Cancel("configuration", error, "configuration") from error
    try:
        reply = client.get(f"https://{attempt.host}:{attempt.port}{attempt.path}")
        return session.nonce_of_body(int(reply.status.as_int()), bytes(reply.bytes()))
    except wreq.exceptions.TimeoutError as error:
        raise session.Failed("timeout", error) from error
    except Exception as error:
        if not type(error).__module__.endswith("exceptions"):
            raise
        raise meaning(str(error)) from error


def meaning(text):
    if "CERTIFICATE_VERIFY_FAILED" in text:
        return session.Cancel("other", text)
    if "_ALERT_" in text:
        return session.Failed("server", text)
    if "UNSUPPORTED_PROTOCOL" in text:
        return session.Cancel("version", text)
    if "BAD_SIGNATURE" in text:
        return session.Cancel("proof-of-possession", text)
    if "ErrorStack" in text and "reason:" in text:
        return session.Cancel("protocol", text)
    if any(words in text for words in ("ConnectionRefused", "ConnectionReset", "eof", "Eof", "EOF", "IncompleteMessage",
                                       "Os {", "SYSCALL", "closed")):
        return session.Failed("network", text)
    raise RuntimeError(f"without a meaning: {text}")


if __name__ == "__main__":
    session.serve("wreq", "BoringSSL in wreq", importlib.metadata.version("wreq"), CAPABILITIES, request, in_flight=2)
