"""An adapter for niquests and its fingerprints, through the session door (docs/reference/adapters.md)."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "shared"))

import ssl

import niquests
import session

# The same words are in adapter.yaml.
CAPABILITIES = {
    "anchors", "pin.certificate.leaf", "pin.digest", "client-identity.pem", "tls1.2", "tls1.3",
}


def request(attempt):
    roots = attempt.roots_file
    if roots is None:
        raise session.Unsupported("anchors", "without a file of its own the client trusts the system")
    pin = attempt.only_pin("verify=sha256_...")
    if attempt.hostname is None:
        raise session.Unsupported("anchors", "the name is always checked")
    hosts = f"in-memory://default?hosts={attempt.host}:{attempt.address}"
    options = {"resolver": hosts, "disable_http2": True, "disable_http3": True, "disable_ipv6": True}
    # Responders are not queried: the policy has no revocation.
    with niquests.Session(revocation_configuration=None, **options) as client:
        client.trust_env = False
        url = f"https://{attempt.host}:{attempt.port}{attempt.path}"
        identity = (attempt.chain_file, attempt.key_file) if attempt.identity else None
        try:
            reply = client.get(
                url, verify=f"sha256_{pin['sha256Hex']}" if pin else roots, cert=identity, allow_redirects=False,
                timeout=attempt.seconds)
            return session.nonce_of_body(reply.status_code, reply.content)
        except niquests.exceptions.RequestException as error:
            raise meaning(error) from error


def meaning(error):
    text = str(error)
    if "timed out" in text:
        return session.Failed("timeout", text)
    if "Fingerprints did not match" in text:
        return session.Cancel("pin-mismatch", text, "after-handshake")
    if "CERTIFICATE_VERIFY_FAILED" in text:
        return session.Cancel("other", text)
    if "doesn't match" in text or "CertificateError" in text:
        return session.Cancel("name-mismatch", text, "after-handshake")
    if "ALERT" in text or "UNEXPECTED_EOF" in text or "EOF occurred" in text:
        return session.Failed("server", text)
    if "SSLError" in text or "SSL" in text:
        return session.Cancel("protocol", text)
    return session.Failed("network", text)


if __name__ == "__main__":
    session.serve("niquests", "niquests", niquests.__version__, CAPABILITIES, request)
