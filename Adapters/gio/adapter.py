"""An adapter for GLib's TLS (GIO, on GnuTLS by glib-networking), through the session door (docs/reference/adapters.md).

Pins are compared in accept-certificate's place: after the handshake, with the certificate of the connection and its issuers,
which GIO has put into the order of the path.
"""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "shared"))

import tempfile

# GIO has no option for versions, and GnuTLS reads this when it is loaded.
with tempfile.NamedTemporaryFile("w", suffix=".cfg", delete=False) as priorities:  # in TMPDIR, which is removed
    priorities.write("[overrides]\ndisabled-version = tls1.0\ndisabled-version = tls1.1\n")
os.environ["GNUTLS_SYSTEM_PRIORITY_FILE"] = priorities.name

import gi

gi.require_version("Gio", "2.0")
import session
from gi.repository import Gio, GLib

# The same words are in adapter.yaml.
CAPABILITIES = {
    "anchors", "pin.spki.leaf", "pin.certificate.leaf", "pin.expiry", "pin.subdomains", "pin.none", "pin.digest",
    "client-identity.pem", "tls1.2", "tls1.3", "reason",
}

FLAGS = [
    (Gio.TlsCertificateFlags.UNKNOWN_CA, "untrusted"),
    (Gio.TlsCertificateFlags.REVOKED, "revoked"),
    (Gio.TlsCertificateFlags.EXPIRED, "expired"),
    (Gio.TlsCertificateFlags.NOT_ACTIVATED, "not-yet-valid"),
    (Gio.TlsCertificateFlags.BAD_IDENTITY, "name-mismatch"),
    (Gio.TlsCertificateFlags.INSECURE, "weak-crypto"),
    (Gio.TlsCertificateFlags.GENERIC_ERROR, "other"),
]


def identity_of(attempt, host):
    # The name to check; it is SNI as well.
    return Gio.NetworkAddress.new(host.rstrip("."), attempt.port)


def request(attempt):
    roots = attempt.roots_file or attempt.written("roots.pem", b"")
    try:
        database = Gio.TlsFileDatabase.new(roots)
    except GLib.Error as error:
        raise session.Cancel("configuration", error.message, "configuration") from error
    own = None
    if attempt.identity:
        try:
            own = Gio.TlsCertificate.new_from_files(attempt.chain_file, attempt.key_file)
        except GLib.Error as error:
            raise session.Cancel("client-identity", error.message, "configuration") from error
    client = Gio.SocketClient.new()
    client.set_enable_proxy(False)
    client.set_timeout(max(int(attempt.seconds), 1))
    found = []
    tls = None
    try:
        plain = client.connect(Gio.InetSocketAddress.new_from_string(attempt.address, attempt.port), None)
        tls = Gio.TlsClientConnection.new(plain, identity_of(attempt, attempt.hostname or attempt.host))
        tls.set_database(database)
        if own:
            tls.set_certificate(own)
        if attempt.alpn:
            tls.set_advertised_protocols(attempt.alpn)
        flags = Gio.TlsCertificateFlags.VALIDATE_ALL
        if attempt.hostname is None:
            flags = Gio.TlsCertificateFlags(int(flags) & ~int(Gio.TlsCertificateFlags.BAD_IDENTITY))
        tls.set_validation_flags(flags)
        tls.connect("accept-certificate", lambda _, certificate, errors: found.append(errors) and False)
        tls.handshake(None)
        leaf = tls.get_peer_certificate()
        attempt.check_pins([bytes(leaf.props.certificate.get_data()) if hasattr(leaf.props.certificate, "get_data")
                            else bytes(leaf.props.certificate)])
        tls.get_output_stream().write_all(attempt.request, None)
        reply, stream = b"", tls.get_input_stream()
        while len(reply) < session.REPLY_LIMIT:
            part = stream.read_bytes(4096, None).get_data()
            if not part:
                break
            reply += part
        return session.nonce_in(reply)
    except GLib.Error as error:
        raise meaning(error, found) from error
    finally:
        if tls:
            try:
                tls.close(None)
            except GLib.Error:
                pass


def meaning(error, found):
    text = error.message
    if found:
        reason = next((reason for flag, reason in FLAGS if found[0] & flag), "other")
        return session.Cancel(reason, f"{text} {found[0]}")
    if error.matches(Gio.io_error_quark(), Gio.IOErrorEnum.TIMED_OUT):
        return session.Failed("timeout", text)
    if error.matches(Gio.tls_error_quark(), Gio.TlsError.EOF):
        return session.Failed("server", text)
    if error.matches(Gio.tls_error_quark(), Gio.TlsError.CERTIFICATE_REQUIRED):
        return session.Failed("server", text)
    if "fatal alert has been received" in text or "alert" in text:
        return session.Failed("server", text)
    if "signature verification has failed" in text:
        return session.Cancel("proof-of-possession", text)
    if "version" in text:
        return session.Cancel("version", text)
    if error.matches(Gio.tls_error_quark(), Gio.TlsError.BAD_CERTIFICATE):
        return session.Cancel("other", text)
    if error.domain == "g-tls-error-quark":
        return session.Cancel("protocol", text)
    if error.domain == "g-io-error-quark":
        return session.Failed("network", text)
    raise error


if __name__ == "__main__":
    version = f"{GLib.MAJOR_VERSION}.{GLib.MINOR_VERSION}.{GLib.MICRO_VERSION}"
    if sys.argv[1:] == ["--version"]:
        if not Gio.TlsBackend.get_default().supports_tls():
            sys.exit("glib-networking is not installed")
        print("GIO", version)
    else:
        session.serve("gio", "GIO", version, CAPABILITIES, request)
