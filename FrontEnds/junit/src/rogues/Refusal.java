package rogues;

import java.util.Set;
import java.util.TreeSet;

/** The client refuses the server, for one of the reasons of docs/reference/adapters.md; null: it does not say why. */
public final class Refusal extends Exception {
  static final Set<String> REASONS = Set.of(
      "untrusted", "expired", "not-yet-valid", "name-mismatch", "revoked", "revocation-unknown", "pin-mismatch",
      "bad-signature", "proof-of-possession", "not-a-ca", "path-length", "name-constraint", "key-usage", "extension",
      "weak-crypto", "transparency", "malformed", "client-identity", "version", "protocol", "configuration", "other");

  final String reason, phase;

  public Refusal(String reason, String detail) {
    this(reason, detail, "handshake");
  }

  /** The phase is "configuration", "handshake" or "after-handshake". */
  public Refusal(String reason, String detail, String phase) {
    super(detail);
    if (reason != null && !REASONS.contains(reason)) {
      throw new IllegalArgumentException("'" + reason + "' is no reason to refuse; they are " + new TreeSet<>(REASONS));
    }
    this.reason = reason;
    this.phase = phase;
  }
}
