"""Judges a client of this process: `rogues run --adapter -` asks for one request after another, through pipes."""

import asyncio
import contextlib
import contextvars
import inspect
import itertools
import json
import os
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
from rogues.names import World, leading_to

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
# The settings of a repository are for its own adapters.
QUIET = ("--config", "none", "--progress", "none", "--color", "never")
# Verdicts about a case that the client was never asked about, or whose fault it never met.
UNJUDGED = {"unsupported", "unexercised", "inconclusive", "harness-error", "not-run"}


class Verdict:
    """How a run ended: its exit status, what it said to people, and its cases, as the event log has them."""

    def __init__(self, status, text, cases):
        self.status, self.text, self.cases = status, text, cases

    @property
    def is_judged(self):
        return any(case["verdict"] not in UNJUDGED for case in self.cases)

    @property
    def is_unsupported(self):
        return bool(self.cases) and all(case["verdict"] in ("unsupported", "unexercised") for case in self.cases)

    @property
    def block(self):
        """What is said about the failure, without the sums of a run that has one scenario."""
        parts = re.split(r"\n\n(?=\S)", self.text)
        blocks = list(itertools.takewhile(lambda part: not re.match(r"[\w-]+ \(\d+\): |deadlines |\d+ deadlines |total time", part), parts))
        text = "\n\n".join(blocks or parts[:1])
        # The command was started by this process, so that nobody can repeat it by hand.
        return re.sub(r"\n  (command|again) .*(\n    .*)*", "", text)

    @property
    def missing(self):
        """What the client lacks, where it was not asked."""
        return sorted({case["explanation"] for case in self.cases if case["verdict"] == "unsupported"})


class ClientError(Exception):
    """The function that was given does not do what a client does."""


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

    Raises what the client raised if that is no decision of a client.
    """
    __tracebackhide__ = True
    program = command()
    asked = Client(client, ready(capabilities, with_context), refusals or {}, with_context)
    with tempfile.TemporaryFile() as messages, tempfile.TemporaryDirectory() as folder, leading_to(asked.world):
        log = os.path.join(folder, "log.jsonl")
        process = subprocess.Popen(
            [program, "run", "--adapter", "-", *QUIET, "--log", log, *arguments],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=messages)
        try:
            converse(process, asked)
            with contextlib.suppress(OSError):
                process.stdin.close()
            status = process.wait()
        finally:
            end(process)
            asked.leave()
        messages.seek(0)
        text = messages.read().decode("utf-8", "replace").strip()
        cases = cases_of(log)
    if asked.mistake is not None:
        raise asked.mistake
    return Verdict(status, text, cases)


def cases_of(log):
    if not os.path.exists(log):
        return []
    with open(log, encoding="utf-8") as file:
        lines = [json.loads(line) for line in file if line.endswith("\n")]
    # A case that was judged anew counts as it was judged last.
    return list({line["case"]: line for line in lines if line.get("type") == "case"}.values())


def converse(process, asked):
    """Answers the command's lines until it says bye or is gone, or until the client makes a mistake."""
    threading.Thread(target=read, args=(process.stdout, asked.events), daemon=True).start()
    while True:
        kind, value = asked.events.get()
        if kind == "line":
            try:
                message = json.loads(value)
            except ValueError:
                raise CommandError(f"the command wrote what is no JSON: {value[:200]!r}") from None
            if message["type"] == "bye":
                return
            value = asked.greeted() if message["type"] == "hello" else asked.asked(message)
        if kind in ("end", "mistake"):
            return
        if value is not None:
            with contextlib.suppress(OSError):
                process.stdin.write(json.dumps(value).encode("ascii") + b"\n")
                process.stdin.flush()


def read(stream, events):
    with contextlib.suppress(OSError, ValueError):  # it is closed if the client made a mistake
        for line in stream:
            events.put(("line", line))
    events.put(("end", None))


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


class Client:
    """Calls the client, in a thread of its own: one that hangs ends its test, and not all of them."""

    def __init__(self, client, introduction, refusals, with_context):
        self.client, self.introduction, self.refusals, self.with_context = client, introduction, refusals, with_context
        # Lines of the command, answers of the client, and the end.
        self.events, self.attempts = queue.SimpleQueue(), None
        self.world, self.mistake, self.waiting = World(), None, 0

    def greeted(self):
        """The answer to hello. If the command asks anew, the client has not answered in time, and is left to itself."""
        if self.attempts is None or self.waiting:
            self.leave()
            self.attempts, self.waiting = queue.SimpleQueue(), 0
            work = contextvars.copy_context().run
            threading.Thread(target=work, args=(self.work, self.attempts), daemon=True).start()
        return self.introduction

    def asked(self, message):
        """The answer to an attempt that the client cannot be asked; None: it is asked."""
        for word in message["needs"]:
            if word not in self.introduction["capabilities"]:
                return {"type": "unsupported", "id": message["id"], "capability": word}
        self.waiting += 1
        self.attempts.put(message)
        return None

    def leave(self):
        if self.attempts is not None:
            self.attempts.put(None)

    def work(self, attempts):
        __tracebackhide__ = True
        while (message := attempts.get()) is not None:
            kind = "answer"
            try:
                said = {"id": message["id"], **self.answer(message)}
            except BaseException as error:
                kind, said = "mistake", error
            if attempts is not self.attempts:
                return
            self.waiting -= 1
            if kind == "mistake":
                self.mistake = said
            self.events.put((kind, said))

    def answer(self, message):
        __tracebackhide__ = True
        attempt = Attempt(message)
        self.world.enter(attempt)
        try:
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
            raise ClientError(
                f"the client returned {type(body).__name__}; it should return the body of the response (bytes or str), or "
                "raise the exception by which it refuses")
        if self.with_context and not attempt.has_made_context:
            raise ClientError("the mark says ssl_context=True, and the client did not call attempt.ssl_context()")
        return said


async def until_done(awaitable):
    return await awaitable
