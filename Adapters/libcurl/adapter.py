"""An adapter for libcurl itself, through the session door (docs/reference/adapters.md).

The program curl ends with its last transfer; an application keeps its handle, and with the handle the connections and the
sessions of earlier transfers. Each conversation has one handle here, whose options are set anew for every attempt: which
connection a request is made on is libcurl's choice and nobody else's.
"""

import ctypes
import ctypes.util
import hashlib
import ipaddress
import json
import os
import re
import sys

# The same words are in adapter.yaml.
CAPABILITIES = {
    "anchors", "host.ipv6", "pin.spki.leaf", "pin.digest", "client-identity.pem", "tls1.2", "tls1.3", "resumption",
    "resumption.cache", "keep-alive", "http2", "renegotiation", "redirects", "proxy", "same-process", "reason",
}

# CURLOPT_… of curl.h: numbers, strings and lists, functions.
HTTP_VERSION, SSL_VERIFYPEER, SSL_VERIFYHOST, SSLVERSION, TIMEOUT_MS, NOSIGNAL = 84, 64, 81, 32, 155, 99
FOLLOWLOCATION, MAXREDIRS = 52, 68
URL, CAINFO, CAPATH, PINNED_KEY, SSLCERT, SSLKEY, CONNECT_TO, PROXY, NOPROXY, ERROR_BUFFER = (
    10002, 10065, 10097, 10230, 10025, 10087, 10243, 10004, 10177, 10010)
WRITE_FUNCTION = 20011
# CURLINFO_…
RESPONSE_CODE, SSL_VERIFYRESULT = 0x200002, 0x20000D
CURL_GLOBAL_DEFAULT, CURL_HTTP_VERSION_1_1, CURL_HTTP_VERSION_2TLS = 3, 2, 4
# CURL_SSLVERSION_… at least, and CURL_SSLVERSION_MAX_… at most.
AT_LEAST, AT_MOST = {"1.2": 6, "1.3": 7}, {"1.2": 6 << 16, "1.3": 7 << 16}

# CURLE_…
COULDNT_CONNECT, TIMED_OUT, SSL_CONNECT, NOTHING, CERT_PROBLEM, SEND, RECEIVE, VERIFICATION, CA_FILE, PIN = (
    7, 28, 35, 52, 58, 55, 56, 60, 77, 90)

# OpenSSL's texts where curl has no separate code; the first match counts. All others are about the handshake.
WORDS = [
    ("asn1 encoding routines::EVP lib", "bad-signature"), ("rsa routines::bad signature", "bad-signature"),
    ("rsa routines::invalid padding", "bad-signature"), ("rsa routines::block type is not 01", "bad-signature"),
    ("rsa routines::salt length check failed", "bad-signature"),
    # PSS with another key: the result is random, and so is the check that fails first.
    ("rsa routines::first octet invalid", "bad-signature"), ("rsa routines::last octet invalid", "bad-signature"),
    ("rsa routines::salt length recovery failed", "bad-signature"), ("rsa routines::data too large", "bad-signature"),
    ("elliptic curve routines::bad signature", "bad-signature"),
    ("Provider routines::digest not allowed", "bad-signature"),
    ("X509 V3 routines::invalid certificate", "malformed"), ("SSL routines::bad signature", "proof-of-possession"),
    ("SSL routines::unsupported protocol", "version"), ("SSL routines::bad protocol version number", "version"),
]
# OpenSSL's X509_V_ERR_… numbers.
REASONS = {
    2: "untrusted", 7: "bad-signature", 9: "not-yet-valid", 10: "expired", 18: "untrusted", 19: "untrusted",
    20: "untrusted", 21: "untrusted", 25: "path-length", 26: "key-usage", 32: "key-usage", 34: "extension",
    41: "extension", 47: "name-constraint", 48: "name-constraint", 66: "weak-crypto", 67: "weak-crypto",
    68: "weak-crypto", 79: "not-a-ca",
}

REPLY_LIMIT = 65536
WRITER = ctypes.CFUNCTYPE(ctypes.c_size_t, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_size_t, ctypes.c_void_p)

library = ctypes.CDLL(ctypes.util.find_library("curl") or "libcurl.so.4")
library.curl_version.restype = ctypes.c_char_p
library.curl_easy_init.restype = ctypes.c_void_p
library.curl_easy_strerror.restype = ctypes.c_char_p
library.curl_slist_append.restype = ctypes.c_void_p
library.curl_slist_append.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
library.curl_slist_free_all.argtypes = [ctypes.c_void_p]
for name in ("curl_easy_reset", "curl_easy_perform", "curl_easy_cleanup"):
    getattr(library, name).argtypes = [ctypes.c_void_p]

# The handles of conversations, and the folder that each conversation lasts as long as.
HANDLES = {}


def forget_conversations_that_ended():
    """Hundreds may come and go while one waits."""
    for conversation, (handle, state) in list(HANDLES.items()):
        if not os.path.isdir(state):
            del HANDLES[conversation]
            library.curl_easy_cleanup(ctypes.c_void_p(handle))


class Transfer:
    """One request on a conversation's handle."""

    def __init__(self, attempt):
        self.attempt = attempt
        handle, state = HANDLES.pop(attempt["conversation"], (None, os.path.abspath(attempt["state"])))
        if handle and attempt["reuse"] == "none":
            library.curl_easy_cleanup(ctypes.c_void_p(handle))
            handle = None
        self.handle = handle or library.curl_easy_init()
        HANDLES[attempt["conversation"]] = self.handle, state
        if len(HANDLES) > 64:
            forget_conversations_that_ended()
        # Options go, connections and sessions stay.
        library.curl_easy_reset(self.handle)
        self.reply = b""
        self.error = ctypes.create_string_buffer(256)
        self.writer = WRITER(self.receive)
        self.names = None

    def receive(self, data, size, count, _):
        self.reply += ctypes.string_at(data, size * count)
        # Anything else than the whole length ends the transfer.
        return size * count if len(self.reply) <= REPLY_LIMIT else 0

    def set(self, option, value):
        if isinstance(value, str):
            value = value.encode()
        if isinstance(value, int):
            value = ctypes.c_long(value)
        code = library.curl_easy_setopt(ctypes.c_void_p(self.handle), ctypes.c_int(option), value)
        if code != 0:
            raise RuntimeError(f"option {option}: {library.curl_easy_strerror(code).decode()}")

    def file(self, *names):
        """The files as one, which keeps its name as long as it keeps its content: an application does not copy its
        anchors for every request, and libcurl compares names."""
        content = b"".join(open(name, "rb").read() for name in names if name)
        name = os.path.abspath(os.path.join(self.attempt["state"], hashlib.sha256(content).hexdigest() + ".pem"))
        with open(name, "wb") as file:
            file.write(content)
        return name

    def configure(self):
        to, policy, tls = self.attempt["connect"], self.attempt["policy"], self.attempt["tls"]
        self.set(URL, f"https://{authority(to)}{to['path']}")
        self.names = library.curl_slist_append(None, f"::{to['address']}:{to['port']}".encode())
        self.set(CONNECT_TO, ctypes.c_void_p(self.names))
        isBehindProxy = "proxy" in self.attempt["needs"]
        self.set(NOPROXY, "" if isBehindProxy else "*")
        if isBehindProxy:
            self.set(PROXY, f"http://{to['proxy']}")
        self.set(NOSIGNAL, 1)
        self.set(HTTP_VERSION, CURL_HTTP_VERSION_2TLS if "h2" in tls["alpn"] else CURL_HTTP_VERSION_1_1)
        self.set(SSLVERSION, AT_LEAST[tls["minimum"]] | AT_MOST[tls["maximum"]])
        self.set(TIMEOUT_MS, int(self.attempt["deadlineMilliseconds"] * 0.8))
        if "redirects" in self.attempt["needs"]:
            self.set(FOLLOWLOCATION, 1)
            self.set(MAXREDIRS, 2)
        self.set(SSL_VERIFYPEER, 1)
        self.set(SSL_VERIFYHOST, 2 if policy["hostname"] is not None else 0)
        stores = [policy["anchors"]] if policy["anchors"] else [policy["systemAnchors"], policy["userAnchors"]]
        self.set(CAINFO, self.file(*stores))
        # Away from the system's folder, and always to the same place: a connection is none for another.
        self.set(CAPATH, os.path.abspath(os.path.join(self.attempt["state"], "none")))
        sets = applying(self.attempt)
        if sets:
            self.set(PINNED_KEY, ";".join("sha256//" + pin["sha256"] for pins in sets for pin in pins["any"]))
        if policy["identity"]:
            identity = policy["identity"]
            self.set(SSLCERT, self.file(identity["certificate"], identity["intermediates"]))
            self.set(SSLKEY, self.file(identity["key"]))
        self.set(WRITE_FUNCTION, self.writer)
        self.set(ERROR_BUFFER, self.error)

    def perform(self):
        try:
            self.configure()
            return library.curl_easy_perform(self.handle)
        finally:
            # Nothing of this attempt may be reached once it is over.
            library.curl_easy_setopt(ctypes.c_void_p(self.handle), ctypes.c_int(CONNECT_TO), None)
            library.curl_easy_setopt(ctypes.c_void_p(self.handle), ctypes.c_int(ERROR_BUFFER), None)
            library.curl_slist_free_all(self.names)

    def info(self, what):
        value = ctypes.c_long()
        library.curl_easy_getinfo(ctypes.c_void_p(self.handle), ctypes.c_int(what), ctypes.byref(value))
        return value.value


# -- The answer


def authority(to):
    """Host and port of a URL: an IPv6 address is in brackets (RFC 3986, section 3.2.2)."""
    return f"[{to['host']}]:{to['port']}" if ":" in to["host"] else f"{to['host']}:{to['port']}"


def plain(host):
    """A host as it is compared: case and a final dot say nothing, and IPv6 addresses have many texts."""
    host = host.lower().removesuffix(".")
    return str(ipaddress.ip_address(host)) if ":" in host else host


def applying(attempt):
    """The sets of pins for this host: libcurl has pins for a request and not for a host, so they are chosen here."""
    return [pins for pins in attempt["policy"]["pinSets"] if plain(pins["host"]) == plain(attempt["connect"]["host"])]


def answer(attempt):
    """What happened, as the members of a statement (docs/reference/adapters.md)."""
    for capability in attempt["needs"]:
        if capability not in CAPABILITIES:
            return {"type": "unsupported", "capability": capability}
    sets = applying(attempt)
    if "redirects" in attempt["needs"] and len(sets) < len(attempt["policy"]["pinSets"]):
        # They apply to every host that the request reaches.
        return {"type": "unsupported", "capability": "pin.spki.leaf", "why": "a request holds the pins of one host"}
    if len(sets) > 1 or any(not pins["any"] for pins in sets):
        return {"type": "unsupported", "capability": "pin.spki.leaf", "why": "there is one list of alternatives"}
    transfer = Transfer(attempt)
    code = transfer.perform()
    detail = transfer.error.value.decode("utf-8", "replace") or library.curl_easy_strerror(code).decode()
    found = re.fullmatch(rb"([0-9a-fA-F]{32})\r?\n?", transfer.reply)
    if code == 0 and transfer.info(RESPONSE_CODE) == 200 and found:
        return {"type": "statement", "disposition": "accept", "nonce": found.group(1).decode()}
    if code == VERIFICATION:
        if "certificate subject name" in detail or "does not match target host" in detail:
            return cancel("name-mismatch", "after-handshake", detail)
        return cancel(REASONS.get(transfer.info(SSL_VERIFYRESULT), "other"), "handshake", detail)
    if code == PIN:
        return cancel("pin-mismatch", "after-handshake", detail)
    if code == CERT_PROBLEM:
        return cancel("client-identity", "configuration", detail)
    if code == CA_FILE:
        return cancel("configuration", "configuration", detail)
    if code in (SSL_CONNECT, SEND, RECEIVE):
        if " alert " in detail or "unexpected eof" in detail or "SYSCALL" in detail:
            return failed("server", detail)
        if "reset" in detail:
            return failed("network", detail)
        reason = next((reason for words, reason in WORDS if words in detail), "protocol")
        return cancel(reason, "handshake", detail)
    if code == TIMED_OUT:
        return failed("timeout", detail)
    if code == COULDNT_CONNECT:
        return failed("network", detail)
    if code in (0, NOTHING):
        return failed("server", "the reply holds no nonce")
    raise RuntimeError(f"libcurl ended with {code}: {detail}")


def cancel(reason, phase, detail):
    return {"type": "statement", "disposition": "cancel", "reason": reason, "phase": phase, "detail": detail}


def failed(cause, detail):
    return {"type": "failed", "cause": cause, "detail": detail}


def say(message):
    print(json.dumps(message), flush=True)


def main():
    version = library.curl_version().decode()
    if "OpenSSL/" not in version:
        sys.exit("this libcurl is not built on OpenSSL, whose words the adapter knows: " + version)
    if library.curl_global_init(CURL_GLOBAL_DEFAULT) != 0:
        sys.exit("libcurl cannot be set up")
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            say({"type": "ready", "protocol": 1, "adapter": "libcurl",
                 "library": {"name": "libcurl", "version": version.split()[0].removeprefix("libcurl/")},
                 "maxInFlight": 1, "capabilities": sorted(CAPABILITIES), "declined": []})
        elif message["type"] == "attempt":
            os.chdir(message["directory"])  # the attempt's files are named relative to it
            say({"id": message["id"], **answer(message)})
        elif message["type"] == "bye":
            break


if __name__ == "__main__":
    main()
