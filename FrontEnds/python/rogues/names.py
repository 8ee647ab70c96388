"""While a client makes its request, the host of the attempt leads to loopback: for Python's own look-up of names, which
every client uses that asks no DNS server itself.
"""

import asyncio.base_events
import contextlib
import os
import socket

PROXIES = ("no_proxy", "NO_PROXY")


@contextlib.contextmanager
def leading_to(attempt):
    """The names of the attempt's world lead to its address, past the proxies of the environment."""
    own = plain(attempt.host)
    # The other hosts of the world, where one redirects to another.
    domain = "." + ".".join(own.split(".")[-2:]) if own.count(".") and not own.replace(".", "").isdigit() else None

    def is_ours(host):
        if isinstance(host, (bytes, bytearray)):
            host = host.decode("utf-8", "replace")
        name = plain(host) if isinstance(host, str) else None
        return name is not None and (name == own or domain is not None and ("." + name).endswith(domain))

    look_up, short_cut = socket.getaddrinfo, getattr(asyncio.base_events, "_ipaddr_info", None)

    def getaddrinfo(host, *arguments, **options):
        return look_up(attempt.address if is_ours(host) else host, *arguments, **options)

    def ipaddr_info(host, *arguments, **options):
        # An address that is a name of the world has to be looked up, too.
        return None if is_ours(host) else short_cut(host, *arguments, **options)

    proxies = {name: os.environ.get(name) for name in PROXIES}
    socket.getaddrinfo = getaddrinfo
    if short_cut:
        asyncio.base_events._ipaddr_info = ipaddr_info
    if "proxy" not in attempt.needs:
        for name in PROXIES:
            os.environ[name] = "*"
    try:
        yield
    finally:
        socket.getaddrinfo = look_up
        if short_cut:
            asyncio.base_events._ipaddr_info = short_cut
        for name, value in proxies.items():
            os.environ.pop(name, None)
            if value is not None:
                os.environ[name] = value


def plain(name):
    return name.lower().rstrip(".")
