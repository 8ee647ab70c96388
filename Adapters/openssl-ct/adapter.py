"""An adapter for libssl's certificate transparency (RFC 6962), which no command-line client of OpenSSL's enforces.

`openssl s_client -ct` reports timestamps and goes on without them. The library can refuse (SSL_enable_ct with
SSL_CT_VALIDATION_STRICT: at least one valid timestamp of a known log), so it is asked directly, through ctypes.
"""

import _ssl
import ctypes
import ipaddress
import json
import os
import re
import socket
import struct
import sys
import time

# The same words are in adapter.yaml.
CAPABILITIES = {
    "anchors", "transparency.certificate", "transparency.tls-extension", "transparency.ocsp-staple", "tls1.2", "tls1.3",
    "reason",
}

# OpenSSL's X509_V_ERR_… numbers.
REASONS = {
    2: "untrusted", 7: "bad-signature", 9: "not-yet-valid", 10: "expired", 18: "untrusted", 19: "untrusted",
    20: "untrusted", 21: "untrusted", 25: "path-length", 26: "key-usage", 32: "key-usage", 34: "extension",
    41: "extension", 47: "name-constraint", 48: "name-constraint", 62: "name-mismatch", 64: "name-mismatch",
    66: "weak-crypto", 67: "weak-crypto", 68: "weak-crypto", 71: "transparency", 79: "not-a-ca",
}

# Constants of openssl/ssl.h and openssl/x509_vfy.h.
CTRL_SET_TLSEXT_HOSTNAME, CTRL_SET_STATUS_REQUEST_TYPE = 55, 65
CTRL_SET_MIN_PROTO_VERSION, CTRL_SET_MAX_PROTO_VERSION = 123, 124
VERIFY_PEER, PARTIAL_CHAIN, CT_STRICT = 1, 0x80000, 1
ERROR_SYSCALL, ERROR_ZERO_RETURN = 5, 6
VERSIONS = {"1.2": 0x0303, "1.3": 0x0304}

REPLY_LIMIT = 65536


# Python's own module is linked with both libraries, so that their functions are found through it.
LIBRARY = ctypes.CDLL(_ssl.__file__)


def declare(name, result, *arguments):
    function = getattr(LIBRARY, name)
    function.restype, function.argtypes = result, list(arguments)
    return function


POINTER, TEXT, INT, LONG, SIZE = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int, ctypes.c_long, ctypes.c_size_t
OpenSSL_version = declare("OpenSSL_version", TEXT, INT)
ERR_clear_error = declare("ERR_clear_error", None)
ERR_get_error = declare("ERR_get_error", ctypes.c_ulong)
ERR_error_string_n = declare("ERR_error_string_n", None, ctypes.c_ulong, TEXT, SIZE)
X509_verify_cert_error_string = declare("X509_verify_cert_error_string", TEXT, LONG)
X509_VERIFY_PARAM_set_flags = declare("X509_VERIFY_PARAM_set_flags", INT, POINTER, ctypes.c_ulong)
TLS_client_method = declare("TLS_client_method", POINTER)
SSL_CTX_new = declare("SSL_CTX_new", POINTER, POINTER)
SSL_CTX_free = declare("SSL_CTX_free", None, POINTER)
SSL_CTX_ctrl = declare("SSL_CTX_ctrl", LONG, POINTER, INT, LONG, POINTER)
SSL_CTX_get0_param = declare("SSL_CTX_get0_param", POINTER, POINTER)
SSL_CTX_load_verify_locations = declare("SSL_CTX_load_verify_locations", INT, POINTER, TEXT, TEXT)
SSL_CTX_set_verify = declare("SSL_CTX_set_verify", None, POINTER, INT, POINTER)
SSL_CTX_enable_ct = declare("SSL_CTX_enable_ct", INT, POINTER, INT)
SSL_CTX_set_ctlog_list_file = declare("SSL_CTX_set_ctlog_list_file", INT, POINTER, TEXT)
SSL_new = declare("SSL_new", POINTER, POINTER)
SSL_free = declare("SSL_free", None, POINTER)
SSL_ctrl = declare("SSL_ctrl", LONG, POINTER, INT, LONG, POINTER)
SSL_set1_host = declare("SSL_set1_host", INT, POINTER, TEXT)
SSL_set_fd = declare("SSL_set_fd", INT, POINTER, INT)
SSL_connect = declare("SSL_connect", INT, POINTER)
SSL_read = declare("SSL_read", INT, POINTER, TEXT, INT)
SSL_write = declare("SSL_write", INT, POINTER, TEXT, INT)
SSL_shutdown = declare("SSL_shutdown", INT, POINTER)
SSL_get_error = declare("SSL_get_error", INT, POINTER, INT)
SSL_get_verify_result = declare("SSL_get_verify_result", LONG, POINTER)


class Cancel(Exception):
    """The validator refuses."""

    def __init__(self, reason, phase, detail):
        super().__init__(detail)
        self.reason, self.phase, self.detail = reason, phase, detail


class Failed(Exception):
    """There is no verdict of the validator's own."""

    def __init__(self, cause, detail):
        super().__init__(detail)
        self.cause, self.detail = cause, detail


def errors():
    """Empties the error queue of this thread."""
    words = []
    while code := ERR_get_error():
        text = ctypes.create_string_buffer(256)
        ERR_error_string_n(code, text, 256)
        words.append(text.value.decode())
    return "; ".join(words)


def check(result, what):
    if not result or result < 0:
        raise RuntimeError(f"{what}: {errors()}")
    return result


def context_for(attempt):
    policy = attempt["policy"]
    context = check(SSL_CTX_new(TLS_client_method()), "make a context")
    try:
        for control, end in ((CTRL_SET_MIN_PROTO_VERSION, "minimum"), (CTRL_SET_MAX_PROTO_VERSION, "maximum")):
            check(SSL_CTX_ctrl(context, control, VERSIONS[attempt["tls"][end]], None), "set a version")
        # Anchors may be intermediates and leaves.
        X509_VERIFY_PARAM_set_flags(SSL_CTX_get0_param(context), PARTIAL_CHAIN)
        SSL_CTX_set_verify(context, VERIFY_PEER, None)
        stores = [policy["anchors"]] if policy["anchors"] else [policy["systemAnchors"], policy["userAnchors"]]
        for store in stores:
            if store and os.path.getsize(store):
                check(SSL_CTX_load_verify_locations(context, store.encode(), None), "load anchors")
        if policy["transparency"]:
            check(SSL_CTX_set_ctlog_list_file(context, policy["transparency"]["opensslLogs"].encode()), "load logs")
            check(SSL_CTX_enable_ct(context, CT_STRICT), "enforce transparency")
        return context
    except BaseException:
        SSL_CTX_free(context)
        raise


def refusal(connection, result, phase):
    """Why a call failed: the verification, an alert of the server's, or the transport."""
    kind, words = SSL_get_error(connection, result), errors()
    verified = SSL_get_verify_result(connection)
    if verified:
        detail = X509_verify_cert_error_string(verified).decode()
        return Cancel(REASONS.get(verified, "other"), phase, detail)
    if kind == ERROR_SYSCALL:
        return Failed("network", words or "the connection ended")
    if kind == ERROR_ZERO_RETURN or "alert" in words or "unexpected eof" in words:
        return Failed("server", words or "the server closed the connection")
    if "bad signature" in words:
        return Cancel("proof-of-possession", phase, words)
    isVersion = "unsupported protocol" in words or "bad protocol version number" in words
    return Cancel("version" if isVersion else "protocol", phase, words)


def is_address(host):
    try:
        ipaddress.ip_address(host)
        return True
    except ValueError:
        return False


def request(attempt):
    """Makes the request if everything allows it; returns the nonce."""
    to, policy = attempt["connect"], attempt["policy"]
    end = time.monotonic() + attempt["deadlineMilliseconds"] / 1000 * 0.8
    context = context_for(attempt)
    connection = check(SSL_new(context), "make a connection")
    try:
        with socket.create_connection((to["address"], to["port"]), timeout=5) as plain:
            # libssl reads the descriptor itself, so the deadline has to be the socket's own.
            plain.setblocking(True)
            left = max(end - time.monotonic(), 0.001)
            limit = struct.pack("ll", int(left), int(left % 1 * 1_000_000))
            plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, limit)
            plain.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, limit)
            name = to["host"].rstrip(".")
            if not is_address(name):  # server_name holds none (RFC 6066, section 3)
                text = ctypes.cast(TEXT(name.encode()), POINTER)
                check(SSL_ctrl(connection, CTRL_SET_TLSEXT_HOSTNAME, 0, text), "set the name")
            if policy["hostname"] is not None:
                check(SSL_set1_host(connection, policy["hostname"].rstrip(".").encode()), "expect the name")
            if policy["transparency"]:  # timestamps may come in the staple
                check(SSL_ctrl(connection, CTRL_SET_STATUS_REQUEST_TYPE, 1, None), "ask for a staple")
            check(SSL_set_fd(connection, plain.fileno()), "join TLS and socket")
            ERR_clear_error()
            result = SSL_connect(connection)
            if result != 1:
                raise refusal(connection, result, "handshake")
            return exchange(connection, to)
    finally:
        SSL_free(connection)
        SSL_CTX_free(context)


def exchange(connection, to):
    text = f"GET {to['path']} HTTP/1.1\r\nHost: {to['host']}:{to['port']}\r\n\r\n".encode("ascii")
    ERR_clear_error()
    result = SSL_write(connection, text, len(text))
    if result <= 0:
        raise refusal(connection, result, "after-handshake")
    reply, buffer = b"", ctypes.create_string_buffer(4096)
    while len(reply) < REPLY_LIMIT:
        ERR_clear_error()
        result = SSL_read(connection, buffer, len(buffer))
        if result <= 0:
            if SSL_get_error(connection, result) == ERROR_ZERO_RETURN:
                break
            raise refusal(connection, result, "after-handshake")
        reply += buffer.raw[:result]
    SSL_shutdown(connection)
    ERR_clear_error()
    head, _, body = reply.partition(b"\r\n\r\n")
    found = re.fullmatch(rb"([0-9a-fA-F]{32})\r?\n?", body)
    if not re.match(rb"HTTP/1\.[01] 200 ", head) or not found:
        raise Failed("server", "the reply holds no nonce")
    return found.group(1).decode("ascii")


def answer(attempt):
    """What happened, as the members of a statement (docs/reference/adapters.md)."""
    for capability in attempt["needs"]:
        if capability not in CAPABILITIES:
            return {"type": "unsupported", "capability": capability}
    try:
        return {"type": "statement", "disposition": "accept", "nonce": request(attempt)}
    except Cancel as refused:
        return {"type": "statement", "disposition": "cancel", "reason": refused.reason, "phase": refused.phase,
                "detail": refused.detail}
    except Failed as failure:
        return {"type": "failed", "cause": failure.cause, "detail": failure.detail}
    except OSError as error:
        return {"type": "failed", "cause": "network", "detail": str(error)}


def say(message):
    print(json.dumps(message), flush=True)


def main():
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            ready = {"type": "ready", "protocol": 1, "adapter": "openssl-ct", "maxInFlight": 1}
            library = {"name": "OpenSSL", "version": OpenSSL_version(0).decode().split()[1]}
            say({**ready, "library": library, "capabilities": sorted(CAPABILITIES), "declined": []})
        elif message["type"] == "attempt":
            os.chdir(message["directory"])  # the attempt's files are named relative to it
            say({"id": message["id"], **answer(message)})
        elif message["type"] == "bye":
            break


if __name__ == "__main__":
    main()
