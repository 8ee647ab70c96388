"""An adapter for curl_cffi's libcurl on BoringSSL, through the session door (docs/reference/adapters.md)."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "shared"))

import io

import session
from curl_cffi import Curl, CurlError, CurlInfo, CurlOpt

# The same words are in adapter.yaml.
CAPABILITIES = {
    "anchors", "pin.spki.leaf", "pin.digest", "client-identity.pem", "tls1.2", "tls1.3", "reason",
}

# CURL_SSLVERSION_TLSv1_2, and the highest version in the upper half.
MINIMA, MAXIMA = {"1.2": 6, "1.3": 7}, {"1.2": 6 << 16, "1.3": 7 << 16}
HTTP_1_1 = 2

# BoringSSL's texts behind curl's status 60 and 35.
WORDS = [
    ("certificate has expired", "expired"),
    ("certificate is not yet valid", "not-yet-valid"),
    ("self signed certificate", "untrusted"),
    ("unable to get local issuer certificate", "untrusted"),
    ("unable to get issuer certificate", "untrusted"),
    ("unable to verify the first certificate", "untrusted"),
    ("certificate signature failure", "bad-signature"),
    ("unsupported certificate purpose", "key-usage"),
    ("invalid CA certificate", "not-a-ca"),
    ("path length constraint exceeded", "path-length"),
    ("subtree violation", "name-constraint"),
    ("unsupported name constraint type", "name-constraint"),
    ("unsupported or invalid name", "name-constraint"),
    ("unhandled critical extension", "extension"),
    ("invalid or inconsistent certificate", "extension"),
    ("format error in certificate", "malformed"),
    ("no alternative certificate subject name matches", "name-mismatch"),
    ("does not match target host", "name-mismatch"),
    ("hostname mismatch", "name-mismatch"),
    ("IP address mismatch", "name-mismatch"),
]


def request(attempt):
    body, curl = io.BytesIO(), Curl()
    try:
        curl.setopt(CurlOpt.URL, f"https://{attempt.host}:{attempt.port}{attempt.path}".encode("ascii"))
        curl.setopt(CurlOpt.RESOLVE, [f"{attempt.host}:{attempt.port}:{attempt.address}"])
        curl.setopt(CurlOpt.WRITEDATA, body)
        curl.setopt(CurlOpt.HTTP_VERSION, HTTP_1_1)
        curl.setopt(CurlOpt.SSL_ENABLE_ALPN, 1 if attempt.alpn else 0)
        curl.setopt(CurlOpt.PROXY, b"")
        curl.setopt(CurlOpt.SSLVERSION, MINIMA[attempt.minimum] | MAXIMA[attempt.maximum])
        curl.setopt(CurlOpt.TIMEOUT_MS, int(attempt.seconds * 1000))
        # An empty file is an error, so here is an unused self-signed certificate.
        roots = attempt.roots_file
        if roots is None:
            raise session.Unsupported("anchors", "libcurl does not take an empty set of anchors")
        curl.setopt(CurlOpt.CAINFO, roots.encode())
        curl.setopt(CurlOpt.CAPATH, attempt.file("none").encode())
        curl.setopt(CurlOpt.SSL_VERIFYHOST, 2 if attempt.hostname is not None else 0)
        sets = list(attempt.pin_sets)
        if len(sets) > 1:
            raise session.Unsupported("pin.spki.leaf", "CURLOPT_PINNEDPUBLICKEY takes one set")
        if sets:
            pins = ";".join("sha256//" + pin["sha256"] for pin in sets[0])
            curl.setopt(CurlOpt.PINNEDPUBLICKEY, pins.encode("ascii"))
        if attempt.identity:
            curl.setopt(CurlOpt.SSLCERT, attempt.chain_file.encode())
            curl.setopt(CurlOpt.SSLKEY, attempt.key_file.encode())
        curl.perform()
        return session.nonce_of_body(curl.getinfo(CurlInfo.RESPONSE_CODE), body.getvalue())
    except CurlError as error:
        raise meaning(error.code, str(error)) from error
    finally:
        curl.close()


def meaning(code, text):
    if code == 90:
        return session.Cancel("pin-mismatch", text, "after-handshake")
    if code == 58 or code == 43 and "private key" in text:
        return session.Cancel("client-identity", text, "configuration")
    if code == 77:
        return session.Cancel("configuration", text, "configuration")
    if code == 28:
        return session.Failed("timeout", text)
    if code in (6, 7, 52, 55, 18, 16) or "reset by peer" in text or "SSL_ERROR_SYSCALL" in text:
        return session.Failed("network", text)
    for words, reason in WORDS:
        if words in text:
            return session.Cancel(reason, text)
    if code in (35, 56, 60):
        if "ALERT" in text or "alert" in text:
            return session.Failed("server", text)
        if "BAD_SIGNATURE" in text:
            return session.Cancel("proof-of-possession", text)
        if "UNSUPPORTED_PROTOCOL" in text:
            return session.Cancel("version", text)
        if "CERTIFICATE_VERIFY_FAILED" in text or code == 60:
            return session.Cancel("other", text)
        if code == 56 and "SSL" not in text:
            return session.Failed("network", text)
        return session.Cancel("protocol", text)
    raise RuntimeError(f"curl status {code} without a meaning: {text}")


if __name__ == "__main__":
    import curl_cffi

    session.serve("curl-cffi", "BoringSSL in libcurl", curl_cffi.__version__, CAPABILITIES, request, in_flight=2)
