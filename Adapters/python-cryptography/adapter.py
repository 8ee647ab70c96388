"""An adapter for cryptography.x509.verification, and an example of an offline validator (docs/reference/adapters.md).

The harness connects; this program gets the certificates that the server sent, decides, and shows by a receipt that it
has read them. Pins are compared with the path that the verifier gives back. Needs cryptography 43 or later.
"""

import datetime
import hashlib
import ipaddress
import json
import os
import sys

import cryptography
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from cryptography.x509.verification import PolicyBuilder, Store, VerificationError

# The same words are in adapter.yaml; TLS itself is the harness's.
CAPABILITIES = {
    "anchors", "host.ipv6", "pin.spki.leaf", "pin.spki.ca", "pin.spki.chain", "pin.certificate.leaf", "pin.certificate.ca",
    "pin.certificate.chain", "pin.expiry", "pin.subdomains", "pin.none",
    "pin.digest", "clock",
}

# The verifier tries every path and reports the fault of the last one, so most refusals are "untrusted".
REASONS = [
    ("not valid at validation time", "expired"),
    ("no matching subjectAltName", "name-mismatch"),
    ("signature does not match", "bad-signature"),
    ("basicConstraints.cA must be asserted", "not-a-ca"),
    ("EKU", "key-usage"),
    ("candidates exhausted: all candidates exhausted", "untrusted"),
]


def contents(name):
    with open(name, "rb") as file:
        return file.read()


def anchors(policy):
    names = [policy["anchors"]] if policy["anchors"] else [policy["systemAnchors"], policy["userAnchors"]]
    return [
        certificate for name in names if name and contents(name).strip()
        for certificate in x509.load_pem_x509_certificates(contents(name))
    ]


def moment(policy):
    if policy["time"]:
        return datetime.datetime.fromisoformat(policy["time"].replace("Z", "+00:00"))
    return datetime.datetime.now(datetime.timezone.utc)


def applies(pin_set, host, now):
    def plain(name):
        name = name.lower().rstrip(".")
        return str(ipaddress.ip_address(name)) if ":" in name else name

    if pin_set["expires"] and datetime.datetime.fromisoformat(pin_set["expires"].replace("Z", "+00:00")) < now:
        return False
    asked, own = plain(host), plain(pin_set["host"])
    return asked == own or pin_set["includeSubdomains"] and asked.endswith("." + own)


def matches(pin, path):
    reach = {"leaf": path[:1], "ca": path[1:], "chain": path}[pin["position"]]
    return any(hashlib.sha256(form(pin["kind"], one)).hexdigest() == pin["sha256Hex"] for one in reach)


def form(kind, certificate):
    if kind == "certificate":
        return certificate.public_bytes(Encoding.DER)
    return certificate.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)


def reason(message):
    return next((word for words, word in REASONS if words in message), "other")


def subject(hostname):
    """Whom the certificate has to be for: addresses are compared with addresses (RFC 9525, section 6.2)."""
    try:
        return x509.IPAddress(ipaddress.ip_address(hostname))
    except ValueError:
        return x509.DNSName(hostname.rstrip("."))


def answer(attempt):
    """What was decided, as the members of a statement (docs/reference/adapters.md)."""
    missing = [word for word in attempt["needs"] if word not in CAPABILITIES]
    if missing:
        return {"type": "unsupported", "capability": missing[0]}
    policy, served = attempt["policy"], attempt["served"]
    if policy["hostname"] is None:
        return cancel("configuration", "the verifier takes no server without a name")
    trusted = anchors(policy)
    if not trusted:
        return cancel("untrusted", "there are no anchors, and a store cannot be empty")
    ders = [contents(name) for name in served["certificates"]]
    try:
        leaf, *rest = [x509.load_der_x509_certificate(der) for der in ders]
    except (ValueError, x509.InvalidVersion) as error:
        return cancel("malformed", error)
    now = moment(policy)
    try:
        verifier = PolicyBuilder().store(Store(trusted)).time(now).build_server_verifier(subject(policy["hostname"]))
    except ValueError as error:  # the host is none for this library, such as one with an underscore
        return cancel("other", error)
    try:
        path = verifier.verify(leaf, rest)
    except VerificationError as error:
        return cancel(reason(str(error)), error)
    for pin_set in policy["pinSets"]:
        if applies(pin_set, attempt["connect"]["host"], now) and not any(matches(pin, path) for pin in pin_set["any"]):
            return cancel("pin-mismatch", "no pin is in the validated path")
    # A digest of all input, which only its reader can compute.
    receipt = hashlib.sha256(attempt["id"].encode() + b"".join(ders)).hexdigest()[:32]
    return {"type": "statement", "disposition": "accept", "nonce": receipt}


def cancel(reason, detail):
    return {"type": "statement", "disposition": "cancel", "reason": reason, "detail": " ".join(str(detail).split())}


def say(message):
    print(json.dumps(message), flush=True)


def main():
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            library = {"name": "cryptography", "version": cryptography.__version__}
            ready = {"type": "ready", "protocol": 1, "adapter": "python-cryptography", "library": library}
            say({**ready, "offline": True, "maxInFlight": 1, "capabilities": sorted(CAPABILITIES), "declined": []})
        elif message["type"] == "attempt":
            os.chdir(message["directory"])  # the attempt's files are named relative to it
            say({"id": message["id"], **answer(message)})
        elif message["type"] == "bye":
            break


if __name__ == "__main__":
    main()
