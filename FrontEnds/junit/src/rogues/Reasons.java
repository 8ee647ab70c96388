package rogues;

import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ProtocolException;
import java.net.SocketException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.CertificateParsingException;
import java.security.cert.CertificateRevokedException;
import java.security.cert.PKIXReason;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;

/**
 * What an exception of a client means: a refusal and its reason, no decision, or a mistake of the test's own. What none of
 * this knows is no refusal: it fails the test.
 */
final class Reasons {
  /** What to answer for an exception of the client; null if nothing is known about it. */
  static Map<String, Object> statement(Throwable error, Function<Throwable, String> own) {
    for (Throwable one = error; one != null; one = one.getCause()) {
      if (one instanceof Unsupported lacks) return said("unsupported", "capability", lacks.capability);
      if (one instanceof Refusal refusal) return cancel(refusal.reason, refusal.phase, one);
      if (one instanceof Failure failure) return failed(failure.cause, one);
      String reason = own.apply(one);
      if (reason != null) return cancel(new Refusal(reason, "").reason, null, one);
    }
    // Programs wrap what they cannot declare.
    for (Throwable one = error; one != null; one = one.getCause()) {
      Map<String, Object> said = meaning(one);
      if (said != null) return said;
    }
    return null;
  }

  private static Map<String, Object> meaning(Throwable error) {
    String text = String.valueOf(error.getMessage());
    if (error instanceof SSLPeerUnverifiedException) return unverified(error, text);
    if (error instanceof SSLException) return ofHandshake(error, text);
    if (error instanceof CertPathValidatorException path) return cancel(of(path), "handshake", error);
    if (error instanceof CertificateException certificate) return cancel(of(certificate), "handshake", error);
    if (error instanceof InterruptedIOException || error instanceof java.net.http.HttpTimeoutException) {
      return failed("timeout", error);
    }
    if (error instanceof EOFException || error instanceof SocketException) return failed("network", error);
    if (error instanceof ProtocolException) return failed("server", error);
    boolean isOver = text.startsWith("unexpected end of stream") || text.equals("Canceled")
        || text.equals("HTTP/1.1 header parser received no bytes");
    return error instanceof IOException && isOver ? failed("network", error) : null;
  }

  /** OkHttp's own refusals, after the handshake. */
  private static Map<String, Object> unverified(Throwable error, String text) {
    if (text.startsWith("Certificate pinning failure!")) return cancel("pin-mismatch", "after-handshake", error);
    if (text.startsWith("Hostname ")) return cancel("name-mismatch", "after-handshake", error);
    // The cleaner builds the path once more, after JSSE has.
    return cancel(text.contains("trusted cert") ? "untrusted" : "other", "after-handshake", error);
  }

  /** An exception of the handshake: the first cause that PKIX or JSSE gives a word for. */
  private static Map<String, Object> ofHandshake(Throwable error, String text) {
    for (Throwable cause = error; cause != null; cause = cause.getCause()) {
      if (cause instanceof CertPathValidatorException path) return cancel(of(path), "handshake", path);
      boolean isLast = cause.getCause() == null;
      // Without any anchor, the trust manager trusts no server.
      boolean hasNone = String.valueOf(cause.getMessage()).contains("trustAnchors parameter must be non-empty");
      if (hasNone || cause instanceof CertPathBuilderException && isLast) return cancel("untrusted", "handshake", cause);
      if (cause instanceof CertificateException last && isLast) return cancel(of(last), "handshake", cause);
      if (cause instanceof InterruptedIOException) return failed("timeout", error);
    }
    if (text.startsWith("Received fatal alert")) return failed("server", error);
    // Asked first: a signature whose DER ends early has an EOFException for a cause, and the connection has not ended.
    // "signature_algorithms" is an extension's name.
    if (text.replace("signature_algorithms", "").toLowerCase(Locale.ROOT).contains("signature")) {
      return cancel("proof-of-possession", "handshake", error);
    }
    for (Throwable cause = error.getCause(); cause != null; cause = cause.getCause()) {
      if (cause instanceof EOFException || cause instanceof SocketException) return failed("server", error);
      // A mistake of a trust manager of one's own.
      if (cause instanceof RuntimeException) return null;
    }
    boolean isVersion =
        text.startsWith("The server selected protocol version") || text.startsWith("Unsupported protocol version");
    return cancel(isVersion ? "version" : "protocol", "handshake", error);
  }

  private static String of(CertPathValidatorException error) {
    var reason = error.getReason();
    if (reason instanceof CertPathValidatorException.BasicReason basic) {
      switch (basic) {
        case EXPIRED: return "expired";
        case NOT_YET_VALID: return "not-yet-valid";
        case REVOKED: return "revoked";
        case UNDETERMINED_REVOCATION_STATUS: return "revocation-unknown";
        case INVALID_SIGNATURE: return "bad-signature";
        case ALGORITHM_CONSTRAINED: return "weak-crypto";
        case UNSPECIFIED: break;
      }
    }
    if (reason instanceof PKIXReason pkix) {
      switch (pkix) {
        case NO_TRUST_ANCHOR, NAME_CHAINING: return "untrusted";
        case NOT_CA_CERT: return "not-a-ca";
        case PATH_TOO_LONG: return "path-length";
        case INVALID_NAME: return "name-constraint";
        case INVALID_KEY_USAGE: return "key-usage";
        case UNRECOGNIZED_CRIT_EXT, INVALID_POLICY: return "extension";
      }
    }
    return byText(error);
  }

  private static String of(CertificateException error) {
    for (Throwable cause = error; cause != null; cause = cause.getCause()) {
      if (cause instanceof CertPathValidatorException path) return of(path);
      if (cause instanceof CertPathBuilderException && cause.getCause() == null) return "untrusted";
    }
    if (error instanceof CertificateExpiredException) return "expired";
    if (error instanceof CertificateNotYetValidException) return "not-yet-valid";
    if (error instanceof CertificateRevokedException) return "revoked";
    if (error instanceof CertificateParsingException) return "malformed";
    return byText(error);
  }

  private static String byText(Exception error) {
    String text = String.valueOf(error.getMessage());
    if (text.contains("subject alternative") || text.contains("No name matching")) return "name-mismatch";
    if (text.contains("Could not parse certificate")) return "malformed";
    if (text.contains("key usage") || text.contains("KeyUsage")) return "key-usage";
    if (text.contains("critical extension")) return "extension";
    if (text.contains("CRL") || text.contains("OCSP") || text.contains("revocation")
        || text.startsWith("Response is unreliable")) return "revocation-unknown";
    return "other";
  }

  // -- Words

  static Map<String, Object> said(String type, Object... members) {
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("type", type);
    for (int index = 0; index < members.length; index += 2) result.put((String) members[index], members[index + 1]);
    return result;
  }

  private static Map<String, Object> cancel(String reason, String phase, Throwable error) {
    Map<String, Object> said = said("statement", "disposition", "cancel", "reason", reason, "detail", words(error));
    if (phase != null) said.put("phase", phase);
    return said;
  }

  private static Map<String, Object> failed(String cause, Throwable error) {
    return said("failed", "cause", cause, "detail", words(error));
  }

  private static String words(Throwable error) {
    String text = error.toString().replaceAll("\\s+", " ");
    return text.substring(0, Math.min(text.length(), 1000));
  }
}
