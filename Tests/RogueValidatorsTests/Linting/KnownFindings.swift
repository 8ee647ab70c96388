/// What an independent linter finds, and why it may.
enum KnownFindings {
  /// By code, in worlds as they are.
  static let worlds: [String: String] = [
    "pkix.invalid_domain_name_syntax":
      "stars, limits with a dot in front, final dots, an address as a name: what impostors' names are about; pkilint takes a "
      + "star for no letter of a name as well",
    "pkix.authority_key_identifier_extension_absent":
      "self-signed certificates that are no CA, and leaves that are anchors: their own key is the issuer's",
    "pkix.certificate_name_constraints_extension_not_critical": "two CAs are about limits that are not critical",
    "pkix.name_constraints_in_ee_certificate": "one leaf has limits, which mean nothing in it",
    "pkix.signature_verification_failed": "one certificate is signed by somebody who has not the issuer's key",
    "pkix.invalid_uri_syntax": "URIs without a host, which one leaf is about",
    "itu.invalid_asn1_syntax": "letters in a name that IA5String has not, and a curve that is spelt out",
    "base.unhandled_exception": "pkilint does not read curves that are spelt out",
    "unreadable": "one leaf's content is torn",
  ]

  /// Codes that one defect has together, by the codes.
  static let together: [String: String] = [
    "itu.invalid_asn1_syntax pkix.ee_certificate_keycertsign_keyusage_set":
      "a flag that cannot be read says nothing of a CA, and the key usage is still that of one",
    "pkix.authority_key_identifier_extension_absent pkix.certificate_skid_end_entity_missing "
      + "pkix.certificate_version_is_not_v3": "a certificate of version 1 or 2 has no extensions",
    "pkix.authority_key_identifier_missing pkix.crl_number_missing pkix.crl_version_missing":
      "a list of version 1 has no extensions",
    "pkix.basic_constraints_has_pathlen_for_non_ca pkix.ee_certificate_keycertsign_keyusage_set":
      "a path length without the flag is the fault, and the key usage is still that of a CA",
    "pkix.generalizedtime_incorrect_syntax pkix.invalid_time_syntax": "two words for one time",
    "pkix.invalid_time_syntax pkix.utctime_incorrect_syntax": "two words for one time",
    "pkix.issuer_unique_id_present pkix.subject_unique_id_present": "the defect puts in both",
  ]

  /// Controls of a `must` with something to be said against their paths, by scenario and what that is.
  static let controls: [String: String] = [:]

  /// Rogues of a `must` that are wrong in more than one way, by scenario and ways.
  static let twoFaults: [String: String] = [
    "ca/basic-constraints-empty: malformed not-a-ca": "a flag that cannot be read is none",
    "ca/basic-constraints-not-a-sequence: malformed not-a-ca": "a flag that cannot be read is none",
    "names/unicode-case-folding: malformed name-mismatch": "the letter that the name must not have is the fault",
    "real-bugs/cve-2015-1793-alternate-chain: no-key-cert-sign not-a-ca":
      "an ordinary certificate lacks both; the flag alone is what 'ca/leaf-as-issuer' is about",
    "real-bugs/cve-2017-14032-long-untrusted-chain: depth untrusted":
      "the bug is in what happens beyond a limit of depth; short chains are 'trust/unknown-ca'",
    "real-bugs/cve-2026-5501-unsigned-below-leaf: bad-signature no-key-cert-sign not-a-ca":
      "the bug is to verify nothing below an ordinary certificate",
    "robustness/many-paths-16384: depth untrusted": "JSSE counts certificates; 'robustness/many-paths-16' is for it",
    "time/leaf-not-after-empty: malformed untrusted": "what cannot be read leads nowhere",
    "time/leaf-not-before-letters: malformed untrusted": "what cannot be read leads nowhere",
    "time/leaf-not-after-letters: malformed untrusted": "what cannot be read leads nowhere",
    "time/leaf-not-after-before-not-before: expired not-yet-valid": "both at once is the fault",
    "time/intermediate-not-after-before-not-before: expired not-yet-valid": "both at once is the fault",
    "trust/self-signed-leaf-not-the-anchor: bad-signature no-key-cert-sign not-a-ca":
      "the trusted leaf has the same name, and the reading takes it for the issuer; nothing but that it is another one is "
      + "wrong",
  ]
}
