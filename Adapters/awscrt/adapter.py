"""An adapter for s2n-tls in awscrt, through the session door (docs/reference/adapters.md).

s2n-tls closes a connection that it has refused ten to thirty seconds later, so that nobody can measure why ("blinding",
in its usage guide), and awscrt reports the error only then. Its log has s2n's error at once. So each attempt has a process
of its own, which ends when the log says that the handshake has failed: the connection ends with it.
"""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "shared"))

import concurrent.futures
import importlib.metadata
import json
import re
import signal
import threading
import time
import traceback

import session
from awscrt import exceptions, http, io

# The same words are in adapter.yaml.
CAPABILITIES = {"anchors", "client-identity.pem", "revocation.ocsp-staple", "tls1.2", "tls1.3", "reason"}

VERSIONS = {"1.2": io.TlsVersion.TLSv1_2, "1.3": io.TlsVersion.TLSv1_3}

# What s2n_strerror makes of s2n's errors; every other one is about the protocol. "Untrusted" is a certificate for whatever
# AWS-LC refuses it, if there is no other error here.
WORDS = {
    "Certificate is untrusted": "other",
    "Certificate has expired": "expired",
    "Certificate is not yet valid": "not-yet-valid",
    "Certificate is not valid for the supplied hostname": "name-mismatch",
    "Certificate has been revoked by the CA": "revoked",
    "Certificate is invalid": "other",
    "Certificate intent is invalid": "key-usage",
    "Unhandled critical certificate extension": "extension",
    "The maximum certificate chain depth has been exceeded": "other",
    "a safety check failed": "other",
    "error verifying signature": "proof-of-possession",
    "TLS protocol version is not supported": "version",
}
# No refusals: an alert, and the end of the connection.
SERVER = ("TLS alert received",)
NETWORK = ("connection is closed", "underlying I/O operation failed")


def request(attempt):
    if not attempt.roots.strip():
        raise session.Unsupported("anchors", "without a root of its own the client trusts the system's")
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        result = Result(writing)
        try:
            result.say("Accept", nonce(attempt, result))
        except session.Cancel as refusal:
            result.say("Cancel", refusal.reason, str(refusal), refusal.phase)
        except session.Failed as failure:
            result.say("Failed", failure.cause, str(failure))
        except BaseException:
            traceback.print_exc()
            os._exit(70)
    os.close(writing)
    with open(reading, encoding="utf-8") as pipe:
        text = pipe.readline()  # not to its end: the process of another attempt may hold it open
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if status:
        raise RuntimeError(f"the process ended with {signal.Signals(-status).name if status < 0 else status}")
    kind, *values = json.loads(text)
    if kind == "Accept":
        return values[0]
    raise getattr(session, kind)(*values)


class Result:
    """What the process says, once, before it ends."""

    def __init__(self, pipe):
        self.pipe, self.lock = pipe, threading.Lock()

    def say(self, *values):
        self.lock.acquire()
        os.write(self.pipe, json.dumps(values).encode("ascii") + b"\n")
        os._exit(0)

    def refuse(self, error, phase):
        for kind, texts in {"server": SERVER, "network": NETWORK}.items():
            if any(text in error for text in texts):
                self.say("Failed", kind, error)
        self.say("Cancel", next((reason for text, reason in WORDS.items() if text in error), "protocol"), error, phase)


def follow(log, own, result):
    """Ends the process with the first error of s2n in its log."""
    for line in log:
        os.write(own, line.encode("utf-8"))
        found = re.search(r"(negotiation failed with error|S2N failed to read with error:) (.*) \(Error encountered", line)
        if found:
            result.refuse(found[2], "handshake" if found[1].startswith("negotiation") else "after-handshake")


def nonce(attempt, result):
    # A log in a file comes when its buffer is full, that on standard error at once.
    reading, writing = os.pipe()
    own = os.dup(2)
    os.dup2(writing, 2)
    log = open(reading, encoding="utf-8", errors="replace")
    threading.Thread(target=follow, args=[log, own, result], daemon=True).start()
    io.init_logging(io.LogLevel.Warn, "stderr")

    options = io.TlsContextOptions()
    if attempt.identity:
        with open(attempt.chain_file, "rb") as chain, open(attempt.key_file, "rb") as key:
            options = io.TlsContextOptions.create_client_with_mtls(chain.read(), key.read())
    options.override_default_trust_store(attempt.roots)
    options.min_tls_ver = VERSIONS[attempt.minimum]
    options.alpn_list = attempt.alpn
    try:
        tls = io.ClientTlsContext(options).new_connection_options()
    except RuntimeError as error:
        if "AWS_IO_TLS_CTX_ERROR" not in str(error):
            raise
        raise session.Cancel("client-identity" if attempt.identity else "configuration", error, "configuration") from error
    tls.set_server_name(attempt.host)
    group = io.EventLoopGroup(1)
    bootstrap = io.ClientBootstrap(group, io.DefaultHostResolver(group))

    try:
        connection = http.HttpClientConnection.new(attempt.address, attempt.port, bootstrap, io.SocketOptions(), tls).result(
            attempt.remaining())
        headers = http.HttpHeaders([("Host", f"{attempt.host}:{attempt.port}")])
        body = bytearray()
        stream = connection.request(
            http.HttpRequest("GET", attempt.path, headers), on_body=lambda chunk, **_: body.extend(chunk))
        stream.activate()
        return session.nonce_of_body(stream.completion_future.result(attempt.remaining()), bytes(body))
    except concurrent.futures.TimeoutError as error:
        raise session.Failed("timeout", "the time is over") from error
    except exceptions.AwsCrtError as error:
        raise meaning(error) from error


def meaning(error):
    if error.name in ("AWS_IO_TLS_ERROR_NEGOTIATION_FAILURE", "AWS_IO_TLS_ERROR_READ_FAILURE"):
        # The log has the reason, and is read here.
        time.sleep(2)
    if error.name in ("AWS_IO_SOCKET_CLOSED", "AWS_ERROR_HTTP_CONNECTION_CLOSED", "AWS_IO_SOCKET_CONNECTION_REFUSED"):
        return session.Failed("network", error)
    raise RuntimeError(f"without a meaning: {error}")


if __name__ == "__main__":
    version = importlib.metadata.version("awscrt")
    session.serve("awscrt", "s2n-tls in awscrt", version, CAPABILITIES, request, in_flight=2)
