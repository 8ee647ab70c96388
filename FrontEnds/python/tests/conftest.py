import os
import stat
import sys

import pytest

pytest_plugins = ["pytester"]

# Clients of the tests, as modules of theirs find them.
CLIENTS = """
import ssl
import urllib.request


def careful(attempt):
    return get(attempt, ssl.create_default_context(cafile=attempt.ca_file))


def nameless(attempt):
    context = ssl.create_default_context(cafile=attempt.ca_file)
    context.check_hostname = False
    return get(attempt, context)


def get(attempt, context):
    with urllib.request.urlopen(attempt.url, context=context, timeout=attempt.timeout) as reply:
        return reply.read()
"""


@pytest.fixture
def place(pytester, monkeypatch):
    """A folder with the clients, outside of every catalogue."""
    monkeypatch.delenv("ROGUES", raising=False)
    pytester.makepyfile(clients=CLIENTS)
    pytester.syspathinsert()
    return pytester


@pytest.fixture
def fake(place, monkeypatch):
    """Makes a program that is taken for the command."""

    def make(body):
        path = place.path / "fake-rogues"
        path.write_text(f"#!{sys.executable}\nimport json, os, signal, sys\n"
                        "if sys.argv[1] == 'list': sys.exit(print('trust/unknown-ca'))\n" + body)
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        monkeypatch.setenv("ROGUES", os.fspath(path))

    return make
