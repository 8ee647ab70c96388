"""An adapter for pyOpenSSL's connections with service_identity, through the session door (docs/reference/adapters.md).

pyOpenSSL compares no names, so its documentation sends programs to service_identity. Pins are compared with the path
that get_verified_chain returns.
"""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "shared"))

import socket

import service_identity
import service_identity.pyopenssl
import session
from OpenSSL import SSL, crypto

# The same words are in adapter.yaml.
CAPABILITIES = {
    "anchors", "host.ipv6", "pin.spki.leaf", "pin.spki.ca", "pin.spki.chain", "pin.certificate.leaf", "pin.certificate.ca",
    "pin.certificate.chain", "pin.expiry", "pin.subdomains", "pin.none", "pin.digest", "client-identity.pem", "tls1.2",
    "tls1.3", "reason",
}

VERSIONS = {"1.2": SSL.TLS1_2_VERSION, "1.3": SSL.TLS1_3_VERSION}


def context_for(attempt, errors):
    context = SSL.Context(SSL.TLS_CLIENT_METHOD)
    context.set_min_proto_version(VERSIONS[attempt.minimum])
    context.set_max_proto_version(VERSIONS[attempt.maximum])

    def verified(connection, certificate, error, depth, is_fine):
        if not is_fine:
            errors.append(error)
        return is_fine

    context.set_verify(SSL.VERIFY_PEER, verified)
    store = context.get_cert_store()
    # Anchors may be intermediates and leaves.
    store.set_flags(crypto.X509StoreFlags.PARTIAL_CHAIN)
    for der in session.pem_certificates(attempt.roots):
        store.add_cert(crypto.load_certificate(crypto.FILETYPE_ASN1, der))
    if attempt.identity:
        try:
            context.use_certificate_chain_file(attempt.chain_file)
            context.use_privatekey_file(attempt.key_file)
            context.check_privatekey()
        except (SSL.Error, OSError) as error:
            raise session.Cancel("client-identity", error, "configuration") from error
    return context


def verify_name(connection, hostname):
    check = service_identity.pyopenssl.verify_hostname
    try:
        socket.inet_pton(socket.AF_INET6 if ":" in hostname else socket.AF_INET, hostname)
        check = service_identity.pyopenssl.verify_ip_address
    except OSError:
        pass
    try:
        check(connection, hostname)
    except service_identity.VerificationError as error:
        raise session.Cancel("name-mismatch", error, "after-handshake") from error
    except service_identity.CertificateError as error:
        # It has no names, or they cannot be read.
        reason = "name-mismatch" if "does not contain any" in str(error) else "malformed"
        raise session.Cancel(reason, error, "after-handshake") from error
    except (ValueError, TypeError) as error:
        # What cryptography cannot read is refused by this, and nothing was sent.
        raise session.Cancel(None, error, "after-handshake") from error


def request(attempt):
    errors = []
    context = context_for(attempt, errors)
    plain = None
    try:
        plain = socket.create_connection((attempt.address, attempt.port), timeout=attempt.remaining())
        # With a timeout Python's socket does not block, and pyOpenSSL leaves waiting to its caller.
        plain.settimeout(None)
        seconds = max(int(attempt.seconds), 1)
        for option in (socket.SO_RCVTIMEO, socket.SO_SNDTIMEO):
            plain.setsockopt(socket.SOL_SOCKET, option, seconds.to_bytes(8, "little") + bytes(8))
        connection = SSL.Connection(context, plain)
        connection.set_connect_state()
        try:
            socket.inet_pton(socket.AF_INET6 if ":" in attempt.host else socket.AF_INET, attempt.host)
        except OSError:
            connection.set_tlsext_host_name(attempt.host.rstrip(".").encode("ascii"))
        connection.do_handshake()
        if attempt.hostname is not None:
            verify_name(connection, attempt.hostname)
        path = connection.get_verified_chain() or []
        attempt.check_pins([crypto.dump_certificate(crypto.FILETYPE_ASN1, one) for one in path])
        connection.sendall(attempt.request)
        reply = b""
        try:
            while len(reply) < session.REPLY_LIMIT:
                reply += connection.recv(4096)
        except SSL.ZeroReturnError:
            pass
        return session.nonce_in(reply)
    except SSL.WantReadError as error:
        raise session.Failed("timeout", "no answer in time") from error
    except SSL.SysCallError as error:
        raise session.Failed("network", error) from error
    except SSL.ZeroReturnError as error:
        raise session.Failed("server", "the server closed the connection") from error
    except SSL.Error as error:
        words = [entry[2] for entry in (error.args[0] if error.args else [])]
        if errors:
            raise session.Cancel(session.OPENSSL_REASONS.get(errors[0], "other"), f"error {errors[0]}: {words}") from error
        if any("alert" in word for word in words):
            raise session.Failed("server", words) from error
        if any("unexpected eof" in word for word in words):
            raise session.Failed("server", words) from error
        faults = {word.upper().replace(" ", "_") for word in words}
        reason = next((session.OPENSSL_FAULTS[one] for one in faults if one in session.OPENSSL_FAULTS), "protocol")
        raise session.Cancel(reason, words) from error
    except OSError as error:
        raise session.Failed("network", error) from error
    except ValueError as error:
        # What cryptography cannot read of the path is refused by this, and nothing was sent.
        raise session.Cancel(None, error, "after-handshake") from error
    finally:
        if plain:
            plain.close()


if __name__ == "__main__":
    import OpenSSL

    session.serve("pyopenssl", "pyOpenSSL", OpenSSL.__version__, CAPABILITIES, request, in_flight=2)
