"""Judges a client of this process: `rogues run --adapter -` asks for one request after another, through pipes."""

import asyncio
import contextlib
import contextvars
import inspect
import json
import platform
import queue
import re
import ssl
import subprocess
import tempfile
import threading

from rogues import reasons
from rogues.attempt import Attempt, CONTEXT_CAPABILITIES
from rogues.command import CommandError, command
from rogues.names import leading_to

# What every client can do that is told `ca_file`.
CAPABILITIES = ("anchors", "tls1.2", "tls1.3", "reason")
# How the fields of attempts reach the client, by the capabilities that declare them: the contract wants it said.
FIELDS = {
    "connect.proxy": ("proxy",), "connect.proxyHost": ("proxy.tls",), "policy.proxyAnchors": ("proxy.anchors",),
    "connect.starttls": ("starttls.smtp", "starttls.imap", "starttls.postgresql"),
    "reuse": ("resumption", "keep-alive"), "learn": ("tofu",), "policy.anchors": ("anchors",), "policy.time": ("clock",),
    "policy.pinSets.any": ("pin.spki.", "pin.certificate."), "policy.pinSets.host": ("pin.spki.", "pin.certificate."),
    "policy.pinSets.any.position": ("pin.spki.", "pin.certificate."),
    "policy.pinSets.includeSubdomains": ("pin.subdomains",), "policy.pinSets.expires": ("pin.expiry",),
    "policy.revocation.mode": ("revocation.require",), "policy.revocation.network": ("revocation.no-network",),
    "policy.revocation.methods": (
        "revocation.crl", "revocation.crl-fetch", "revocation.ocsp-staple", "revocation.ocsp-fetch"),
    "policy.transparency.require": ("transparency.",), "policy.transparency.logs": ("transparency.",),
    "policy.transparency.operators": ("transparency.operators",),
    "policy.identity": ("client-identity.pem", "client-identity.pkcs12"),
    "policy.identity.others": ("client-identity.choice",),
}
ALWAYS = ("connect.host", "connect.address", "connect.port", "connect.path", "policy.systemAnchors", "policy.userAnchors")
# A context is told them; another client has its own.
OF_CONTEXT = ("tls.minimum", "tls.maximum", "tls.alpn", "policy.hostname")
# After the command is gone, a client may take this long to return.
PATIENCE = 2.0


class Verdict:
    """How a run ended: its exit status, what it said to people, and how many requests the client made."""

    def __init__(self, status, text, calls):
        self.status, self.text, self.calls = status, text, calls


class Stuck(Exception):
    """The client has not returned although the command is gone."""


def listed(arguments):
    """The ids that `rogues list` prints for these arguments."""
    program = command()
    ending = subprocess.run(
        [program, "list", "--ids", *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        text=True, check=False)
    if ending.returncode != 0:
        raise CommandError(ending.stderr.strip() or f"rogues list: exit status {ending.returncode}")
    return ending.stdout.split()


def ready(capabilities, with_context):
    """What the client can do, in the words of the contract."""
    words = {*CAPABILITIES, *capabilities, *(CONTEXT_CAPABILITIES if with_context else ())}
    applies = {name: "handed to the client" for name in ALWAYS + (OF_CONTEXT if with_context else ())}
    for field, prefixes in FIELDS.items():
        if any(word == prefix or prefix.endswith(".") and word.startswith(prefix) for word in words for prefix in prefixes):
            applies[field] = "handed to the client"
    fixed = {} if with_context else {"policy.hostname": "always checked", "tls.maximum": "the client's own", "tls.alpn": "the client's own"}
    openssl = re.search(r"\d+(\.\d+)+", ssl.OPENSSL_VERSION)
    version = platform.python_version() + "/" + (openssl.group() if openssl else ssl.OPENSSL_VERSION)
    library = {"name": "Python ssl", "version": version, "stacks": {"python-ssl": platform.python_version()}}
    if ssl.OPENSSL_VERSION.startswith("OpenSSL ") and openssl:
        library["stacks"]["openssl"] = openssl.group()
    return {
        "type": "ready", "protocol": 1, "adapter": "python", "library": library, "maxInFlight": 1, "declined": [],
        "capabilities": sorted(words), "applies": applies, "fixed": fixed}


def judge(client, arguments, capabilities=(), with_context=False, refusals=None):
    """Runs the command with these arguments, and has the client make its requests.

    Raises what the client raised if that is no decision of a client, and Stuck if it does not return.
    """
    __tracebackhide__ = True
    program = command()
    worker = Worker(client, ready(capabilities, with_context), refusals or {}, with_context)
    with tempfile.TemporaryFile() as messages:
        process = subprocess.Popen(
            [program, "run", "--adapter", "-", "--config", "none", "--progress", "none", "--color", "never", *arguments],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=messages)
        try:
            converse(process, worker)
            # A client that is in the middle of a request is waited for by the command, until its deadline.
            with contextlib.suppress(OSError):
                process.stdin.close()
            status = process.wait()
        finally:
            end(process)
            is_done = worker.finish()
        messages.seek(0)
        text = messages.read().decode("utf-8", "replace").strip()
    if worker.mistake is not None:
        raise worker.mistake
    if not is_done and status == 0:
        raise Stuck("the client has not returned from its last request\n" + text)
    return Verdict(status, text, worker.calls)


def converse(process, worker):
    """Answers the command's lines until it says bye or is gone, or until the client makes a mistake."""
    answers = worker.answers
    reader = threading.Thread(target=read, args=(process.stdout, answers), daemon=True)
    reader.start()
    while True:
        kind, value = answers.get()
        if kind == "line":
            message = json.loads(value)
            if message["type"] == "bye":
                return
            if message["type"] == "hello":
                answers.put(("answer", worker.ready))
            elif message["type"] == "attempt":
                worker.attempts.put(message)
        elif kind == "answer":
            with contextlib.suppress(OSError):
                process.stdin.write(json.dumps(value).encode("ascii") + b"\n")
                process.stdin.flush()
        else:
            return


def read(stream, answers):
    for line in stream:
        answers.put(("line", line))
    answers.put(("end", None))


def end(process):
    """Leaves nothing behind, whatever happened."""
    with contextlib.suppress(OSError):
        process.stdin.close()
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
    process.stdout.close()


class Worker:
    """Calls the client in a thread of its own, so that a client that hangs ends its test and not all of them."""

    def __init__(self, client, introduction, refusals, with_context):
        self.client, self.ready, self.refusals, self.with_context = client, introduction, refusals, with_context
        self.capabilities = set(introduction["capabilities"])
        self.attempts, self.answers = queue.SimpleQueue(), queue.SimpleQueue()
        self.calls, self.mistake = 0, None
        context = contextvars.copy_context()
        self.thread = threading.Thread(target=context.run, args=(self.work,), daemon=True)
        self.thread.start()

    def work(self):
        while True:
            message = self.attempts.get()
            if message is None:
                return
            try:
                self.answers.put(("answer", {"id": message["id"], **self.answer(message)}))
            except BaseException as error:
                self.mistake = error
                self.answers.put(("mistake", None))
                return

    def answer(self, message):
        for word in message["needs"]:
            if word not in self.capabilities:
                return {"type": "unsupported", "capability": word}
        attempt = Attempt(message)
        self.calls += 1
        try:
            with leading_to(attempt):
                body = self.client(attempt)
                if inspect.isawaitable(body):
                    body = asyncio.run(until_done(body))
        except Exception as error:
            said = reasons.statement(error, self.refusals)
            if said is None:
                raise
            return said
        said = reasons.body_statement(body)
        if said is None:
            raise TypeError(
                f"the client returned {type(body).__name__}; it should return the body of the response (bytes or str), or "
                "raise the exception by which it refuses")
        if self.with_context and not attempt.has_made_context:
            raise TypeError("the mark says ssl_context=True, and the client did not call attempt.ssl_context()")
        return said

    def finish(self):
        """Whether the client has returned."""
        self.attempts.put(None)
        self.thread.join(PATIENCE)
        return not self.thread.is_alive()


async def until_done(awaitable):
    return await awaitable
