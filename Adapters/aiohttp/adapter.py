"""An adapter for aiohttp and its `Fingerprint`, through the session door (docs/reference/adapters.md)."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "shared"))

import asyncio
import base64
import socket
import ssl

import aiohttp
import aiohttp.abc
import session
from context import configure, fault

# The same words are in adapter.yaml.
CAPABILITIES = {
    "anchors", "pin.certificate.leaf", "pin.digest", "client-identity.pem", "tls1.2", "tls1.3", "reason",
}


class Resolver(aiohttp.abc.AbstractResolver):
    """Every name leads to the attempt's address."""

    def __init__(self, address):
        self.address = address

    async def resolve(self, host, port=0, family=socket.AF_INET):
        entry = {"hostname": host, "host": self.address, "port": port, "family": socket.AF_INET, "proto": 0}
        return [{**entry, "flags": socket.AI_NUMERICHOST}]

    async def close(self):
        pass


def what_is_checked(attempt):
    """The argument `ssl` of a request: a pin or a context, as the library's documentation shows both."""
    pin = attempt.only_pin("Fingerprint")
    if pin:
        if attempt.identity:
            raise session.Unsupported("pin.certificate.leaf", "a Fingerprint leaves no place for a context")
        return aiohttp.Fingerprint(base64.b64decode(pin["sha256"]))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    configure(context, attempt)
    context.check_hostname = attempt.hostname is not None
    return context


async def get(attempt):
    connector = aiohttp.TCPConnector(resolver=Resolver(attempt.address), force_close=True)
    timeout = aiohttp.ClientTimeout(total=attempt.seconds)
    checked = what_is_checked(attempt)
    async with aiohttp.ClientSession(connector=connector, timeout=timeout) as client:
        url = f"https://{attempt.host}:{attempt.port}{attempt.path}"
        async with client.get(url, ssl=checked, allow_redirects=False) as reply:
            return session.nonce_of_body(reply.status, await reply.read())


def request(attempt):
    try:
        return asyncio.run(get(attempt))
    except aiohttp.ServerFingerprintMismatch as error:
        raise session.Cancel("pin-mismatch", error, "after-handshake") from error
    except aiohttp.ClientConnectorCertificateError as error:
        cause = error.certificate_error
        reason = session.OPENSSL_REASONS.get(getattr(cause, "verify_code", 0), "other")
        raise session.Cancel(reason, getattr(cause, "verify_message", cause)) from error
    except (aiohttp.ClientSSLError, ssl.SSLError) as error:
        raise fault(getattr(error, "os_error", error), error) from error
    except UnicodeError as error:
        # The name that it cannot read is refused by this, and nothing was sent.
        raise session.Cancel(None, error, "after-handshake") from error
    except TimeoutError as error:
        raise session.Failed("timeout", error) from error
    except (aiohttp.ClientConnectionError, aiohttp.ClientPayloadError, OSError) as error:
        raise session.Failed("network", error) from error
    except aiohttp.ClientError as error:
        raise session.Failed("server", error) from error


if __name__ == "__main__":
    session.serve("aiohttp", "aiohttp", aiohttp.__version__, CAPABILITIES, request)
