"""What an exception of a client means: a refusal and its reason, no decision, or a mistake of the test's own.

Libraries that may not be installed are known by the names of their classes. What none of this knows is no refusal: it
fails the test.
"""

import http.client
import re
import ssl

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
    "BAD_SIGNATURE": "proof-of-possession", "UNSUPPORTED_PROTOCOL": "version", "BAD_PROTOCOL_VERSION_NUMBER": "version",
}
# What a file without a certificate is called.
EMPTY_FILE = {"NO_CERTIFICATE_OR_CRL_FOUND", "NO_START_LINE"}
# The closed list of docs/reference/adapters.md, "Reasons".
REASONS = set(OPENSSL_REASONS.values()) | set(OPENSSL_FAULTS.values()) | {
    "pin-mismatch", "transparency", "client-identity", "protocol", "configuration", "other",
}
# Members in which libraries keep the exception that they wrap.
WRAPPED = ("reason", "certificate_error", "os_error")


class Refused(Exception):
    """The client refuses the server, for one of the reasons of docs/reference/adapters.md; None: it does not say why."""

    def __init__(self, reason=None, detail="", phase="handshake"):
        if reason is not None and reason not in REASONS:
            raise ValueError(f"'{reason}' is no reason to refuse; they are " + ", ".join(sorted(REASONS)))
        super().__init__(detail)
        self.reason, self.phase = reason, phase


class Failed(Exception):
    """The client reached no decision; the cause is network, server or timeout."""

    def __init__(self, cause, detail=""):
        if cause not in ("network", "server", "timeout"):
            raise ValueError(f"'{cause}' is no cause of a failure; they are network, server and timeout")
        super().__init__(detail)
        self.cause = cause


class Unsupported(Exception):
    """The client cannot be told what the attempt asks for."""

    def __init__(self, capability, why=""):
        super().__init__(why)
        self.capability = capability


def chain(error):
    """The exception, and those that it wraps or was raised from: the outermost first.

    Not what it was raised in the handling of: a mistake there is no refusal.
    """
    found, waiting = [], [error]
    while waiting:
        one = waiting.pop(0)
        if not isinstance(one, BaseException) or any(one is other for other in found):
            continue
        found.append(one)
        waiting += [getattr(one, name, None) for name in WRAPPED]
        waiting += [*one.args, one.__cause__]
    return found


def statement(error, refusals):
    """What to answer for an exception of the client; None if nothing is known about it."""
    errors = chain(error)
    for one in errors:
        if isinstance(one, Unsupported):
            return {"type": "unsupported", "capability": one.capability, "why": words(one)}
        if isinstance(one, Refused):
            return cancel(one.reason, one, one.phase)
        if isinstance(one, Failed):
            return failed(one.cause, one)
        for kind, reason in refusals.items():
            if isinstance(one, kind):
                return cancel(reason, one, None)
    return refusal(errors) or failure(errors)


def refusal(errors):
    """Where a library says that the client refuses, or that the server ended the handshake."""
    for one in errors:
        names, text = class_names(one), str(one)
        if "ServerFingerprintMismatch" in names or "Fingerprints did not match" in text and is_of(one, "urllib3"):
            return cancel("pin-mismatch", one, "after-handshake")
        if isinstance(one, ssl.SSLCertVerificationError):
            code = getattr(one, "verify_code", 0)
            return cancel(OPENSSL_REASONS.get(code, "other") if code else None, one)
        if isinstance(one, ssl.SSLError) and not isinstance(one, TimeoutError) and "timed out" not in text:
            return fault(one)
        if "CertificateError" in names and is_of(one, "urllib3"):
            return cancel("name-mismatch", one, "after-handshake")
        if isinstance(one, UnicodeError) and is_about_name(one):
            return cancel(None, one)
    return None


def is_about_name(error):
    """Whether a name cannot be read, which refuses it before anything is sent: by IDNA, or by ssl in a certificate."""
    text, trace = str(error), error.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    is_ssl = trace is not None and trace.tb_frame.f_globals.get("__name__") == "ssl"
    return is_ssl or is_of(error, "idna") or "idna" in text or text.startswith("label ")


def fault(error):
    """An error of the handshake that is not about a certificate: which end ended it."""
    word = getattr(error, "reason", None) or ""
    if word in EMPTY_FILE:
        return cancel("configuration", error, "configuration")
    # An alert that arrived is the server's; that there were too many is the client's own word.
    if isinstance(error, (ssl.SSLEOFError, ssl.SSLZeroReturnError)) or "ALERT" in word and not word.startswith("TOO_MANY"):
        return failed("server", error)
    # One that OpenSSL did not raise says in words of its own why.
    return cancel(OPENSSL_FAULTS.get(word, "protocol") if word else None, error)


def failure(errors):
    """Where a library says that there was no decision."""
    for one in errors:
        names = class_names(one)
        if isinstance(one, TimeoutError) or names & {"timeout", "Timeout", "TimeoutException", "ServerTimeoutError"}:
            return failed("timeout", one)
    for one in errors:
        names = class_names(one)
        if "HTTPStatusError" in names or isinstance(one, http.client.HTTPException) or "HTTPError" in names and hasattr(one, "code"):
            return failed("server", one)
        if isinstance(one, OSError) or names & {"TransportError", "ClientError", "HTTPError", "RequestException"}:
            return failed("network", one)
    return None


def body_statement(body):
    """What to answer when the client returned: the nonce, or that there is none in what the server sent."""
    status = getattr(body, "status_code", getattr(body, "status", 200))
    for name in ("content", "data", "text"):
        if not isinstance(body, (bytes, str)):
            body = getattr(body, name, body)
    if isinstance(body, str):
        body = body.encode("utf-8", "replace")
    if not isinstance(body, bytes):
        return None
    found = re.fullmatch(rb"([0-9a-fA-F]{32})\r?\n?", body)
    if status != 200 or not found:
        return failed("server", f"status {status}, and no nonce in the reply")
    return {"type": "statement", "disposition": "accept", "nonce": found.group(1).decode("ascii")}


def class_names(error):
    return {kind.__name__ for kind in type(error).__mro__}


def is_of(error, package):
    return any(kind.__module__.split(".")[0] == package for kind in type(error).__mro__)


def cancel(reason, error, phase="handshake"):
    answer = {"type": "statement", "disposition": "cancel", "reason": reason, "detail": words(error)}
    return {**answer, "phase": phase} if phase else answer


def failed(cause, error):
    return {"type": "failed", "cause": cause, "detail": words(error)}


def words(error):
    text = " ".join(str(error).split()) or type(error).__name__
    return text[:1000]
