import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.PrintStream;
import java.net.IDN;
import java.net.InetAddress;
import java.net.SocketException;
import java.net.UnknownServiceException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.cert.*;
import java.security.cert.Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.*;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.*;
import okhttp3.CertificatePinner;
import okhttp3.ConnectionPool;
import okhttp3.ConnectionSpec;
import okhttp3.Dns;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.Response;
import okhttp3.TlsVersion;

/**
 * An adapter for OkHttp and its CertificatePinner, through the session door (docs/reference/adapters.md).
 *
 * Configured as an application would: the platform's trust manager with the attempt's anchors, OkHttp's own host name
 * verifier, and every pin under the host that it is for. A pin has no position here; OkHttp compares it with every key
 * of the path that its cleaner has built. Whatever is thrown and not understood ends the process: an adapter error,
 * never a refusal.
 */
public final class Adapter {
  static final List<String> CAPABILITIES = List.of(
      "anchors", "host.ipv6", "pin.spki.leaf", "pin.spki.ca", "pin.spki.chain", "pin.unicode", "pin.digest", "client-identity.pem",
      "client-identity.pkcs12", "tls1.2", "tls1.3", "resumption", "resumption.cache", "certificate-policies",
      "keep-alive", "http2", "renegotiation", "redirects", "same-process", "reason");

  /** The client's own certificate or key cannot be used. */
  static final class BadIdentity extends Exception {
    BadIdentity(String detail) {
      super(detail);
    }
  }

  public static void main(String[] arguments) throws Exception {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    var in = new java.io.BufferedReader(new java.io.InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      Map<String, Object> message = JSON.object(JSON.parse(line));
      switch ((String) message.get("type")) {
        case "hello" -> out.println(JSON.write(ready()));
        case "attempt" -> {
          Map<String, Object> answer = new Attempt(message).answer();
          answer.put("id", message.get("id"));
          out.println(JSON.write(answer));
        }
        case "bye" -> System.exit(0);
        default -> throw new IllegalStateException("an unknown message: " + line);
      }
    }
    System.exit(0);
  }

  static Map<String, Object> ready() {
    Map<String, Object> ready = new LinkedHashMap<>();
    ready.put("type", "ready");
    ready.put("protocol", 1);
    ready.put("adapter", "okhttp");
    ready.put("library", Map.of("name", "OkHttp", "version", okhttp3.internal.Version.userAgent()));
    ready.put("capabilities", CAPABILITIES);
    ready.put("declined", List.of());
    ready.put("maxInFlight", 1);
    return ready;
  }

  // -- One attempt

  static final class Attempt {
    /** The contexts of conversations with their settings, because a context keeps its sessions. */
    private static final Map<Object, Kept> KEPT = new HashMap<>();
    /** The connections that conversations have left open. */
    private static final Map<Object, Pool> POOLS = new HashMap<>();

    /** OkHttp uses a connection again for the very same factory of sockets and the very same names. */
    private record Kept(
        Path state, Object configuration, SSLSocketFactory sockets, X509TrustManager trust, Dns names) {}

    private record Pool(Path state, ConnectionPool connections) {}

    final Map<String, Object> message, connect, policy;
    final Path directory, state;

    Attempt(Map<String, Object> message) {
      this.message = message;
      connect = JSON.object(message.get("connect"));
      policy = JSON.object(message.get("policy"));
      directory = Path.of((String) message.get("directory"));
      state = directory.resolve((String) message.get("state")).normalize();
    }

    Map<String, Object> answer() throws Exception {
      for (Object need : JSON.list(message.get("needs"))) {
        if (!CAPABILITIES.contains(need)) return said("unsupported", "capability", need);
      }
      List<Map<String, Object>> sets = new ArrayList<>();
      for (Object entry : JSON.list(policy.get("pinSets"))) sets.add(JSON.object(entry));
      if (haveOneHostTwice(sets)) {
        return said("unsupported", "capability", neededPins(), "why", "several sets for one host would be alternatives");
      }
      try {
        return request(sets);
      } catch (BadIdentity error) {
        return cancel("client-identity", "configuration", error.getMessage());
      } catch (SSLPeerUnverifiedException error) {
        return unverified(error);
      } catch (SSLException error) {
        return judged(error);
      } catch (InterruptedIOException error) {
        return said("failed", "cause", "timeout", "detail", text(error));
      } catch (EOFException | SocketException error) {
        return said("failed", "cause", "network", "detail", text(error));
      } catch (UnknownServiceException error) {
        // The client was sent on to a URL without TLS, and its only specification is one of TLS.
        return cancel("protocol", "after-handshake", text(error));
      } catch (IOException error) {
        String text = String.valueOf(error.getMessage());
        if (!text.startsWith("unexpected end of stream") && !text.equals("Canceled")) throw error;
        return said("failed", "cause", "network", "detail", text(error));
      }
    }

    /** OkHttp takes the pins of all sets for one host as alternatives. */
    private static boolean haveOneHostTwice(List<Map<String, Object>> sets) {
      Set<String> hosts = new HashSet<>();
      for (Map<String, Object> set : sets) {
        if (!hosts.add(normal((String) set.get("host")))) return true;
      }
      return false;
    }

    /** The pins that this attempt needs: a case may be declined only for a capability that it needs. */
    private String neededPins() {
      for (Object need : JSON.list(message.get("needs"))) {
        if (need.toString().startsWith("pin.")) return need.toString();
      }
      throw new IllegalStateException("there are pins, and none is needed");
    }

    /** OkHttp's own refusals, after the handshake. */
    private Map<String, Object> unverified(SSLPeerUnverifiedException error) {
      String text = String.valueOf(error.getMessage());
      String line = text.lines().findFirst().orElse("");
      if (text.startsWith("Certificate pinning failure!")) return cancel("pin-mismatch", "after-handshake", line);
      if (text.startsWith("Hostname ")) return cancel("name-mismatch", "after-handshake", line);
      // The cleaner builds the path once more, after JSSE has.
      if (text.contains("trusted cert")) return cancel("untrusted", "after-handshake", line);
      return cancel("other", "after-handshake", text(error));
    }

    /** What an exception of the handshake means: the first cause that PKIX or JSSE gives a word for. */
    private Map<String, Object> judged(SSLException error) {
      for (Throwable cause = error; cause != null; cause = cause.getCause()) {
        if (cause instanceof CertPathValidatorException path) return cancel(Reasons.of(path), "handshake", text(path));
        if (cause instanceof CertPathBuilderException builder && builder.getCause() == null) {
          return cancel("untrusted", "handshake", text(builder));
        }
        // Without any anchor, the trust manager trusts no server.
        if (String.valueOf(cause.getMessage()).contains("trustAnchors parameter must be non-empty")) {
          return cancel("untrusted", "handshake", text(cause));
        }
        if (cause instanceof CertificateException && cause.getCause() == null) {
          return cancel(Reasons.of((CertificateException) cause), "handshake", text(cause));
        }
      }
      String text = String.valueOf(error.getMessage());
      if (text.startsWith("Received fatal alert")) return said("failed", "cause", "server", "detail", text(error));
      // Asked first: a signature whose DER ends early has an EOFException for a cause, and the connection has not ended.
      // "signature_algorithms" is an extension's name.
      boolean isSignature = text.replace("signature_algorithms", "").toLowerCase(Locale.ROOT).contains("signature");
      if (isSignature) return cancel("proof-of-possession", "handshake", text(error));
      for (Throwable cause = error.getCause(); cause != null; cause = cause.getCause()) {
        if (cause instanceof EOFException || cause instanceof SocketException) {
          return said("failed", "cause", "server", "detail", text(error));
        }
      }
      boolean isVersion =
          text.startsWith("The server selected protocol version") || text.startsWith("Unsupported protocol version");
      return cancel(isVersion ? "version" : "protocol", "handshake", text(error));
    }

    private Map<String, Object> request(List<Map<String, Object>> sets) throws Exception {
      long patience = ((Number) message.get("deadlineMilliseconds")).longValue() * 8 / 10;
      Kept kept = kept();
      boolean keeps = JSON.list(message.get("needs")).contains("keep-alive");
      ConnectionPool pool = keeps ? pool() : new ConnectionPool();
      OkHttpClient client = client(kept, sets).connectionPool(pool).callTimeout(patience, TimeUnit.MILLISECONDS).build();
      String url = "https://" + inURL((String) connect.get("host")) + ":" + connect.get("port") + connect.get("path");
      try (Response response = client.newCall(new Request.Builder().url(url).build()).execute()) {
        Matcher nonce = Pattern.compile("([0-9a-fA-F]{32})\r?\n?").matcher(response.body().string());
        if (response.code() != 200 || !nonce.matches()) throw new EOFException("the reply holds no nonce");
        List<String> path = new ArrayList<>();
        for (Certificate certificate : response.handshake().peerCertificates()) {
          path.add(hex(sha256(certificate.getEncoded())));
        }
        return said("statement", "disposition", "accept", "nonce", nonce.group(1), "path", path);
      } finally {
        if (!keeps) pool.evictAll();
        client.dispatcher().executorService().shutdown();
      }
    }

    /** The pool of an earlier step: which connection fits is OkHttp's to say. */
    private ConnectionPool pool() {
      Pool old = POOLS.remove(message.get("conversation"));
      if (old != null && !"connection".equals(message.get("reuse"))) {
        old.connections.evictAll();
        old = null;
      }
      Pool pool = old != null ? old : new Pool(state, new ConnectionPool());
      POOLS.put(message.get("conversation"), pool);
      return pool.connections;
    }

    private OkHttpClient.Builder client(Kept kept, List<Map<String, Object>> sets) throws Exception {
      CertificatePinner.Builder pinner = new CertificatePinner.Builder();
      for (Map<String, Object> set : sets) {
        for (Object entry : JSON.list(set.get("any"))) {
          pinner.add(inURL((String) set.get("host")), "sha256/" + JSON.object(entry).get("sha256"));
        }
      }
      boolean speaksHTTP2 = JSON.list(JSON.object(message.get("tls")).get("alpn")).contains("h2");
      OkHttpClient.Builder builder = new OkHttpClient.Builder()
          .dns(kept.names)
          .sslSocketFactory(kept.sockets, kept.trust)
          .certificatePinner(pinner.build())
          .connectionSpecs(List.of(new ConnectionSpec.Builder(ConnectionSpec.MODERN_TLS).tlsVersions(versions()).build()))
          .protocols(speaksHTTP2 ? List.of(Protocol.HTTP_2, Protocol.HTTP_1_1) : List.of(Protocol.HTTP_1_1))
          .proxy(java.net.Proxy.NO_PROXY)
          .followRedirects(JSON.list(message.get("needs")).contains("redirects"))
          .retryOnConnectionFailure(false)
          .connectTimeout(0, TimeUnit.MILLISECONDS)
          .readTimeout(0, TimeUnit.MILLISECONDS);
      if (policy.get("hostname") == null) builder.hostnameVerifier((host, session) -> true);
      return builder;
    }

    private TlsVersion[] versions() {
      Map<String, Object> tls = JSON.object(message.get("tls"));
      List<TlsVersion> versions = new ArrayList<>(List.of(TlsVersion.TLS_1_3, TlsVersion.TLS_1_2));
      if (tls.get("minimum").equals("1.3")) versions.remove(TlsVersion.TLS_1_2);
      if (tls.get("maximum").equals("1.2")) versions.remove(TlsVersion.TLS_1_3);
      return versions.toArray(new TlsVersion[0]);
    }

    /**
     * The context of an earlier step where something is to be used again and nothing has changed that a context is made
     * from, else a new one. Pins and names are OkHttp's business, so it is OkHttp that has to notice when they change.
     */
    private Kept kept() throws Exception {
      List<Object> configuration = new ArrayList<>(List.of(message.get("tls")));
      List<Object> files = new ArrayList<>();
      for (String store : List.of("anchors", "systemAnchors", "userAnchors")) files.add(policy.get(store));
      if (policy.get("identity") != null) {
        Map<String, Object> identity = JSON.object(policy.get("identity"));
        configuration.add(JSON.write(identity));
        for (String name : List.of("pkcs12", "certificate", "intermediates", "key")) files.add(identity.get(name));
      }
      for (Object file : files) {
        configuration.add(file == null ? "" : new String(read(file), StandardCharsets.ISO_8859_1));
      }
      Kept old = KEPT.remove(message.get("conversation"));
      boolean reuses = !"none".equals(message.get("reuse")) && old != null && old.configuration.equals(configuration);
      Kept kept = reuses ? old : make(configuration);
      KEPT.put(message.get("conversation"), kept);
      if (KEPT.size() > 64) forgetConversationsThatEnded();
      return kept;
    }

    /** A conversation lasts as long as its folder, and hundreds of others may come and go in the meantime. */
    private static void forgetConversationsThatEnded() {
      KEPT.values().removeIf(kept -> !Files.isDirectory(kept.state));
      POOLS.values().removeIf(pool -> {
        boolean hasEnded = !Files.isDirectory(pool.state);
        if (hasEnded) pool.connections.evictAll();
        return hasEnded;
      });
    }

    private Kept make(Object configuration) throws Exception {
      KeyManager[] identity = identity();
      KeyStore anchors = KeyStore.getInstance("PKCS12");
      anchors.load(null, null);
      List<String> stores =
          policy.get("anchors") != null ? List.of("anchors") : List.of("systemAnchors", "userAnchors");
      for (String store : stores) {
        if (policy.get(store) == null) continue;
        for (byte[] der : PEM.blocks(read(policy.get(store)), "CERTIFICATE")) {
          anchors.setCertificateEntry("anchor-" + anchors.size(), certificate(der));
        }
      }
      TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
      factory.init(anchors);
      X509TrustManager trust = (X509TrustManager) factory.getTrustManagers()[0];
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(identity, new TrustManager[] {trust}, null);
      InetAddress address = InetAddress.getByName((String) connect.get("address"));
      return new Kept(state, configuration, context.getSocketFactory(), trust, host -> List.of(address));
    }

    byte[] read(Object name) throws IOException {
      return Files.readAllBytes(directory.resolve((String) name));
    }

    private KeyManager[] identity() throws Exception {
      if (policy.get("identity") == null) return null;
      Map<String, Object> identity = JSON.object(policy.get("identity"));
      KeyStore store = KeyStore.getInstance("PKCS12");
      char[] password = "in memory".toCharArray();
      try {
        if (identity.get("pkcs12") != null) {
          password = ((String) identity.get("password")).toCharArray();
          store.load(new ByteArrayInputStream(read(identity.get("pkcs12"))), password);
          if (!store.aliases().hasMoreElements()) throw new KeyStoreException("the PKCS #12 holds nothing");
        } else {
          store.load(null, null);
          List<X509Certificate> chain = new ArrayList<>();
          for (Object name : Arrays.asList(identity.get("certificate"), identity.get("intermediates"))) {
            if (name == null) continue;
            for (byte[] der : PEM.blocks(read(name), "CERTIFICATE")) chain.add(certificate(der));
          }
          byte[] key = PEM.blocks(read(identity.get("key")), "PRIVATE KEY").get(0);
          String algorithm = chain.get(0).getPublicKey().getAlgorithm();
          PrivateKey made = KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(key));
          store.setKeyEntry("client", made, password, chain.toArray(new Certificate[0]));
        }
        KeyManagerFactory factory = KeyManagerFactory.getInstance("PKIX");
        factory.init(store, password);
        return factory.getKeyManagers();
      } catch (GeneralSecurityException | IOException | IndexOutOfBoundsException error) {
        throw new BadIdentity(text(error));
      }
    }

    /** An IPv6 address in brackets (RFC 3986, section 3.2.2). */
    private static String inURL(String host) {
      return host.indexOf(':') < 0 ? host : "[" + host + "]";
    }

    private static String normal(String host) {
      String lower = IDN.toASCII(host, IDN.ALLOW_UNASSIGNED).toLowerCase(Locale.ROOT);
      return lower.endsWith(".") ? lower.substring(0, lower.length() - 1) : lower;
    }
  }

  /** PKIX's words as the contract's. */
  static final class Reasons {
    static String of(CertPathValidatorException error) {
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
          case UNRECOGNIZED_CRIT_EXT: return "extension";
          case INVALID_POLICY: return "extension";
        }
      }
      return byText(error);
    }

    static String of(CertificateException error) {
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
  }

  // -- Words, files, JSON

  static Map<String, Object> said(String type, Object... members) {
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("type", type);
    for (int index = 0; index < members.length; index += 2) result.put((String) members[index], members[index + 1]);
    return result;
  }

  static Map<String, Object> cancel(String reason, String phase, String detail) {
    return said("statement", "disposition", "cancel", "reason", reason, "phase", phase, "detail", detail);
  }

  static String text(Throwable error) {
    return error.getClass().getSimpleName() + ": " + error.getMessage();
  }

  static X509Certificate certificate(byte[] der) throws CertificateException {
    return (X509Certificate)
        CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(der));
  }

  static byte[] sha256(byte[] bytes) throws GeneralSecurityException {
    return MessageDigest.getInstance("SHA-256").digest(bytes);
  }

  static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  static final class PEM {
    static List<byte[]> blocks(byte[] file, String label) {
      List<byte[]> blocks = new ArrayList<>();
      Matcher matcher = Pattern.compile("-----BEGIN " + label + "-----(.*?)-----END " + label + "-----", Pattern.DOTALL)
          .matcher(new String(file, StandardCharsets.US_ASCII));
      while (matcher.find()) blocks.add(Base64.getMimeDecoder().decode(matcher.group(1)));
      return blocks;
    }
  }

  /** As much JSON (RFC 8259) as the contract needs: the input is written by the harness. */
  static final class JSON {
    private final String text;
    private int at;

    private JSON(String text) {
      this.text = text;
    }

    static Object parse(String text) {
      JSON parser = new JSON(text);
      Object value = parser.value();
      parser.space();
      if (parser.at != text.length()) throw new IllegalArgumentException("text after the JSON value");
      return value;
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> object(Object value) {
      return (Map<String, Object>) value;
    }

    @SuppressWarnings("unchecked")
    static List<Object> list(Object value) {
      return value == null ? List.of() : (List<Object>) value;
    }

    private void space() {
      while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) at++;
    }

    private boolean take(String token) {
      space();
      if (!text.startsWith(token, at)) return false;
      at += token.length();
      return true;
    }

    private void need(String token) {
      if (!take(token)) throw new IllegalArgumentException("no " + token + " at " + at);
    }

    private Object value() {
      if (take("null")) return null;
      if (take("true")) return true;
      if (take("false")) return false;
      if (take("{")) {
        Map<String, Object> members = new LinkedHashMap<>();
        if (take("}")) return members;
        do {
          need("\"");
          String name = string();
          need(":");
          members.put(name, value());
        } while (take(","));
        need("}");
        return members;
      }
      if (take("[")) {
        List<Object> elements = new ArrayList<>();
        if (take("]")) return elements;
        do elements.add(value()); while (take(","));
        need("]");
        return elements;
      }
      if (take("\"")) return string();
      int start = at;
      while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) at++;
      String number = text.substring(start, at);
      if (number.matches("-?[0-9]+")) return Long.parseLong(number);
      return Double.parseDouble(number);
    }

    private String string() {
      StringBuilder result = new StringBuilder();
      while (true) {
        char character = text.charAt(at++);
        if (character == '"') return result.toString();
        if (character != '\\') {
          result.append(character);
          continue;
        }
        char escape = text.charAt(at++);
        switch (escape) {
          case 'b' -> result.append('\b');
          case 'f' -> result.append('\f');
          case 'n' -> result.append('\n');
          case 'r' -> result.append('\r');
          case 't' -> result.append('\t');
          case 'u' -> {
            result.append((char) Integer.parseInt(text.substring(at, at + 4), 16));
            at += 4;
          }
          default -> result.append(escape);
        }
      }
    }

    static String write(Object value) {
      StringBuilder out = new StringBuilder();
      write(value, out);
      return out.toString();
    }

    private static void write(Object value, StringBuilder out) {
      if (value instanceof Map<?, ?> map) {
        String separator = "{";
        for (Map.Entry<?, ?> entry : map.entrySet()) {
          out.append(separator);
          write(entry.getKey(), out);
          out.append(':');
          write(entry.getValue(), out);
          separator = ",";
        }
        out.append(map.isEmpty() ? "{}" : "}");
      } else if (value instanceof List<?> list) {
        String separator = "[";
        for (Object element : list) {
          out.append(separator);
          write(element, out);
          separator = ",";
        }
        out.append(list.isEmpty() ? "[]" : "]");
      } else if (value instanceof String text) {
        out.append('"');
        for (char character : text.toCharArray()) {
          if (character == '"' || character == '\\') out.append('\\').append(character);
          else if (character < 0x20 || character > 0x7e) out.append(String.format("\\u%04x", (int) character));
          else out.append(character);
        }
        out.append('"');
      } else {
        out.append(value);
      }
    }
  }
}
