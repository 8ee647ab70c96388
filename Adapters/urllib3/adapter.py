"""An adapter for urllib3 and its `assert_fingerprint`, through the session door (docs/reference/adapters.md)."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "shared"))

import ssl
import warnings

import session
import urllib3
from context import configure, fault

# The same words are in adapter.yaml.
CAPABILITIES = {
    "anchors", "host.ipv6", "pin.certificate.leaf", "pin.digest", "client-identity.pem", "tls1.2", "tls1.3", "concurrency", "reason",
}


def pool(attempt):
    # Not ca_certs: given nothing to trust, urllib3 trusts what the system trusts.
    context = urllib3.util.ssl_.create_urllib3_context(cert_reqs=ssl.CERT_REQUIRED)
    configure(context, attempt)
    pin = attempt.only_pin("assert_fingerprint")
    return urllib3.HTTPSConnectionPool(
        attempt.address, attempt.port, cert_reqs="CERT_REQUIRED", ssl_context=context,
        server_hostname=attempt.host.rstrip("."), assert_hostname=attempt.hostname or False,
        assert_fingerprint=pin["sha256Hex"] if pin else None)


def request(attempt):
    try:
        with pool(attempt) as client:
            reply = client.request(
                "GET", attempt.path, headers={"Host": attempt.authority}, retries=False, redirect=False,
                timeout=attempt.seconds)
        return session.nonce_of_body(reply.status, reply.data)
    except urllib3.exceptions.SSLError as error:
        refused(error.args[0] if error.args else error)
    except UnicodeError as error:
        # The name that it cannot read is refused by this, and nothing was sent.
        raise session.Cancel(None, error, "after-handshake") from error
    except urllib3.exceptions.TimeoutError as error:
        raise session.Failed("timeout", error) from error
    except urllib3.exceptions.ProtocolError as error:
        raise session.Failed("network", error) from error
    except urllib3.exceptions.NewConnectionError as error:
        raise session.Failed("network", error) from error


def refused(cause):
    """Says what an error means that urllib3 took for one of TLS."""
    if isinstance(cause, ssl.SSLCertVerificationError) and cause.verify_code:
        raise session.Cancel(session.OPENSSL_REASONS.get(cause.verify_code, "other"), cause.verify_message)
    if isinstance(cause, ssl.SSLError) and not isinstance(cause, ssl.SSLCertVerificationError):
        raise fault(cause, cause)
    text = str(cause)
    if "Fingerprints did not match" in text:
        raise session.Cancel("pin-mismatch", cause, "after-handshake")
    if isinstance(cause, urllib3.util.ssl_match_hostname.CertificateError):
        raise session.Cancel("name-mismatch", cause, "after-handshake")
    raise cause


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    session.serve("urllib3", "urllib3", urllib3.__version__, CAPABILITIES, request, in_flight=2)
