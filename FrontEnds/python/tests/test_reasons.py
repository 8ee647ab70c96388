"""What exceptions mean, with stand-ins for libraries that may be missing: by name and by what they wrap."""

import http.client
import io
import socket
import ssl
import urllib.error

import pytest

from rogues import Failed, Refused, Unsupported, command, reasons


def of(package, name, *bases):
    return type(name, bases or (Exception,), {"__module__": f"{package}.exceptions"})


def verification(code):
    error = ssl.SSLCertVerificationError(1, "certificate verify failed")
    error.verify_code, error.reason = code, "CERTIFICATE_VERIFY_FAILED"
    return error


def handshake(reason, kind=ssl.SSLError):
    error = kind(1, reason)
    error.reason = reason
    return error


def raised_from(outer, inner):
    try:
        raise outer from inner
    except type(outer) as error:
        return error


def raised_while_handling(outer, inner):
    try:
        try:
            raise inner
        except type(inner):
            raise outer
    except type(outer) as error:
        return error


MaxRetryError = of("urllib3", "MaxRetryError")


def retried(inner):
    error = MaxRetryError("Max retries exceeded")
    error.reason = of("urllib3", "SSLError")(inner)
    return error


RequestException = of("requests", "RequestException", OSError)
RequestsSSLError = of("requests", "SSLError", of("requests", "ConnectionError", RequestException))
ClientError = of("aiohttp", "ClientError")


def certificate_error(inner):
    error = of("aiohttp", "ClientConnectorCertificateError", ClientError)("no")
    error.certificate_error = inner
    return error


def answered(error):
    said = reasons.statement(error, {})
    return said and (said.get("disposition", said["type"]), said.get("reason", said.get("cause")))


@pytest.mark.parametrize("error, expected", [
    (verification(10), ("cancel", "expired")),
    (verification(62), ("cancel", "name-mismatch")),
    (verification(9999), ("cancel", "other")),
    (ssl.SSLCertVerificationError("my own"), ("cancel", None)),
    (ssl.SSLError("my own"), ("cancel", None)),
    (handshake("WRONG_SIGNATURE_TYPE"), ("cancel", "protocol")),
    (handshake("BAD_SIGNATURE"), ("cancel", "proof-of-possession")),
    (handshake("TOO_MANY_WARN_ALERTS"), ("cancel", "protocol")),
    (handshake("SSLV3_ALERT_HANDSHAKE_FAILURE"), ("failed", "server")),
    (handshake("UNEXPECTED_EOF_WHILE_READING", ssl.SSLEOFError), ("failed", "server")),
    (handshake("NO_CERTIFICATE_OR_CRL_FOUND"), ("cancel", "configuration")),
    (urllib.error.URLError(verification(20)), ("cancel", "untrusted")),
    (urllib.error.URLError(ConnectionRefusedError("no")), ("failed", "network")),
    (urllib.error.HTTPError("https://a", 421, "Misdirected", {}, io.BytesIO()), ("failed", "server")),
    (http.client.BadStatusLine("x"), ("failed", "server")),
    (http.client.RemoteDisconnected("x"), ("failed", "server")),
    (TimeoutError("slow"), ("failed", "timeout")),
    (socket.timeout("slow"), ("failed", "timeout")),
    (ConnectionResetError("reset"), ("failed", "network")),
    (RequestsSSLError(retried(verification(18))), ("cancel", "untrusted")),
    (RequestsSSLError(retried("Fingerprints did not match. Expected …")), ("cancel", "pin-mismatch")),
    (RequestsSSLError(retried(of("urllib3", "CertificateError", ValueError)("doesn't match"))), ("cancel", "name-mismatch")),
    (of("requests", "ReadTimeout", of("requests", "Timeout", RequestException))("slow"), ("failed", "timeout")),
    (raised_from(of("httpx", "ConnectError", of("httpx", "TransportError"))("no"), verification(23)), ("cancel", "revoked")),
    (of("httpx", "ConnectTimeout", of("httpx", "TimeoutException", of("httpx", "TransportError")))("no"), ("failed", "timeout")),
    (of("httpx", "ReadError", of("httpx", "TransportError"))("no"), ("failed", "network")),
    (certificate_error(verification(10)), ("cancel", "expired")),
    (of("aiohttp", "ServerFingerprintMismatch", ClientError)("no"), ("cancel", "pin-mismatch")),
    (of("aiohttp", "ServerDisconnectedError", ClientError)("no"), ("failed", "network")),
    (of("idna", "IDNAError", UnicodeError)("Codepoint"), ("cancel", None)),
    (UnicodeError("label empty or too long"), ("cancel", None)),
    (Refused("pin-mismatch"), ("cancel", "pin-mismatch")),
    (raised_from(RuntimeError("wrapped"), Refused()), ("cancel", None)),
    (Failed("timeout"), ("failed", "timeout")),
    (Unsupported("anchors"), ("unsupported", None)),
    # A mistake is no refusal, whatever it was made in the handling of.
    (KeyError("host"), None),
    (ValueError("DER"), None),
    (UnicodeDecodeError("utf-8", b"\xff", 0, 1, "my own"), None),
    (raised_while_handling(NameError("log"), verification(10)), None),
])
def test_an_exception_means(error, expected):
    assert answered(error) == expected


def test_exceptions_of_the_clients_own():
    class PinError(Exception):
        pass

    assert reasons.statement(PinError(), {PinError: "pin-mismatch"})["reason"] == "pin-mismatch"
    assert reasons.statement(raised_from(OSError("x"), PinError()), {PinError: None})["disposition"] == "cancel"
    assert reasons.statement(PinError(), {}) is None


class Response:
    def __init__(self, status, **members):
        self.status_code = status
        self.__dict__.update(members)


@pytest.mark.parametrize("body, expected", [
    (b"0123456789abcdef0123456789ABCDEF\n", "accept"),
    ("0123456789abcdef0123456789abcdef", "accept"),
    (Response(200, content=b"0123456789abcdef0123456789abcdef\n"), "accept"),
    (Response(421, content=b"0123456789abcdef0123456789abcdef\n"), "failed"),
    (b"0123456789abcdef0123456789abcdef0", "failed"),
    (b"", "failed"),
    (None, None),
    (object(), None),
])
def test_a_body_means(body, expected):
    said = reasons.body_statement(body)
    assert said is None and expected is None or said.get("disposition", said["type"]) == expected


def test_words_that_the_contract_lacks():
    with pytest.raises(ValueError, match="no reason to refuse"):
        Refused("bad")
    with pytest.raises(ValueError, match="no cause"):
        Failed("bad")


@pytest.mark.parametrize("needs, words", [
    (("2.99", []), "needs glibc 2.99 or newer, and this system has"),
    (("2.17", ["libnot-here.so.1"]), "needs libnot-here.so.1, which this system lacks"),
])
def test_the_launcher_says_what_is_missing(monkeypatch, needs, words):
    monkeypatch.delenv("ROGUES", raising=False)
    monkeypatch.setattr(command, "needs", lambda: needs)
    with pytest.raises(command.CommandError, match=words):
        command.command()


def test_the_launcher_without_the_command(monkeypatch, tmp_path):
    monkeypatch.delenv("ROGUES", raising=False)
    monkeypatch.setattr(command, "INSTALLED", str(tmp_path / "rogues"))
    with pytest.raises(command.CommandError, match="install the wheel"):
        command.command()
    (tmp_path / "rogues").write_text("")
    with pytest.raises(command.CommandError, match="may not be executed"):
        command.command()
