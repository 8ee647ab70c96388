"""What the sessions in Python have in common: the contract of docs/reference/adapters.md, and nothing about any library.

An adapter imports it from the folder beside its own, calls `serve` with a function that makes one request, and says in
exceptions what happened. Whatever else raises ends the process: an adapter error, never a refusal.
"""

import concurrent.futures
import datetime
import base64
import hashlib
import ipaddress
import json
import os
import re
import sys
import threading
import time

# OpenSSL's X509_V_ERR_… numbers.
OPENSSL_REASONS = {
    2: "untrusted", 3: "revocation-unknown", 7: "bad-signature", 8: "revocation-unknown", 9: "not-yet-valid",
    10: "expired", 11: "revocation-unknown", 12: "revocation-unknown", 13: "malformed", 14: "malformed",
    18: "untrusted", 19: "untrusted", 20: "untrusted", 21: "untrusted", 23: "revoked", 25: "path-length",
    26: "key-usage", 32: "key-usage", 33: "revocation-unknown", 34: "extension", 35: "revocation-unknown",
    36: "revocation-unknown", 41: "extension", 42: "extension", 43: "extension", 44: "revocation-unknown",
    47: "name-constraint", 48: "name-constraint", 49: "name-constraint", 51: "name-constraint", 52: "name-constraint",
    53: "name-constraint", 62: "name-mismatch", 64: "name-mismatch", 66: "weak-crypto", 67: "weak-crypto",
    68: "weak-crypto", 79: "not-a-ca", 94: "weak-crypto",
}

# What OpenSSL calls the faults of a handshake that have a word of their own.
OPENSSL_FAULTS = {
    "BAD_SIGNATURE": "proof-of-possession",
    "UNSUPPORTED_PROTOCOL": "version",
    "BAD_PROTOCOL_VERSION_NUMBER": "version",
}

REPLY_LIMIT = 65536


class Cancel(Exception):
    """The validator refuses."""

    def __init__(self, reason, detail, phase="handshake"):
        super().__init__(str(detail))
        self.reason, self.phase = reason, phase


class Failed(Exception):
    """The validator reached no decision; the cause is `network`, `server` or `timeout`."""

    def __init__(self, cause, detail):
        super().__init__(str(detail))
        self.cause = cause


class Unsupported(Exception):
    """The library cannot be told what the attempt asks for, although its capability is declared."""

    def __init__(self, capability, why):
        super().__init__(why)
        self.capability = capability


class Attempt:
    """One attempt, with its files named absolutely: several may be in flight."""

    def __init__(self, message):
        self.message, self.policy, self.to = message, message["policy"], message["connect"]
        self.id, self.needs = message["id"], message["needs"]
        self.host, self.address, self.port, self.path = (self.to[name] for name in ("host", "address", "port", "path"))
        # An IPv6 address is in brackets where a port follows (RFC 3986, section 3.2.2).
        self.authority = f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"
        self.hostname, self.identity = self.policy["hostname"], self.policy["identity"]
        self.minimum, self.maximum = message["tls"]["minimum"], message["tls"]["maximum"]
        self.alpn = message["tls"]["alpn"]
        # What is left is for the statement.
        self.seconds = message["deadlineMilliseconds"] / 1000 * 0.8
        self.end = time.monotonic() + self.seconds

    def remaining(self):
        return max(self.end - time.monotonic(), 0.001)

    def file(self, name):
        return os.path.join(self.message["directory"], name) if name else None

    def read(self, name):
        with open(self.file(name), "rb") as file:
            return file.read()

    @property
    def roots(self):
        """What is trusted, as PEM; empty if nothing is."""
        names = [self.policy["anchors"]] if self.policy["anchors"] else [
            self.policy["systemAnchors"], self.policy["userAnchors"]]
        return b"".join(self.read(name) for name in names if name)

    def written(self, name, contents):
        """A file of ours in the attempt's folder; its path."""
        path = self.file("adapter-" + name)
        with open(path, "wb") as file:
            file.write(contents)
        return path

    @property
    def roots_file(self):
        """What is trusted, as a file; none if nothing is."""
        return self.written("roots.pem", self.roots) if self.roots.strip() else None

    @property
    def chain_file(self):
        """The client's own certificate and its intermediates."""
        names = [self.identity["certificate"], self.identity["intermediates"]]
        return self.written("identity.pem", b"".join(self.read(name) for name in names if name))

    @property
    def key_file(self):
        return self.file(self.identity["key"])

    @property
    def crls(self):
        """The CRLs to check, as PEM; none if the policy does not ask for them."""
        revocation = self.policy["revocation"]
        if revocation["mode"] == "off" or "crl" not in revocation["methods"]:
            return None
        return self.read(revocation["allCRLs"]) if revocation["allCRLs"] else b""

    @property
    def pin_sets(self):
        """The sets that hold for this host, each of which has to match."""

        def plain(name):
            name = name.lower().rstrip(".")
            return str(ipaddress.ip_address(name)) if ":" in name else name

        now = datetime.datetime.now(datetime.timezone.utc)
        for pins in self.policy["pinSets"]:
            asked, own = plain(self.host), plain(pins["host"])
            covers = asked == own or pins["includeSubdomains"] and asked.endswith("." + own)
            expires = pins["expires"]
            is_over = expires and now > datetime.datetime.fromisoformat(expires.replace("Z", "+00:00"))
            if covers and not is_over:
                yield pins["any"]

    def only_pin(self, what):
        """The one pin for this host, for libraries that take one; none if there is none."""
        sets = list(self.pin_sets)
        if not sets:
            return None
        if len(sets) > 1 or len(sets[0]) > 1:
            pin = sets[0][0]
            raise Unsupported(f"pin.{pin['kind']}.{pin['position']}", f"{what} takes one pin")
        return sets[0][0]

    def check_pins(self, path, phase="after-handshake"):
        """Compares the pins with a validated path of DER certificates, as a program does that has no API for pins."""
        for pins in self.pin_sets:
            if not any(matches(pin, path) for pin in pins):
                raise Cancel("pin-mismatch", "no pin matches", phase)

    @property
    def request(self):
        return f"GET {self.path} HTTP/1.1\r\nHost: {self.authority}\r\n\r\n".encode("ascii")

    @property
    def served(self):
        """What the server sent, as DER, for validators without TLS."""
        return [self.read(name) for name in self.message["served"]["certificates"]]

    @property
    def receipt(self):
        """What shows that a validator without TLS has read what was served."""
        return hashlib.sha256(self.id.encode("ascii") + b"".join(self.served)).hexdigest()[:32]

    @property
    def moment(self):
        if self.policy["time"]:
            return datetime.datetime.fromisoformat(self.policy["time"].replace("Z", "+00:00"))
        return datetime.datetime.now(datetime.timezone.utc)


def public_key(certificate):
    """The DER SubjectPublicKeyInfo of a DER certificate (RFC 5280, section 4.1)."""

    def element(start):
        """The tag at `start`, and where the content begins and ends."""
        tag, length, content = certificate[start], certificate[start + 1], start + 2
        if length & 0x80:
            octets = length & 0x7F
            length = int.from_bytes(certificate[content:content + octets], "big")
            content += octets
        if content + length > len(certificate):
            raise ValueError("a DER element is longer than its certificate")
        return tag, content, content + length

    at = element(element(0)[1])[1]
    if certificate[at] == 0xA0:  # the version, which the oldest certificates leave out
        at = element(at)[2]
    for _ in ("serialNumber", "signature", "issuer", "validity", "subject"):
        at = element(at)[2]
    return certificate[at:element(at)[2]]


def matches(pin, path):
    part = {"leaf": path[:1], "ca": path[1:], "chain": path}[pin["position"]]
    view = {"spki": public_key, "certificate": bytes}[pin["kind"]]
    return any(hashlib.sha256(view(certificate)).digest() == base64.b64decode(pin["sha256"]) for certificate in part)


def pem_certificates(text):
    """The certificates of a PEM text, as DER."""
    blocks = re.findall(rb"-----BEGIN CERTIFICATE-----(.*?)-----END CERTIFICATE-----", text, re.DOTALL)
    return [base64.b64decode(block) for block in blocks]


def nonce_in(reply):
    """The nonce of a whole HTTP response."""
    head, _, body = reply.partition(b"\r\n\r\n")
    return nonce_of_body(200 if re.match(rb"HTTP/1\.[01] 200 ", head) else 0, body)


def nonce_of_body(status, body):
    found = re.fullmatch(rb"([0-9a-fA-F]{32})\r?\n?", body)
    if status != 200 or not found:
        raise Failed("server", "the reply holds no nonce")
    return found.group(1).decode("ascii")


def answer(attempt, capabilities, request):
    for capability in attempt.needs:
        if capability not in capabilities:
            return {"type": "unsupported", "capability": capability}
    try:
        nonce = request(attempt)
        return {"type": "statement", "disposition": "accept", "nonce": nonce}
    except Cancel as refusal:
        # None: the library does not say why.
        statement = {"type": "statement", "disposition": "cancel", "phase": refusal.phase}
        return {**statement, "reason": refusal.reason, "detail": words(refusal)}
    except Failed as failure:
        return {"type": "failed", "cause": failure.cause, "detail": words(failure)}
    except Unsupported as missing:
        return {"type": "unsupported", "capability": missing.capability, "why": words(missing)}


def words(error):
    return " ".join(str(error).split())[:1000]


def serve(adapter, library, version, capabilities, request, offline=False, in_flight=1):
    """Answers attempts until the end; `request` returns the nonce, or the receipt of a validator without TLS."""
    lock = threading.Lock()

    def say(message):
        with lock:
            sys.__stdout__.write(json.dumps(message) + "\n")
            sys.__stdout__.flush()

    def work(message):
        try:
            say({"id": message["id"], **answer(Attempt(message), capabilities, request)})
        except BaseException:
            import traceback

            traceback.print_exc()
            sys.stderr.flush()
            os._exit(70)

    # Libraries that print would break the contract.
    sys.stdout = sys.stderr
    pool = concurrent.futures.ThreadPoolExecutor(in_flight) if in_flight > 1 else None
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            ready = {"type": "ready", "protocol": 1, "adapter": adapter, "maxInFlight": in_flight, "declined": []}
            ready |= {"library": {"name": library, "version": version}, "capabilities": sorted(capabilities)}
            say({**ready, "offline": True} if offline else ready)
        elif message["type"] == "attempt":
            if pool:
                pool.submit(work, message)
            else:
                work(message)
        elif message["type"] == "bye":
            break
