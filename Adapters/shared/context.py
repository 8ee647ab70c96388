"""What the sessions on Python's `ssl` have in common: how a context is set up, and what an error of it means."""

import ssl

import session

VERSIONS = {"1.2": ssl.TLSVersion.TLSv1_2, "1.3": ssl.TLSVersion.TLSv1_3}


def configure(context, attempt):
    """Tells a context the versions, the anchors and the client's identity of an attempt."""
    context.minimum_version, context.maximum_version = VERSIONS[attempt.minimum], VERSIONS[attempt.maximum]
    # Anchors may be intermediates and leaves.
    context.verify_flags |= getattr(ssl, "VERIFY_X509_PARTIAL_CHAIN", 0x80000)
    if attempt.roots.strip():
        context.load_verify_locations(cadata=attempt.roots.decode("ascii"))
    if attempt.identity:
        try:
            context.load_cert_chain(attempt.chain_file, attempt.key_file)
        except (OSError, ValueError) as error:  # ssl.SSLError is an OSError
            raise session.Cancel("client-identity", error, "configuration") from error


def fault(cause, detail):
    """What to raise for an `ssl.SSLError` that is not about a certificate: the server ended or broke the handshake."""
    word = getattr(cause, "reason", "") or ""
    is_over = isinstance(cause, (ssl.SSLEOFError, ssl.SSLZeroReturnError))
    if is_over or "ALERT" in word and not word.startswith("TOO_MANY"):
        return session.Failed("server", detail)
    return session.Cancel(session.OPENSSL_FAULTS.get(word, "protocol"), detail)
