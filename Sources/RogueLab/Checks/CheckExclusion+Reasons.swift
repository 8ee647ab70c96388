extension CheckExclusion {
  /// Circumstances in which one rule refuses everything, so that the others cannot decide, or that no case can have.
  static let impossible: [CheckExclusion] = [
    CheckExclusion("without an anchor nothing is trusted", in: ["anchors.from=none", "anchors.count=0"]),
    CheckExclusion("every case here sets the time", in: ["time.given=no"]),
    CheckExclusion(
      "a pin that cannot be read is reported before anything else",
      in: ["pins.file=half", "pins.file=empty", "pins.file=missing"]),
    CheckExclusion(
      "a validator may read the pinned file in this form or refuse it",
      in: ["pins.file=other-encoding", "pins.file=zero-byte"]),
    CheckExclusion(
      "another start under another policy wrote the pins, which only a longer conversation shows",
      in: ["pins.storage=kept"]),
    CheckExclusion(
      "a validator may read the pins of an older release or refuse them", in: ["platform.stored-pins=of-older-release"]),
    CheckExclusion(
      "the failure of the platform is reported before anything else",
      in: [
        "platform.fails=reading-policies", "platform.fails=reading-properties", "platform.fails=no-ssl-policy",
        "platform.fails=setting-policies",
      ]),
    CheckExclusion("bytes that are not a certificate end the handshake", in: ["chain.surplus=other-bytes"]),
    CheckExclusion("a policy that requires logs requires an operator", in: ["transparency.operators=0"]),
    CheckExclusion(
      "a key that is too short or of another kind is refused",
      in: [
        "*.key=rsa512", "*.key=rsa768", "*.key=rsa1024", "*.key=p192", "*.key=other", "leaf.key=p224",
        "leaf.issuer-key=rsa512", "leaf.issuer-key=rsa768", "leaf.issuer-key=rsa1024", "leaf.issuer-key=p192",
        "leaf.issuer-key=other",
      ]),
    CheckExclusion("keys of 8192 bits take minutes to make", in: ["*.key=rsa8192", "leaf.issuer-key=rsa8192"]),
    CheckExclusion(
      "hardly any client supports such a key", in: ["*.key=rsa-for-pss", "leaf.issuer-key=rsa-for-pss"]),
    CheckExclusion(
      "a signature with a broken or unknown algorithm is refused",
      in: [
        "leaf.signature=ecdsa-sha1", "leaf.signature=rsa-sha1", "leaf.signature=rsa-md5", "ca.signature=ecdsa-sha1",
        "ca.signature=rsa-sha1", "ca.signature=rsa-md5", "*.signature=other",
      ]),
    CheckExclusion(
      "a certificate of another version has no extensions that allow its use",
      in: ["leaf.version=1", "ca.version=1", "*.version=other"]),
    CheckExclusion(
      "RFC 5280, section 4.1.2.2, forbids this serial number, so a validator may refuse it",
      in: ["*.serial=negative", "*.serial=zero", "*.serial=longer"]),
    CheckExclusion(
      "RFC 5280 allows this extension only in CAs",
      in: [
        "leaf.extension=inhibit-any-policy", "leaf.extension=policy-constraints", "leaf.extension=policy-mappings",
        "leaf.extension=name-constraints", "leaf.critical=inhibit-any-policy", "leaf.critical=policy-constraints",
        "leaf.critical=policy-mappings", "leaf.critical=name-constraints",
      ]),
    CheckExclusion("a precertificate is refused", in: ["*.extension=poison", "*.critical=poison"]),
    CheckExclusion("only servers' certificates contain SCTs", in: ["ca.extension=scts", "anchor.extension=scts"]),
    CheckExclusion("an unknown critical extension is refused", in: ["leaf.critical=unknown", "ca.critical=unknown"]),
    CheckExclusion(
      "no validator has to process the extensions of an anchor", in: ["anchor.critical=unknown"]),
    CheckExclusion(
      "the standard forbids marking this extension critical, so a validator may refuse it",
      in: [
        "*.critical=authority-info-access", "*.critical=authority-key-identifier", "*.critical=subject-key-identifier",
        "*.critical=crl-distribution-points", "*.critical=issuer-alt-name", "*.critical=netscape-type",
        "*.critical=policy-mappings", "*.critical=scts", "*.critical=tls-feature", "ca.critical=subject-alt-name",
        "anchor.critical=subject-alt-name",
      ]),
    CheckExclusion(
      "a key that may sign certificates or CRLs belongs to a CA", in: ["leaf.usage=certificates", "leaf.usage=lists"]),
    CheckExclusion("RFC 5280 requires a subject in every CA", in: ["ca.subject=empty", "anchor.subject=empty"]),
    CheckExclusion("a certificate without a name matches no host", in: ["leaf.name=none", "leaf.names=0"]),
    CheckExclusion(
      "the harness writes DNS names first, and a server has no name of this kind",
      in: [
        "leaf.first-name=mailbox", "leaf.first-name=uri", "leaf.first-name=directory", "leaf.first-name=other",
        "leaf.name=directory",
      ]),
    CheckExclusion("no path leads from an unknown issuer to an anchor", in: ["leaf.issuer=unknown"]),
  ]

  private static let answers =
    [
      "revocation/list-form", "revocation/complete-list", "revocation/list-signature", "revocation/list-begin",
      "revocation/list-end", "revocation/list-issuer", "revocation/list-key-usage", "revocation/list-extensions",
      "revocation/fetched-list", "revocation/responder",
    ] + responses
  private static let responses = [
    "revocation/response-", "revocation/responder-key-usage", "revocation/unknown-response",
  ]
  /// Without these rules a validator refuses what it has to accept.
  private static let accepting = [
    "revocation/staple", "revocation/list-at-hand", "revocation/responder", "revocation/fetched-list",
    "revocation/single-response", "revocation/list-signer", "transparency/embedded-scts", "transparency/handshake-scts",
    "transparency/stapled-scts", "first-use/",
  ]
  private static let timestamps = [
    "transparency/known-log", "transparency/log-retirement", "transparency/sct-time", "transparency/sct-signature",
    "transparency/embedded-scts", "transparency/handshake-scts", "transparency/stapled-scts",
  ]
  private static let ofLimits = [
    "path/basic-constraints", "path/issuer-key-usage", "path/path-length", "path/name-constraints", "path/policies",
    "path/form", "revocation/list-form",
  ]

  /// Where the fault of a rule's cases is in the circumstance itself, or where another rule refuses first.
  static let masked: [CheckExclusion] = [
    CheckExclusion(
      "an unusable response counts as missing, which is accepted where no status is required", rules: answers,
      in: ["revocation.mode=best-effort", "revocation.mode=off", "revocation.method=none", "revocation.methods=0"]),
    CheckExclusion(
      "another source gives a good status",
      rules: answers + [
        "revocation/staple", "revocation/list-at-hand", "revocation/revoked-response", "revocation/single-response",
      ],
      in: ["revocation.methods=2", "revocation.methods=3+", "staple.for=ca"]),
    CheckExclusion(
      "a client may use the staple and fetch nothing",
      rules: responses + ["revocation/responder", "revocation/fetched-list"],
      in: ["staple.for=leaf", "scts.from=staple", "*.extension=tls-feature"]),
    CheckExclusion(
      "this source gives no such response", rules: answers + ["revocation/list-at-hand"],
      in: ["revocation.method=*", "revocation.network=no", "revocation.lists=2+"]),
    CheckExclusion(
      "a client may remember the certificate's status from an earlier step", rules: answers,
      in: [
        "first-use.mode=compare", "step.number=2", "step.number=3+", "step.known=host", "step.known=leaf",
        "step.known=ca",
      ]),
    CheckExclusion(
      "the fault is in the CRL of the intermediate CA, which is not in this path", rules: ["revocation/fetched-list"],
      in: ["path.length=2", "leaf.issuer=anchor"]),
    CheckExclusion(
      "no validator has to check the anchor's own fields",
      rules: [
        "path/critical-extensions", "path/purposes", "path/leaf-key-usage", "path/strength", "path/validity",
        "path/policies", "path/form",
      ], in: ["path.length=1", "leaf.issuer=itself", "leaf.anchor=yes"]),
    CheckExclusion(
      "the response names a serial number, and this certificate has another one",
      rules: [
        "revocation/list", "revocation/complete-list", "revocation/response-subject", "revocation/fetched-list",
      ], in: ["leaf.serial=20-octets", "leaf.serial=up-to-8-octets"]),
    CheckExclusion(
      "the case's own policy names the logs", rules: timestamps + ["transparency"],
      in: [
        "transparency.logs=2", "transparency.logs=3+", "transparency.operators=2+", "transparency.known=1",
        "transparency.known=2", "transparency.known=3+", "transparency.retired=no", "transparency.retired=yes",
      ]),
    CheckExclusion(
      "valid SCTs from another source are accepted as well", rules: timestamps,
      in: [
        "scts.from=none", "scts.from=staple", "scts.from=handshake", "scts.from=certificate", "leaf.extension=scts",
        "leaf.extension=tls-feature",
      ]),
    CheckExclusion(
      "no validator has to apply an anchor's constraints to the certificates below it", rules: ofLimits,
      in: ["path.length=2", "leaf.issuer=anchor", "anchors.intermediate=yes", "anchor.authority=key"]),
    CheckExclusion(
      "only candidates with good signatures count as paths", rules: ["path/signatures"],
      in: ["path.count=1", "path.count=2+", "path.length=*"]),
    CheckExclusion(
      "the other certificate has another key, which is refused as well",
      rules: [
        "path/path-length", "path/host-name", "path/name-constraints", "path/policies", "pins", "reference-name",
        "stored-pins",
      ], in: ["first-use.mode=compare"]),
    CheckExclusion(
      "the fault is the usage itself", rules: ["path/issuer-key-usage", "revocation/list-key-usage"],
      in: ["ca.usage=key-encipherment", "ca.usage=key-agreement", "ca.usage=none"]),
    CheckExclusion(
      "the fault is the usage itself", rules: ["path/purposes", "path/leaf-key-usage"],
      in: [
        "leaf.usage=key-encipherment", "leaf.usage=key-agreement", "leaf.usage=none", "leaf.usage=digital-signature",
        "leaf.purpose=server", "leaf.purpose=any", "leaf.purpose=none",
      ]),
    CheckExclusion(
      "a CA whose issuer has the same name is self-issued, and does not count in the path length",
      rules: ["path/path-length"],
      in: ["ca.subject=host", "chain.count=2"]),
    CheckExclusion(
      "the case's own constraints name its host", rules: ["path/name-constraints"],
      in: ["host.labels=1", "host.labels=2", "host.length=longer", "leaf.name=other", "leaf.names=more"]),
    CheckExclusion(
      "the pins were stored at an earlier start", rules: ["stored-pins"],
      in: [
        "pins.for=none", "pins.kind=none", "pins.position=none", "first-use.mode=learn", "step.number=1",
        "step.known=nothing",
      ]),
    CheckExclusion(
      "the algorithm has no weak form", rules: ["path/strength"],
      in: [
        "leaf.signature=ed25519", "leaf.signature=ed448", "leaf.signature=rsa-pss", "ca.key=ed25519", "ca.key=ed448",
        "leaf.issuer-key=ed25519", "leaf.issuer-key=ed448",
      ]),
    CheckExclusion(
      "the case has its own single distribution point", rules: ["revocation/list-form", "revocation/fetched-list"],
      in: ["leaf.points=0", "leaf.points=1", "ca.points=2+", "anchor.points=2+"]),
    CheckExclusion(
      "the case's own server staples", rules: ["failed-calls", "denied-certificates"],
      in: ["staple.for=none", "scts.from=staple"]),
    CheckExclusion(
      "a client may refuse this key, name or chain, so no case demands acceptance", rules: accepting,
      in: [
        "*.key=ed25519", "*.key=ed448", "*.key=p224", "*.key=rsa2050", "leaf.issuer-key=ed25519",
        "leaf.issuer-key=ed448", "leaf.issuer-key=p224", "leaf.issuer-key=rsa2050", "*.signature=ed25519",
        "*.signature=ed448", "*.signature=rsa-pss", "anchor.signature=ecdsa-sha1", "anchor.signature=rsa-sha1",
        "anchor.signature=rsa-md5", "host.spelling=final-dot", "host.spelling=underscore", "host.labels=1",
        "anchors.intermediate=yes", "chain.namesakes=yes", "*.critical=certificate-policies",
        "*.critical=extended-key-usage", "*.critical=inhibit-any-policy", "*.critical=policy-constraints",
        "leaf.purpose=none", "ca.purpose=any", "anchor.purpose=any", "*.authority=other", "leaf.authority=none",
        "anchor.authority=key", "*.extension=inhibit-any-policy", "*.extension=policy-constraints",
        "*.extension=tls-feature",
        "anchor.extension=authority-key-identifier", "ca.usage=key-encipherment", "ca.usage=none",
        "anchor.usage=key-encipherment", "anchor.usage=none", "anchor.version=1", "step.renegotiated=yes",
      ]),
    CheckExclusion(
      "the fault of the case is in the CA, in its CRL or in its responder",
      rules: ofLimits + answers, in: ["chain.count=1"]),
    CheckExclusion(
      "the path has no CA", rules: ofLimits + ["path/signatures"], in: ["leaf.anchor=yes", "leaf.issuer=itself"]),
    CheckExclusion("every world has several CAs", in: ["revocation.lists=1"]),
    CheckExclusion(
      "the verification of a CRL refuses the certificate as well",
      rules: [
        "path/critical-extensions", "path/issuer-key-usage", "path/signatures",
      ], in: ["revocation.network=no"]),
    CheckExclusion(
      "no status is required",
      rules: ["off-revocation", "path-statuses", "revocation/responder", "revocation/revoked-response"],
      in: ["revocation.mode=off", "revocation.method=none", "revocation.methods=0"]),
    CheckExclusion(
      "no CRL is supplied", rules: ["revocation/list-key-usage", "revocation/list-at-hand"],
      in: ["revocation.lists=0"]),
    CheckExclusion(
      "no path leads to an anchor, which is reported before anything that follows it",
      rules: [
        "denied-certificates", "reference-name", "first-use/",
      ], in: ["path.count=0"]),
    CheckExclusion(
      "without a path, no certificate is surplus", rules: ["path/anchor", "path/signatures"],
      in: ["chain.surplus=certificate"]),
    CheckExclusion("a path leads to an anchor", rules: ["path/anchor"], in: ["leaf.issuer=anchor", "leaf.anchor=yes"]),
    CheckExclusion(
      "the fault is in basicConstraints", rules: ["path/path-length", "path/form"],
      in: ["ca.path-length=1", "ca.path-length=2+", "path.length=3"]),
    CheckExclusion(
      "the case has its own earlier attempts", rules: ["stored-pins", "first-use/"], in: ["step.number=3+"]),
    CheckExclusion(
      "the case itself says whether the server staples",
      rules: [
        "revocation/staple", "revocation/staple-of-certificate",
      ], in: ["scts.from=staple", "staple.for=none"]),
    CheckExclusion(
      "the case has its own staple", rules: ["transparency/stapled-scts"],
      in: [
        "revocation.method=ocsp-staple", "revocation.methods=2", "revocation.methods=3+", "staple.for=ca",
        "*.extension=tls-feature",
      ]),
    CheckExclusion(
      "the fault is the algorithm", rules: ["path/strength"],
      in: [
        "leaf.signature=ecdsa-sha384", "leaf.signature=ecdsa-sha512", "leaf.signature=rsa-sha384",
        "leaf.signature=rsa-sha512",
      ]),
    CheckExclusion(
      "the fault is in the policies of the path", rules: ["path/policies"],
      in: [
        "chain.count=5+", "path.length=4", "path.length=5+", "leaf.critical=certificate-policies",
        "ca.extension=policy-mappings", "ca.critical=certificate-policies", "ca.policies=no",
      ]),
    CheckExclusion("a server without a certificate ends the handshake", rules: ["path"], in: ["chain.count=0"]),
    CheckExclusion(
      "the platform gives the same result in both handshakes",
      rules: ["stored-pins", "failed-calls", "denied-certificates"], in: ["step.renegotiated=yes"]),
    CheckExclusion(
      "the fault is in the root's CRL, which the first handshake needs as well",
      rules: ["revocation/list-form", "revocation/fetched-list"], in: ["step.renegotiated=yes"]),
    CheckExclusion("no pins are stored for the host", rules: ["stored-pins"], in: ["pins.for=other-hosts-only"]),
    CheckExclusion(
      "a proxy needs a connection, and these cases run without sockets", in: ["proxy.anchors=yes"]),
  ]

  /// Rules whose cases gate nothing, or that repeat another rule.
  static let undecided: [CheckExclusion] = [
    CheckExclusion(
      "the standards leave this open, so its cases have the level may",
      rules: [
        "off-path-key-identifiers", "off-status-of-lone-path", "off-stapled-revocation", "off-promised-staple",
        "off-revocation-responder-key", "off-revocation-response-age",
      ]),
    CheckExclusion(
      "another rule refuses the same certificate: a malformed response has no signature",
      rules: ["off-revocation-response-form", "off-revocation-response-success"]),
  ]
}
