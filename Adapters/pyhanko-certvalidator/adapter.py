"""An adapter for pyhanko-certvalidator, through the session door without TLS (docs/reference/adapters.md).

The package validates paths and usages; names are compared by a method of the certificate that it hands programs for that.
"""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "shared"))

import asyncio
import base64
import importlib.metadata

import session
from asn1crypto import crl, ocsp, x509
from pyhanko_certvalidator import CertificateValidator, ValidationContext, errors
from pyhanko_certvalidator.policy_decl import (
    CertRevTrustPolicy, NO_REVOCATION, RevocationCheckingPolicy, RevocationCheckingRule)

# The same words are in adapter.yaml; TLS itself is the harness's.
CAPABILITIES = {
    "anchors", "pin.spki.leaf", "pin.spki.ca", "pin.spki.chain", "pin.certificate.leaf", "pin.certificate.ca",
    "pin.certificate.chain", "pin.expiry", "pin.subdomains", "pin.none", "pin.digest", "revocation.crl",
    "revocation.require", "revocation.no-network", "certificate-policies", "clock",
}

# The texts of refusals; the class decides the rest.
WORDS = [
    ("signature could not be verified", "bad-signature"),
    ("is not a CA", "not-a-ca"),
    ("path length", "path-length"),
    ("extended key usage", "key-usage"),
    ("key usage", "key-usage"),
    ("key purpose", "key-usage"),
    ("for the purpose", "key-usage"),
    ("subtrees", "name-constraint"),
    ("unsupported critical extension", "extension"),
    ("critical extension", "extension"),
    ("no valid set of policies", "extension"),
]


def rule(attempt):
    if attempt.crls is None:
        return NO_REVOCATION
    # The softer rules look at no list where the certificate names no distribution point.
    required = RevocationCheckingRule.CRL_REQUIRED
    return RevocationCheckingPolicy(ee_certificate_rule=required, intermediate_ca_cert_rule=required)


def parsed(der):
    try:
        certificate = x509.Certificate.load(der, strict=True)
        certificate.native  # asn1crypto parses lazily
        return certificate
    except (ValueError, TypeError, KeyError, OverflowError) as error:
        raise session.Cancel("malformed", error) from error


def is_for(certificate, hostname):
    return certificate.is_valid_domain_ip(hostname.rstrip("."))


async def path_of(attempt):
    leaf, *rest = [parsed(der) for der in attempt.served]
    lists = []
    for block in (attempt.crls or b"").split(b"-----END X509 CRL-----")[:-1]:
        lists.append(crl.CertificateList.load(base64.b64decode(block.split(b"-----BEGIN X509 CRL-----")[1])))
    context = ValidationContext(
        trust_roots=[x509.Certificate.load(der) for der in session.pem_certificates(attempt.roots)],
        crls=lists, moment=attempt.moment, best_signature_time=attempt.moment, allow_fetching=False,
        revinfo_policy=CertRevTrustPolicy(rule(attempt)))
    validator = CertificateValidator(leaf, intermediate_certs=rest, validation_context=context)
    path = await validator.async_validate_usage({"digital_signature"}, {"server_auth"}, extended_optional=True)
    if attempt.hostname is not None and not is_for(leaf, attempt.hostname):
        raise session.Cancel("name-mismatch", f"the certificate is not for {attempt.hostname}")
    return [certificate.dump() for certificate in reversed(list(path))]


def request(attempt):
    try:
        path = asyncio.run(path_of(attempt))
    except errors.RevokedError as error:
        raise session.Cancel("revoked", error) from error
    except errors.InsufficientRevinfoError as error:
        raise session.Cancel("revocation-unknown", error) from error
    except errors.ExpiredError as error:
        raise session.Cancel("expired", error) from error
    except errors.NotYetValidError as error:
        raise session.Cancel("not-yet-valid", error) from error
    except errors.DisallowedAlgorithmError as error:
        raise session.Cancel("weak-crypto", error) from error
    except errors.PathBuildingError as error:
        raise session.Cancel("untrusted", error) from error
    except (errors.ValidationError, errors.PathError) as error:
        text = str(error)
        raise session.Cancel(next((reason for words, reason in WORDS if words in text), "other"), text) from error
    except (ArithmeticError, AssertionError, AttributeError, LookupError, NotImplementedError, OSError, TypeError,
            ValueError) as error:
        # Fields are parsed when they are needed, and what the package cannot do comes as one of Python's own exceptions.
        raise session.Cancel(None, f"{type(error).__name__}: {error}") from error
    attempt.check_pins(path)
    return attempt.receipt


if __name__ == "__main__":
    version = importlib.metadata.version("pyhanko-certvalidator")
    session.serve(
        "pyhanko-certvalidator", "pyhanko-certvalidator", version, CAPABILITIES, request, offline=True)
