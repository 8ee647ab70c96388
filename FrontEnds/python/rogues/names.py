"""While a client is judged, the host of the attempt leads to loopback: for Python's own look-up of names, which every client
uses that asks no DNS server itself.
"""

import asyncio.base_events
import contextlib
import os
import socket

PROXIES = ("no_proxy", "NO_PROXY")


class World:
    """The names that lead to the address of an attempt."""

    def __init__(self):
        self.host = self.domain = self.address = None

    def enter(self, attempt):
        host = plain(attempt.host)
        is_name = "." in host and not host.replace(".", "").isdigit()
        # The other hosts of the world, where one redirects to another.
        self.domain = "." + ".".join(host.split(".")[-2:]) if is_name else None
        self.host, self.address = host, attempt.address

    def has(self, host):
        if isinstance(host, (bytes, bytearray)):
            host = host.decode("utf-8", "replace")
        if not isinstance(host, str) or self.host is None:
            return False
        return plain(host) == self.host or self.domain is not None and ("." + plain(host)).endswith(self.domain)


@contextlib.contextmanager
def leading_to(world):
    """Python finds the names of a world, past the proxies of the environment."""
    look_up, short_cut = socket.getaddrinfo, getattr(asyncio.base_events, "_ipaddr_info", None)

    def getaddrinfo(host, *arguments, **options):
        return look_up(world.address if world.has(host) else host, *arguments, **options)

    def ipaddr_info(host, *arguments, **options):
        # An address that is a name of the world has to be looked up, too.
        return None if world.has(host) else short_cut(host, *arguments, **options)

    proxies = {name: os.environ.get(name) for name in PROXIES}
    socket.getaddrinfo = getaddrinfo
    if short_cut:
        asyncio.base_events._ipaddr_info = ipaddr_info
    os.environ.update(dict.fromkeys(PROXIES, "*"))
    try:
        yield
    finally:
        socket.getaddrinfo = look_up
        if short_cut:
            asyncio.base_events._ipaddr_info = short_cut
        for name, value in proxies.items():
            os.environ.pop(name)
            if value is not None:
                os.environ[name] = value


def plain(name):
    return name.lower().rstrip(".")
