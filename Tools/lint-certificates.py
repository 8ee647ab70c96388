"""Certificates, CRLs, OCSP responses and chains, judged by pkilint and by rules of RFC 5280 that are written down here.

Reads one JSON object from standard input, writes one to standard output. One process for everything, since the libraries
take longer to load than a document to lint. Nothing here knows anything of the project's own code.

    {"certificates": [hex, ...], "chains": [[issuer, subject], ...], "lists": [hex, ...], "responses": [hex, ...],
     "paths": [{"present": [...], "anchors": [...], "host": "...", "time": seconds}, ...]}

Numbers are places in the list of certificates. Answers are at the places of their questions: sorted codes of findings at
the level warning and above, and for paths what a validator could object to. "unreadable": it does not decode.
"""

import datetime
import ipaddress
import json
import sys

import pkilint.loader as loader
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, ed448, padding, rsa
from cryptography.hazmat.primitives import hashes, serialization
from pkilint import document, pkix, validation
from pkilint.bin import lint_pkix_signer_signee_cert_chain as chain_linter
from pkilint.pkix import certificate, crl, extension, name, ocsp
from pyasn1.codec.der import decoder, encoder
from pyasn1.type import univ
from pyasn1_alt_modules import rfc5280

WARNING = validation.ValidationFindingSeverity.WARNING


# -- pkilint


def certificate_validator():
    return certificate.create_pkix_certificate_validator_container(
        certificate.create_decoding_validators(name.ATTRIBUTE_TYPE_MAPPINGS, extension.EXTENSION_MAPPINGS),
        [
            certificate.create_issuer_validator_container([]),
            certificate.create_validity_validator_container(),
            certificate.create_subject_validator_container([]),
            certificate.create_extensions_validator_container([]),
            certificate.create_spki_validator_container([]),
        ],
    )


def list_validator():
    return crl.create_pkix_crl_validator_container(
        [
            pkix.create_attribute_decoder(name.ATTRIBUTE_TYPE_MAPPINGS),
            pkix.create_extension_decoder(extension.EXTENSION_MAPPINGS),
        ],
        [
            crl.create_issuer_validator_container([]),
            crl.create_validity_validator_container([]),
            crl.create_extensions_validator_container([]),
        ],
    )


def response_validator():
    return ocsp.create_pkix_ocsp_response_validator_container(
        [
            ocsp.create_response_decoder(),
            pkix.create_attribute_decoder(name.ATTRIBUTE_TYPE_MAPPINGS),
            pkix.create_extension_decoder(extension.EXTENSION_MAPPINGS),
        ],
        [],
    )


def codes(results):
    return sorted(
        {
            description.finding.code
            for result in results
            for description in result.finding_descriptions
            if description.finding.severity <= WARNING
        }
    )


def linted(load, validator, der):
    try:
        return codes(validator.validate(load(der).root))
    except Exception as error:  # the linter's own words for what it cannot read are many
        return ["unreadable"]


def chain_validators():
    return (
        chain_linter.create_decoder_validation_container(),
        chain_linter.create_issuer_validation_container(),
        chain_linter.create_subject_validation_container(),
    )


def linted_chain(validators, issuer, subject):
    decoding, of_issuer, of_subject = validators
    load = loader.RFC5280CertificateDocumentLoader().load_der_document
    documents = {}
    try:
        documents["issuer"] = load(issuer, "issuer", "issuer", documents)
        documents["subject"] = load(subject, "subject", "subject", documents)
        results = decoding.validate(documents["issuer"].root) + decoding.validate(documents["subject"].root)
        results += of_issuer.validate(documents["issuer"].root) + of_subject.validate(documents["subject"].root)
        return codes(results)
    except Exception as error:
        return ["unreadable"]


# -- Paths


def der_of(value):
    return encoder.encode(value)


KNOWN = {
    str(oid)
    for oid in (
        rfc5280.id_ce_basicConstraints,
        rfc5280.id_ce_keyUsage,
        rfc5280.id_ce_extKeyUsage,
        rfc5280.id_ce_subjectAltName,
        rfc5280.id_ce_nameConstraints,
        rfc5280.id_ce_certificatePolicies,
        rfc5280.id_ce_policyConstraints,
        rfc5280.id_ce_policyMappings,
        rfc5280.id_ce_inhibitAnyPolicy,
        rfc5280.id_ce_subjectKeyIdentifier,
        rfc5280.id_ce_authorityKeyIdentifier,
        rfc5280.id_ce_cRLDistributionPoints,
    )
}
SERVER, ANY = "1.3.6.1.5.5.7.3.1", "2.5.29.37.0"
HASHES = {
    "1.2.840.113549.1.1.4": hashes.MD5, "1.2.840.113549.1.1.5": hashes.SHA1, "1.2.840.113549.1.1.11": hashes.SHA256,
    "1.2.840.113549.1.1.12": hashes.SHA384, "1.2.840.113549.1.1.13": hashes.SHA512, "1.2.840.10045.4.1": hashes.SHA1,
    "1.2.840.10045.4.3.1": hashes.SHA224, "1.2.840.10045.4.3.2": hashes.SHA256, "1.2.840.10045.4.3.3": hashes.SHA384,
    "1.2.840.10045.4.3.4": hashes.SHA512,
}


class Taken:
    """A certificate taken apart, as far as it can be."""

    def __init__(self, der):
        self.der = der
        self.faults = set()
        try:
            value, rest = decoder.decode(der, asn1Spec=rfc5280.Certificate())
            if rest or der_of(value) != der:
                self.faults.add("malformed")
        except Exception:
            self.faults.add("malformed")
            self.readable = False
            return
        self.readable = True
        body = value["tbsCertificate"]
        self.subject, self.issuer = der_of(body["subject"]), der_of(body["issuer"])
        self.tbs, self.signature = der_of(body), value["signature"].asOctets()
        self.algorithm = str(value["signatureAlgorithm"]["algorithm"])
        if der_of(value["signatureAlgorithm"]) != der_of(body["signature"]):
            self.faults.add("malformed")
        self.spki = der_of(body["subjectPublicKeyInfo"])
        try:
            self.start, self.end = (self.seconds(body["validity"][end]) for end in ("notBefore", "notAfter"))
        except Exception:
            self.faults.add("malformed")
            self.start, self.end = 0, 1 << 60
        self.extensions = {}
        for item in body["extensions"] if body["extensions"].isValue else ():
            oid = str(item["extnID"])
            if oid in self.extensions:
                self.faults.add("extension")
                continue
            self.extensions[oid] = (bool(item["critical"]), bytes(item["extnValue"]))
            if bool(item["critical"]) and oid not in KNOWN:
                self.faults.add("extension")
        if self.extensions and int(body["version"]) != 2:
            self.faults.add("malformed")
        self.basic = self.read(rfc5280.id_ce_basicConstraints, rfc5280.BasicConstraints())
        self.usage = self.read(rfc5280.id_ce_keyUsage, rfc5280.KeyUsage())
        purposes = self.read(rfc5280.id_ce_extKeyUsage, rfc5280.ExtKeyUsageSyntax())
        self.purposes = None if purposes is None else {str(purpose) for purpose in purposes}
        self.names = self.read(rfc5280.id_ce_subjectAltName, rfc5280.SubjectAltName())
        self.limits = self.read(rfc5280.id_ce_nameConstraints, rfc5280.NameConstraints())

    def read(self, oid, syntax):
        found = self.extensions.get(str(oid))
        if found is None:
            return None
        try:
            value, rest = decoder.decode(found[1], asn1Spec=syntax)
            if rest:
                raise ValueError
            return value
        except Exception:
            self.faults.add("malformed")
            return None

    @staticmethod
    def seconds(time):
        text = str(time.getComponent())
        if time.getName() == "utcTime":
            text = ("19" if int(text[:2]) >= 50 else "20") + text
        moment = datetime.datetime.strptime(text, "%Y%m%d%H%M%SZ")
        return int(moment.replace(tzinfo=datetime.timezone.utc).timestamp())

    def key(self):
        return serialization.load_der_public_key(self.spki)

    def is_signed_by(self, other):
        try:
            key = other.key()
            if isinstance(key, ec.EllipticCurvePublicKey):
                key.verify(self.signature, self.tbs, ec.ECDSA(HASHES[self.algorithm]()))
            elif isinstance(key, rsa.RSAPublicKey) and self.algorithm == "1.2.840.113549.1.1.10":
                key.verify(
                    self.signature, self.tbs, padding.PSS(padding.MGF1(hashes.SHA256()), 32), hashes.SHA256())
            elif isinstance(key, rsa.RSAPublicKey):
                key.verify(self.signature, self.tbs, padding.PKCS1v15(), HASHES[self.algorithm]())
            elif isinstance(key, (ed25519.Ed25519PublicKey, ed448.Ed448PublicKey)):
                key.verify(self.signature, self.tbs)
            else:
                return False
            return True
        except Exception:
            return False

    def is_weak(self):
        if self.algorithm in ("1.2.840.113549.1.1.4", "1.2.840.113549.1.1.5", "1.2.840.10045.4.1"):
            return True
        try:
            key = self.key()
        except Exception:
            return True
        return key.key_size < 2048 if isinstance(key, rsa.RSAPublicKey) else getattr(key, "key_size", 256) < 256


def covers(pattern, host):
    pattern, host = pattern.lower(), host.lower().rstrip(".")
    if pattern.startswith("*."):
        return host.partition(".")[2] == pattern[2:] and "*" not in pattern[2:]
    return pattern == host


def is_for(taken, host):
    names = taken.names if taken.names is not None else []
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return any(item.getName() == "dNSName" and covers(str(item.getComponent()), host) for item in names)
    return any(item.getName() == "iPAddress" and bytes(item.getComponent()) == address.packed for item in names)


def is_within(item, base):
    if item.getName() != base.getName():
        return None
    kind, text, limit = item.getName(), item.getComponent(), base.getComponent()
    if kind == "dNSName":
        text, limit = str(text).lower(), str(limit).lower().lstrip(".")
        return limit == "" or text == limit or text.endswith("." + limit)
    if kind == "iPAddress":
        text, limit = bytes(text), bytes(limit)
        half = len(limit) // 2
        if half != len(text):
            return None
        return all(a & m == b & m for a, b, m in zip(text, limit[:half], limit[half:]))
    if kind == "rfc822Name":
        text, limit = str(text).lower(), str(limit).lower()
        return text == limit if "@" in limit else text.endswith(("@" if not limit.startswith(".") else "") + limit)
    if kind == "uniformResourceIdentifier":
        host = str(text).split("://")[-1].split("/")[0].split(":")[0].lower()
        limit = str(limit).lower()
        return host.endswith(limit) if limit.startswith(".") else host == limit
    return None


def obeys(taken, limits):
    for item in taken.names if taken.names is not None else []:
        permitted = [is_within(item, tree["base"]) for tree in limits["permittedSubtrees"]]
        asked = [answer for answer in permitted if answer is not None]
        if asked and not any(asked):
            return False
        if any(is_within(item, tree["base"]) for tree in limits["excludedSubtrees"]):
            return False
    return True


def way(present, anchors):
    """The path from the first certificate up; an issuer is found by name, and better by its key too."""
    if not present:
        return [], False
    path, pool = [present[0]], present[1:]
    while True:
        last = path[-1]
        if any(last.der == anchor.der for anchor in anchors):
            return path, True
        if not last.readable:
            return path, False
        found = [other for other in anchors + pool if other.readable and other.subject == last.issuer]
        found = [other for other in found if all(other.der != step.der for step in path)]
        found.sort(key=lambda other: not last.is_signed_by(other))
        if not found or len(path) > 40:
            return path, False
        path.append(found[0])


def objections(taken, present, anchors, host, now):
    path, is_anchored = way([taken[number] for number in present], [taken[number] for number in anchors])
    faults = set() if is_anchored else {"untrusted"}
    below = 0
    for place, step in enumerate(path):
        is_anchor = is_anchored and place == len(path) - 1
        if not is_anchor or place == 0:
            faults |= step.faults
        if not step.readable:
            continue
        if not is_anchor:
            if now < step.start:
                faults.add("not-yet-valid")
            if now > step.end:
                faults.add("expired")
            if place + 1 < len(path) and not step.is_signed_by(path[place + 1]):
                faults.add("bad-signature")
            if step.is_weak():
                faults.add("weak-crypto")
        if place == 0:
            if not is_for(step, host):
                faults.add("name-mismatch")
            if step.purposes is not None and not step.purposes & {SERVER, ANY}:
                faults.add("key-usage")
            continue
        if step.basic is None or not bool(step.basic["cA"]):
            faults.add("not-a-ca")
        if step.usage is not None and not (len(step.usage) > 5 and step.usage[5]):
            faults.add("no-key-cert-sign")
        if not is_anchor and step.purposes is not None and not step.purposes & {SERVER, ANY}:
            faults.add("key-usage")
        if step.basic is not None and step.basic["pathLenConstraint"].isValue and below > step.basic["pathLenConstraint"]:
            faults.add("path-length")
        if step.limits is not None and any(under.readable and not obeys(under, step.limits) for under in path[:place]):
            faults.add("name-constraint")
        # Self-issued certificates are not counted (RFC 5280, section 4.2.1.9).
        if step.subject != step.issuer:
            below += 1
    # JSSE's jdk.tls.maxCertificateChainLength is 10, and so is GnuTLS's default depth of verification times two.
    if len(present) > 10:
        faults.add("depth")
    return sorted(faults)


def main():
    question = json.load(sys.stdin)
    ders = [bytes.fromhex(text) for text in question["certificates"]]
    load = loader.RFC5280CertificateDocumentLoader().load_der_document
    of_certificates = certificate_validator()
    linting = set(question.get("lint", range(len(ders))))
    chains = chain_validators()
    taken = [Taken(der) for der in ders]
    answer = {
        "certificates": [linted(load, of_certificates, der) if number in linting else [] for number, der in enumerate(ders)],
        "chains": [linted_chain(chains, ders[issuer], ders[subject]) for issuer, subject in question["chains"]],
        "lists": [
            linted(loader.RFC5280CertificateListDocumentLoader().load_der_document, list_validator(), bytes.fromhex(text))
            for text in question["lists"]
        ],
        "responses": [
            linted(loader.RFC6960OCSPResponseDocumentLoader().load_der_document, response_validator(), bytes.fromhex(text))
            for text in question["responses"]
        ],
        "paths": [
            objections(taken, path["present"], path["anchors"], path["host"], path["time"]) for path in question["paths"]
        ],
    }
    json.dump(answer, sys.stdout)


main()
