"""An attempt, as a client in Python likes to be told what it says."""

import base64
import datetime
import os
import ssl
import time

from rogues.reasons import Refused, Unsupported

# What `Attempt.ssl_context` can be told beside anchors and versions.
CONTEXT_CAPABILITIES = (
    "revocation.crl", "revocation.require", "revocation.no-network", "client-identity.pem",
    "post-handshake-auth", "renegotiation",
)
VERSIONS = {"1.2": ssl.TLSVersion.TLSv1_2, "1.3": ssl.TLSVersion.TLSv1_3}


class Pin:
    """One pin; the position is leaf, ca or chain, and the kind spki or certificate."""

    def __init__(self, attempt, message):
        self.kind, self.position = message["kind"], message["position"]
        self.base64, self.hex = message["sha256"], message["sha256Hex"]
        # The pinned key or certificate; None if only its digest is known.
        self.der_file, self.pem_file = attempt.file(message["der"]), attempt.file(message["pem"])

    @property
    def digest(self):
        """SHA-256, 32 bytes."""
        return base64.b64decode(self.base64)

    def __repr__(self):
        return f"Pin({self.kind}, {self.position}, sha256/{self.base64})"


class Attempt:
    """One request that the client is to make. `message` has everything (docs/reference/adapters.md, "The attempt")."""

    def __init__(self, message):
        self.message, self.policy = message, message["policy"]
        to = message["connect"]
        self.host, self.address, self.port, self.path = to["host"], to["address"], to["port"], to["path"]
        self.proxy = to["proxy"]
        # None: the name is not to be checked.
        self.hostname = self.policy["hostname"]
        self.needs = message["needs"]
        self.has_made_context = False
        # The answer takes a part of the deadline, too.
        self.timeout = message["deadlineMilliseconds"] / 1000 * 0.8
        self._end = time.monotonic() + self.timeout

    @property
    def authority(self):
        """The host and the port, as in the URL and in the header Host."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}"

    @property
    def url(self):
        return f"https://{self.authority}{self.path}"

    @property
    def remaining(self):
        """The seconds that are left."""
        return max(self._end - time.monotonic(), 0.001)

    def file(self, name):
        """The path of one of the attempt's files; None if it has none of this name."""
        return os.path.join(self.message["directory"], name) if name else None

    def read(self, name):
        with open(self.file(name), "rb") as file:
            return file.read()

    # -- Trust

    @property
    def ca_pem(self):
        """The CAs to trust, and no others, as PEM; empty if nothing is trusted."""
        policy = self.policy
        names = [policy["anchors"]] if policy["anchors"] else [policy["systemAnchors"], policy["userAnchors"]]
        return b"".join(self.read(name) for name in names if name)

    @property
    def ca_file(self):
        """The same as a file, which is empty if nothing is trusted."""
        return self._written("ca.pem", self.ca_pem)

    @property
    def crl_pem(self):
        """The CRLs to check, as PEM; None if the policy wants no check of CRLs."""
        revocation = self.policy["revocation"]
        if revocation["mode"] == "off" or "crl" not in revocation["methods"]:
            return None
        return self.read(revocation["allCRLs"]) if revocation["allCRLs"] else b""

    def ssl_context(self):
        """A context that is told everything a context can be told; pins are the client's own."""
        self.has_made_context = True
        # Not create_default_context: given nothing to trust, that one trusts what the system trusts.
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname = self.hostname is not None
        tls = self.message["tls"]
        context.minimum_version, context.maximum_version = VERSIONS[tls["minimum"]], VERSIONS[tls["maximum"]]
        if tls["alpn"]:
            context.set_alpn_protocols(tls["alpn"])
        context.post_handshake_auth = "post-handshake-auth" in self.needs
        # Anchors may be intermediates and leaves.
        context.verify_flags |= getattr(ssl, "VERIFY_X509_PARTIAL_CHAIN", 0x80000)
        anchors = self.ca_pem
        if anchors.strip():
            context.load_verify_locations(cadata=anchors.decode("ascii"))
        crls = self.crl_pem
        if crls is not None:
            context.verify_flags |= ssl.VERIFY_CRL_CHECK_CHAIN
        if crls:
            context.load_verify_locations(cafile=self._written("crls.pem", crls))
        if self.policy["identity"]:
            try:
                context.load_cert_chain(*self.cert)
            except (OSError, ValueError) as error:  # ssl.SSLError is an OSError
                raise Refused("client-identity", str(error), phase="configuration") from error
        return context

    # -- The client's own certificate

    @property
    def cert(self):
        """The files of the client's certificates and of their key; None if it has none."""
        identity = self.policy["identity"]
        if not identity:
            return None
        names = [identity["certificate"], identity["intermediates"]]
        return self._written("identity.pem", b"".join(self.read(name) for name in names if name)), self.file(identity["key"])

    # -- Pins

    @property
    def pin_sets(self):
        """The sets of pins that hold for this host; each of them has to match."""

        def plain(name):
            return name.lower().rstrip(".")

        now, found = datetime.datetime.now(datetime.timezone.utc), []
        for pins in self.policy["pinSets"]:
            asked, own = plain(self.host), plain(pins["host"])
            covers = asked == own or pins["includeSubdomains"] and asked.endswith("." + own)
            expires = pins["expires"]
            is_over = expires and now > datetime.datetime.fromisoformat(expires.replace("Z", "+00:00"))
            if covers and not is_over:
                found.append([Pin(self, pin) for pin in pins["any"]])
        return found

    @property
    def pins(self):
        """The pins for this host, one of which has to match; None if this host has no pins."""
        sets = self.pin_sets
        if len(sets) > 1:
            pin = sets[0][0] if sets[0] else None
            raise Unsupported(
                f"pin.{pin.kind}.{pin.position}" if pin else "pin.none",
                "several sets of pins hold for this host: attempt.pin_sets has them")
        return sets[0] if sets else None

    def _written(self, name, contents):
        path = self.file("python-" + name)
        with open(path, "wb") as file:
            file.write(contents)
        return path
