"""An adapter for Python's ssl module, and an example of the session door (docs/reference/adapters.md).

Reads attempts from standard input, makes each request the way a careful program would, and says what happened, one
JSON object a line. Whatever raises here without being caught is an adapter error, never a refusal.
"""

import base64
import contextlib
import datetime
import hashlib
import imaplib
import ipaddress
import json
import os
import platform
import re
import smtplib
import socket
import ssl
import sys
import time

# The same words are in adapter.yaml.
CAPABILITIES = {
    "anchors", "host.ipv6", "pin.spki.leaf", "pin.spki.ca", "pin.spki.chain", "pin.certificate.leaf", "pin.certificate.ca",
    "pin.certificate.chain", "pin.expiry", "pin.subdomains", "pin.none", "pin.digest", "revocation.crl", "revocation.require",
    "revocation.no-network", "client-identity.pem", "tls1.2", "tls1.3", "resumption", "keep-alive", "renegotiation",
    "post-handshake-auth", "same-process", "starttls.smtp", "starttls.imap", "reason",
}
if sys.version_info < (3, 10):  # pins are compared with the validated path, and older ones do not show it
    CAPABILITIES = {word for word in CAPABILITIES if not word.startswith("pin.")}

# OpenSSL's X509_V_ERR_… numbers.
REASONS = {
    2: "untrusted",           # unable to get issuer certificate
    3: "revocation-unknown",  # unable to get certificate CRL
    7: "bad-signature",
    8: "revocation-unknown",  # CRL signature failure
    9: "not-yet-valid",
    10: "expired",
    11: "revocation-unknown",  # CRL is not yet valid
    12: "revocation-unknown",  # CRL has expired
    18: "untrusted",          # self-signed certificate
    19: "untrusted",          # self-signed certificate in certificate chain
    20: "untrusted",          # unable to get local issuer certificate
    21: "untrusted",          # unable to verify the first certificate
    23: "revoked",
    25: "path-length",
    26: "key-usage",          # unsuitable certificate purpose
    32: "key-usage",          # key usage does not include certificate signing
    33: "revocation-unknown",  # unable to get CRL issuer certificate
    35: "revocation-unknown",  # key usage does not include CRL signing
    36: "revocation-unknown",  # unhandled critical CRL extension
    44: "revocation-unknown",  # different CRL scope
    34: "extension",          # unhandled critical extension
    41: "extension",          # invalid or inconsistent certificate extension
    47: "name-constraint",    # permitted subtree violation
    48: "name-constraint",    # excluded subtree violation
    62: "name-mismatch",
    64: "name-mismatch",      # IP address mismatch
    66: "weak-crypto",        # EE certificate key too weak
    67: "weak-crypto",        # CA certificate key too weak
    68: "weak-crypto",        # CA signature digest algorithm too weak
    79: "not-a-ca",           # invalid CA certificate
}

# What the library calls the faults of a handshake that have a word of their own.
FAULTS = {
    "BAD_SIGNATURE": "proof-of-possession",
    "UNSUPPORTED_PROTOCOL": "version",
    "BAD_PROTOCOL_VERSION_NUMBER": "version",
}

REPLY_LIMIT = 65536

# What the last attempt of a conversation left, by the conversation: its configuration, its context, its session, the
# path that was validated when the session began, its connection where that is still open, and the conversation's folder.
# A session belongs to its context, and a resumed handshake shows no path.
LEFT = {}


class Cancel(Exception):
    """The validator refuses."""

    def __init__(self, reason, phase, detail):
        super().__init__(detail)
        self.reason, self.phase, self.detail = reason, phase, detail


# -- Configuration


def read(name):
    with open(name, encoding="ascii") as file:
        return file.read()


def context_for(attempt):
    policy = attempt["policy"]
    # Not create_default_context: given nothing to trust, that one trusts what the system trusts.
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    versions = {"1.2": ssl.TLSVersion.TLSv1_2, "1.3": ssl.TLSVersion.TLSv1_3}
    context.minimum_version = versions[attempt["tls"]["minimum"]]
    context.maximum_version = versions[attempt["tls"]["maximum"]]
    if attempt["tls"]["alpn"]:
        context.set_alpn_protocols(attempt["tls"]["alpn"])
    context.post_handshake_auth = "post-handshake-auth" in attempt["needs"]
    context.check_hostname = policy["hostname"] is not None
    # Anchors may be intermediates and leaves.
    context.verify_flags |= getattr(ssl, "VERIFY_X509_PARTIAL_CHAIN", 0x80000)

    stores = [policy["anchors"]] if policy["anchors"] else [policy["systemAnchors"], policy["userAnchors"]]
    for store in stores:
        text = read(store) if store else ""
        if text.strip():  # an empty file trusts nothing, and OpenSSL takes it for a mistake
            context.load_verify_locations(cadata=text)

    revocation = policy["revocation"]
    if revocation["mode"] != "off" and "crl" in revocation["methods"]:
        context.verify_flags |= ssl.VERIFY_CRL_CHECK_CHAIN
        if revocation["allCRLs"]:
            context.load_verify_locations(cafile=revocation["allCRLs"])

    identity = policy["identity"]
    if identity:
        try:
            chain = read(identity["certificate"])
            if identity["intermediates"]:
                chain += read(identity["intermediates"])
            with open("client-chain-of-python.pem", "w", encoding="ascii") as file:
                file.write(chain)
            context.load_cert_chain("client-chain-of-python.pem", identity["key"])
        except (OSError, ValueError) as error:  # ssl.SSLError is an OSError
            raise Cancel("client-identity", "configuration", str(error)) from error
    return context


# -- Pins


def plain(name):
    """A host as it is compared: case and a final dot say nothing, and IPv6 addresses have many texts."""
    name = name.lower().rstrip(".")
    return str(ipaddress.ip_address(name)) if ":" in name else name


def applying_pin_sets(attempt):
    """The sets for this host that have not run out; every one of them has to match."""
    host = plain(attempt["connect"]["host"])
    now = datetime.datetime.now(datetime.timezone.utc)
    for pins in attempt["policy"]["pinSets"]:
        own = plain(pins["host"])
        covers = host == own or pins["includeSubdomains"] and host.endswith("." + own)
        expires = pins["expires"]
        is_over = expires and now > datetime.datetime.fromisoformat(expires.replace("Z", "+00:00"))
        if covers and not is_over:
            yield pins["any"]


def validated_path(tls):
    """The certificates from the leaf to the anchor as DER: what was checked, not what was sent."""
    if hasattr(tls, "get_verified_chain"):  # Python 3.13
        return list(tls.get_verified_chain())
    if hasattr(tls._sslobj, "get_verified_chain"):  # from 3.10 on, without a public name
        chain = tls._sslobj.get_verified_chain()
        return [ssl.PEM_cert_to_DER_cert(certificate.public_bytes()) for certificate in chain]
    return []


def public_key(certificate):
    """The DER SubjectPublicKeyInfo of a DER certificate (RFC 5280, section 4.1)."""

    def element(data, start):
        """The tag at `start`, and where the content begins and ends."""
        tag, length, content = data[start], data[start + 1], start + 2
        if length & 0x80:
            octets = length & 0x7F
            length = int.from_bytes(data[content:content + octets], "big")
            content += octets
        if content + length > len(data):
            raise ValueError("a DER element is longer than its certificate")
        return tag, content, content + length

    _, tbs, _ = element(certificate, 0)
    _, at, _ = element(certificate, tbs)
    if certificate[at] == 0xA0:  # the version, which the oldest certificates leave out
        at = element(certificate, at)[2]
    for _ in ("serialNumber", "signature", "issuer", "validity", "subject"):
        at = element(certificate, at)[2]
    return certificate[at:element(certificate, at)[2]]


def matches(pin, path):
    part = {"leaf": path[:1], "ca": path[1:], "chain": path}[pin["position"]]
    view = {"spki": public_key, "certificate": bytes}[pin["kind"]]
    return any(hashlib.sha256(view(certificate)).digest() == base64.b64decode(pin["sha256"]) for certificate in part)


# -- The connection


def configuration(attempt):
    """What the context was made from: a session is resumed under the same only."""
    policy = attempt["policy"]
    files = [policy[name] for name in ("anchors", "systemAnchors", "userAnchors")]
    files.append(policy["revocation"]["allCRLs"])
    # Files of the same name may hold another identity.
    files += [(policy["identity"] or {}).get(name) for name in ("certificate", "intermediates", "key")]
    return [attempt["tls"], policy, [read(file) if file else None for file in files]]


def forget_conversations_that_ended():
    """A conversation lasts as long as its folder, and hundreds of others may come and go in the meantime."""
    for conversation, left in list(LEFT.items()):
        if not os.path.isdir(left["state"]):
            del LEFT[conversation]
            if left["tls"]:
                left["tls"].close()


def request(attempt):
    """Makes the request if everything allows it; returns the nonce and the validated path."""
    to = attempt["connect"]
    made_from = configuration(attempt)
    keeps = "keep-alive" in attempt["needs"]
    left = LEFT.pop(attempt["conversation"], None)
    if len(LEFT) > 64:
        forget_conversations_that_ended()
    fits = attempt["reuse"] != "none" and left and left["made_from"] == made_from
    if left and left["tls"] and not (fits and attempt["reuse"] == "connection"):
        left["tls"].close()
        left["tls"] = None
    if fits:
        context, session = left["context"], left["session"]
    else:
        context, session, left = context_for(attempt), None, None
    end = time.monotonic() + attempt["deadlineMilliseconds"] / 1000 * 0.8

    def remaining():
        return max(end - time.monotonic(), 0.001)

    if to.get("starttls"):
        return upgrade(attempt, context, remaining())
    # A connection that was made under the same configuration is judged already.
    tls = left["tls"] if left else None
    path = left["path"] if tls else None
    try:
        if tls is None:
            tls = socket.create_connection((to["address"], to["port"]), timeout=remaining())
            tls.settimeout(remaining())
            tls = context.wrap_socket(tls, server_hostname=to["host"], session=session)
            if left and tls.session_reused:
                path = left["path"]
                check_pins(attempt, path)
            else:
                path = pinned_path(attempt, tls)

        tls.settimeout(remaining())
        host = f"[{to['host']}]" if ":" in to["host"] else to["host"]  # RFC 3986, section 3.2.2
        tls.sendall(f"GET {to['path']} HTTP/1.1\r\nHost: {host}:{to['port']}\r\n\r\n".encode("ascii"))
        reply = b""
        while len(reply) < REPLY_LIMIT and not (keeps and is_whole(reply)):
            tls.settimeout(remaining())
            received = tls.recv(4096)
            if not received:
                break
            reply += received
        LEFT[attempt["conversation"]] = {
            "made_from": made_from, "context": context, "session": session_of(tls), "path": path,
            "tls": tls if keeps and is_whole(reply) else None, "state": os.path.abspath(attempt["state"])}
        return nonce_in(reply), path
    finally:
        if tls and (LEFT.get(attempt["conversation"]) or {"tls": None})["tls"] is not tls:
            tls.close()


def is_whole(reply):
    """Whether the body is as long as the head says: a server that keeps its connection open says it in no other way."""
    head, separator, body = reply.partition(b"\r\n\r\n")
    length = re.search(rb"(?im)^content-length:\s*(\d+)\s*$", head)
    return bool(separator and length) and len(body) >= int(length.group(1))


class SMTP(smtplib.SMTP):
    """smtplib as it is, but for where a name leads: it takes address and name to check from one argument."""

    def __init__(self, to, timeout):
        self.to = to
        super().__init__(to["host"], to["port"], "client.rogues.test", timeout)

    def _get_socket(self, host, port, timeout):
        return socket.create_connection((self.to["address"], port), timeout)


class IMAP(imaplib.IMAP4):
    """imaplib in the same way."""

    def __init__(self, to, timeout):
        self.to = to
        super().__init__(to["host"], to["port"], timeout)

    def _create_socket(self, timeout):
        return socket.create_connection((self.to["address"], self.port), timeout)


class PinningContext:
    """The context as the standard library's protocols ask for it, with the pins compared before they say another word.

    They speak as soon as TLS is there: imaplib asks what the server can, and smtplib says QUIT when it is left.
    """

    def __init__(self, attempt, context):
        self.attempt, self.context, self.path = attempt, context, None

    def wrap_socket(self, *arguments, **options):
        tls = self.context.wrap_socket(*arguments, **options)
        try:
            self.path = pinned_path(self.attempt, tls)
        except Cancel:
            tls.close()  # the socket that they know is gone with it, so nothing can follow
            raise
        return tls


def upgrade(attempt, context, timeout):
    """A protocol that begins in the clear, as the standard library speaks it."""
    to = attempt["connect"]
    pinning = PinningContext(attempt, context)
    try:
        if to["starttls"] == "smtp":
            with SMTP(to, timeout) as server:
                server.starttls(context=pinning)
                found = re.fullmatch(rb"([0-9a-fA-F]{32})", server.help(attempt["id"]))
        else:
            server = IMAP(to, timeout)
            try:
                server.starttls(pinning)
                server.xatom("ID", f'("name" "{attempt["id"]}")')
                data = server.response("ID")[1]
                found = re.search(rb'"([0-9a-fA-F]{32})"', (data[0] or b"") if data else b"")
            finally:
                with contextlib.suppress(OSError):  # a handshake that failed has taken the socket with it
                    server.shutdown()
    except smtplib.SMTPServerDisconnected as error:
        raise ConnectionError(str(error)) from error
    except (smtplib.SMTPNotSupportedError, smtplib.SMTPResponseException, imaplib.IMAP4.error) as error:
        raise Cancel("protocol", "handshake", str(error)) from error
    if not found:
        raise ConnectionError("the reply holds no nonce")
    return found.group(1).decode("ascii"), pinning.path


def pinned_path(attempt, tls):
    """The validated path, when every set of pins is content with it."""
    path = validated_path(tls)
    check_pins(attempt, path)
    return path


def check_pins(attempt, path):
    for pins in applying_pin_sets(attempt):
        if not any(matches(pin, path) for pin in pins):
            raise Cancel("pin-mismatch", "after-handshake", "no pin matches the validated path")


def session_of(tls):
    """The session to go on with; none where the certificate is too large for Python to keep one."""
    try:
        return tls.session
    except ValueError:
        return None


def nonce_in(reply):
    head, _, body = reply.partition(b"\r\n\r\n")
    found = re.fullmatch(rb"([0-9a-fA-F]{32})\r?\n?", body)
    if not re.match(rb"HTTP/1\.[01] 200 ", head) or not found:
        raise ConnectionError("the reply holds no nonce")
    return found.group(1).decode("ascii")


# -- The answer


def answer(attempt):
    """What happened, as the members of a statement (docs/reference/adapters.md)."""
    for capability in attempt["needs"]:
        if capability not in CAPABILITIES:
            return {"type": "unsupported", "capability": capability}
    try:
        nonce, path = request(attempt)
        fingerprints = [hashlib.sha256(certificate).hexdigest() for certificate in path]
        return {"type": "statement", "disposition": "accept", "nonce": nonce, "path": fingerprints}
    except Cancel as refusal:
        return cancel(refusal.reason, refusal.phase, refusal.detail)
    except ssl.SSLCertVerificationError as error:
        return cancel(REASONS.get(error.verify_code, "other"), "handshake", error.verify_message)
    except (ssl.SSLEOFError, ssl.SSLZeroReturnError) as error:
        return failed("server", error)
    except ssl.SSLError as error:
        reason = error.reason or ""
        # An alert that arrived is the server's; that there were too many is the client's own word.
        if "ALERT" in reason and not reason.startswith("TOO_MANY"):
            return failed("server", error)
        return cancel(FAULTS.get(reason, "protocol"), "handshake", str(error))
    except TimeoutError as error:
        return failed("timeout", error)
    except OSError as error:
        return failed("network", error)


def cancel(reason, phase, detail):
    return {"type": "statement", "disposition": "cancel", "reason": reason, "phase": phase, "detail": detail}


def failed(cause, error):
    return {"type": "failed", "cause": cause, "detail": str(error)}


def say(message):
    print(json.dumps(message), flush=True)


def main():
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            library = {"name": "Python ssl", "version": platform.python_version() + "/" + ssl.OPENSSL_VERSION}
            ready = {"type": "ready", "protocol": 1, "adapter": "python-ssl", "library": library, "maxInFlight": 1}
            say({**ready, "capabilities": sorted(CAPABILITIES), "declined": []})
        elif message["type"] == "attempt":
            os.chdir(message["directory"])  # the attempt's files are named relative to it
            say({"id": message["id"], **answer(message)})
        elif message["type"] == "bye":
            break


if __name__ == "__main__":
    main()
