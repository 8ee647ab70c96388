import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
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
import java.time.Instant;
import java.util.*;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.*;

/**
 * An adapter for Java's own TLS (JSSE) and its PKIX validator, through the session door (docs/reference/adapters.md).
 *
 * One process serves all attempts, some of them concurrently; each has a separate context, so nothing of one
 * attempt is left for the next except what the virtual machine itself keeps (its OCSP and CRL caches). Whatever is
 * thrown and not understood ends the process: an adapter error, never a refusal.
 */
public final class Adapter {
  static boolean isAddress(String host) {
    return host.indexOf(':') >= 0 || Character.isDigit(host.charAt(host.length() - 1));
  }

  /** As in a URL: an IPv6 address is in brackets (RFC 3986, section 3.2.2). */
  static String authority(String host, int port) {
    return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
  }

  static final List<String> CAPABILITIES = List.of(
      "anchors", "host.ipv6", "pin.spki.leaf", "pin.spki.ca", "pin.spki.chain", "pin.certificate.leaf", "pin.certificate.ca",
      "pin.certificate.chain", "pin.expiry", "pin.subdomains", "pin.none", "pin.digest",
      "revocation.crl", "revocation.crl-fetch",
      "revocation.ocsp-staple", "revocation.ocsp-fetch", "revocation.require", "revocation.no-network",
      "client-identity.pem", "client-identity.pkcs12", "client-identity.choice", "tls1.2", "tls1.3", "resumption", "certificate-policies", "renegotiation", "same-process", "concurrency", "clock",
      "reason");

  static final int REPLY_LIMIT = 65536;

  /** Attempts at once: a responder that hangs keeps one of them waiting for seconds. */
  static final int THREADS = 4;

  /** The client's own certificate or key cannot be used. */
  static final class BadIdentity extends Exception {
    BadIdentity(String detail) {
      super(detail);
    }
  }

  /** The path is valid, and no pin matches it. */
  static final class PinMismatch extends CertificateException {
    PinMismatch() {
      super("no pin matches a validated path");
    }
  }

  public static void main(String[] arguments) throws Exception {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    var in = new java.io.BufferedReader(new java.io.InputStreamReader(System.in, StandardCharsets.UTF_8));
    var threads = java.util.concurrent.Executors.newFixedThreadPool(THREADS, work -> {
      Thread thread = new Thread(work);
      thread.setDaemon(true);
      return thread;
    });
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      Map<String, Object> message = JSON.object(JSON.parse(line));
      switch ((String) message.get("type")) {
        case "hello" -> out.println(JSON.write(ready()));
        case "attempt" -> threads.execute(() -> {
          try {
            Map<String, Object> answer = new Attempt(message).answer();
            answer.put("id", message.get("id"));
            out.println(JSON.write(answer));
          } catch (Throwable error) {
            error.printStackTrace();
            Runtime.getRuntime().halt(1);
          }
        });
        case "bye" -> {
          return;
        }
        default -> throw new IllegalStateException("an unknown message: " + line);
      }
    }
  }

  static Map<String, Object> ready() {
    Map<String, Object> ready = new LinkedHashMap<>();
    ready.put("type", "ready");
    ready.put("protocol", 1);
    ready.put("adapter", "java-jsse");
    ready.put("library", Map.of("name", "JSSE", "version", System.getProperty("java.version")));
    ready.put("capabilities", CAPABILITIES);
    ready.put("declined", List.of());
    ready.put("maxInFlight", THREADS);
    return ready;
  }

  // -- One attempt

  static final class Attempt {
    /** The contexts of conversations with their settings, because a context keeps its sessions. */
    private static final Map<Object, Kept> KEPT = new HashMap<>();

    private record Kept(Path state, Object configuration, SSLContext context, Verifier verifier) {}

    final Map<String, Object> message, connect, policy, revocation;
    final Path directory, state;

    Attempt(Map<String, Object> message) {
      this.message = message;
      connect = JSON.object(message.get("connect"));
      policy = JSON.object(message.get("policy"));
      revocation = JSON.object(policy.get("revocation"));
      directory = Path.of((String) message.get("directory"));
      state = directory.resolve((String) message.get("state")).normalize();
    }

    Map<String, Object> answer() throws Exception {
      for (Object need : JSON.list(message.get("needs"))) {
        if (!CAPABILITIES.contains(need)) return said("unsupported", "capability", need);
      }
      if (mayNotFetch() && !revocation.get("mode").equals("off") && !takesListsAtHandOnly()) {
        return said("unsupported", "capability", "revocation.no-network", "why",
            "only a checker that requires lists keeps off the network");
      }
      try {
        return request();
      } catch (BadIdentity error) {
        return cancel("client-identity", "configuration", error.getMessage());
      } catch (SSLException error) {
        return judged(error);
      } catch (SocketTimeoutException error) {
        return said("failed", "cause", "timeout", "detail", text(error));
      } catch (EOFException | SocketException error) {
        return said("failed", "cause", "network", "detail", text(error));
      }
    }

    boolean mayNotFetch() {
      return Boolean.FALSE.equals(revocation.get("network"));
    }

    /** The checks of PKIX without a revocation checker, which fetches missing items. */
    boolean takesListsAtHandOnly() {
      return revocation.get("mode").equals("require") && JSON.list(revocation.get("methods")).equals(List.of("crl"));
    }

    /** What an exception of the handshake means: the first cause that PKIX or JSSE gives a word for. */
    private Map<String, Object> judged(SSLException error) {
      for (Throwable cause = error; cause != null; cause = cause.getCause()) {
        if (cause instanceof PinMismatch) return cancel("pin-mismatch", "handshake", cause.getMessage());
        if (cause instanceof CertPathValidatorException path) return cancel(Reasons.of(path), "handshake", text(path));
        if (cause instanceof CertPathBuilderException builder && builder.getCause() == null) {
          return cancel("untrusted", "handshake", text(builder));
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

    private Map<String, Object> request() throws Exception {
      long end = System.nanoTime() + ((Number) message.get("deadlineMilliseconds")).longValue() * 800_000;
      Kept kept = kept();
      String host = (String) connect.get("host");
      try (Socket plain = new Socket()) {
        plain.connect(
            new InetSocketAddress((String) connect.get("address"), ((Number) connect.get("port")).intValue()),
            remaining(end));
        plain.setSoTimeout(remaining(end));
        int port = ((Number) connect.get("port")).intValue();
        try (SSLSocket tls = (SSLSocket) kept.context.getSocketFactory().createSocket(plain, host, port, true)) {
          tls.setSSLParameters(parameters(tls.getSSLParameters(), host));
          tls.startHandshake();
          tls.setSoTimeout(remaining(end));
          String request = "GET " + connect.get("path") + " HTTP/1.1\r\nHost: " + authority(host, port) + "\r\n\r\n";
          tls.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
          String nonce = nonce(tls, end);
          List<String> fingerprints = null;
          if (!kept.verifier.path.isEmpty()) fingerprints = new ArrayList<>();
          for (X509Certificate certificate : kept.verifier.path) {
            fingerprints.add(hex(sha256(certificate.getEncoded())));
          }
          return said("statement", "disposition", "accept", "nonce", nonce, "path", fingerprints);
        }
      }
    }

    /** The context of an earlier step where a session is to be resumed and nothing has changed, else a new one. */
    private Kept kept() throws Exception {
      List<Object> configuration = new ArrayList<>(List.of(message.get("tls"), JSON.write(policy)));
      for (String store : List.of("anchors", "systemAnchors", "userAnchors")) {
        if (policy.get(store) != null) configuration.add(content(policy.get(store)));
      }
      for (Object list : JSON.list(revocation.get("crls"))) configuration.add(content(list));
      if (policy.get("identity") != null) {
        for (Map<String, Object> identity : identities()) {
          for (String file : List.of("pkcs12", "certificate", "intermediates", "key")) {
            if (identity.get(file) != null) configuration.add(content(identity.get(file)));
          }
        }
      }
      Kept old;
      synchronized (KEPT) {
        old = KEPT.remove(message.get("conversation"));
      }
      boolean reuses = !"none".equals(message.get("reuse")) && old != null && old.configuration.equals(configuration);
      Kept kept = reuses ? old : make(configuration);
      synchronized (KEPT) {
        KEPT.put(message.get("conversation"), kept);
        // A conversation lasts as long as its folder, and hundreds of others may come and go in the meantime.
        if (KEPT.size() > 64) KEPT.values().removeIf(other -> !Files.isDirectory(other.state));
      }
      return kept;
    }

    private Kept make(Object configuration) throws Exception {
      KeyManager[] identity = identity();
      Verifier verifier = new Verifier(this);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(identity, new TrustManager[] {verifier}, null);
      return new Kept(state, configuration, context, verifier);
    }

    private SSLParameters parameters(SSLParameters parameters, String host) {
      Map<String, Object> tls = JSON.object(message.get("tls"));
      List<String> versions = new ArrayList<>(List.of("TLSv1.2", "TLSv1.3"));
      if (tls.get("minimum").equals("1.3")) versions.remove("TLSv1.2");
      if (tls.get("maximum").equals("1.2")) versions.remove("TLSv1.3");
      parameters.setProtocols(versions.toArray(new String[0]));
      List<Object> alpn = JSON.list(tls.get("alpn"));
      if (!alpn.isEmpty()) parameters.setApplicationProtocols(alpn.toArray(new String[0]));
      if (!isAddress(host)) {
        String bare = host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
        try {
          parameters.setServerNames(List.of(new SNIHostName(bare)));
        } catch (IllegalArgumentException notAHostName) {
          // JSSE sends no server name then, as HttpsURLConnection does for a name with an underscore.
        }
      }
      // Without this JSSE checks no name at all.
      if (policy.get("hostname") != null) parameters.setEndpointIdentificationAlgorithm("HTTPS");
      return parameters;
    }

    private String nonce(SSLSocket tls, long end) throws Exception {
      ByteArrayOutputStream reply = new ByteArrayOutputStream();
      byte[] buffer = new byte[4096];
      while (reply.size() < REPLY_LIMIT) {
        tls.setSoTimeout(remaining(end));
        int count = tls.getInputStream().read(buffer);
        if (count < 0) break;
        reply.write(buffer, 0, count);
      }
      Matcher found = Pattern.compile("HTTP/1\\.[01] 200 .*?\r\n\r\n([0-9a-fA-F]{32})\r?\n?", Pattern.DOTALL)
          .matcher(reply.toString(StandardCharsets.ISO_8859_1));
      if (!found.matches()) throw new EOFException("the reply holds no nonce");
      return found.group(1);
    }

    private static int remaining(long end) {
      return (int) Math.max(1, (end - System.nanoTime()) / 1_000_000);
    }

    // -- Configuration

    byte[] read(Object name) throws IOException {
      return Files.readAllBytes(directory.resolve((String) name));
    }

    /** The content of a file as text, because arrays are equal only by identity. */
    String content(Object name) throws IOException {
      return new String(read(name), StandardCharsets.ISO_8859_1);
    }

    String time() {
      return (String) policy.get("time");
    }

    Date now() {
      return time() == null ? new Date() : Date.from(Instant.parse(time()));
    }

    Set<TrustAnchor> anchors() throws Exception {
      Set<TrustAnchor> anchors = new LinkedHashSet<>();
      List<String> stores =
          policy.get("anchors") != null ? List.of("anchors") : List.of("systemAnchors", "userAnchors");
      for (String store : stores) {
        if (policy.get(store) == null) continue;
        for (byte[] der : PEM.blocks(read(policy.get(store)), "CERTIFICATE")) {
          anchors.add(new TrustAnchor(certificate(der), null));
        }
      }
      return anchors;
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
          // Where there are several, the key manager chooses by the CertificateRequest.
          int number = 0;
          for (Map<String, Object> held : identities()) add(held, store, "client" + number++, password);
        }
        KeyManagerFactory factory = KeyManagerFactory.getInstance("PKIX");
        factory.init(store, password);
        return factory.getKeyManagers();
      } catch (GeneralSecurityException | IOException | IndexOutOfBoundsException error) {
        throw new BadIdentity(text(error));
      }
    }

    /** The client's own certificates, its first one first. */
    private List<Map<String, Object>> identities() {
      Map<String, Object> first = JSON.object(policy.get("identity"));
      List<Map<String, Object>> all = new ArrayList<>(List.of(first));
      if (first.get("others") instanceof List<?> others) for (Object other : others) all.add(JSON.object(other));
      return all;
    }

    private void add(Map<String, Object> identity, KeyStore store, String alias, char[] password)
        throws GeneralSecurityException, IOException {
      List<X509Certificate> chain = new ArrayList<>();
      for (Object name : Arrays.asList(identity.get("certificate"), identity.get("intermediates"))) {
        if (name == null) continue;
        for (byte[] der : PEM.blocks(read(name), "CERTIFICATE")) chain.add(certificate(der));
      }
      byte[] key = PEM.blocks(read(identity.get("key")), "PRIVATE KEY").get(0);
      String algorithm = chain.get(0).getPublicKey().getAlgorithm();
      PrivateKey made = KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(key));
      store.setKeyEntry(alias, made, password, chain.toArray(new Certificate[0]));
    }

    // -- Pins

    /** Whether every pin set that applies is content with the path. */
    boolean pinsMatch(List<X509Certificate> path) throws GeneralSecurityException {
      String name = normal((String) connect.get("host"));
      for (Object entry : JSON.list(policy.get("pinSets"))) {
        Map<String, Object> set = JSON.object(entry);
        String own = normal((String) set.get("host"));
        boolean covers = name.equals(own) || (Boolean) set.get("includeSubdomains") && name.endsWith("." + own);
        Object expires = set.get("expires");
        if (!covers || expires != null && now().toInstant().isAfter(Instant.parse((String) expires))) continue;
        boolean isMet = false;
        for (Object pin : JSON.list(set.get("any"))) isMet |= matches(JSON.object(pin), path);
        if (!isMet) return false;
      }
      return true;
    }

    private static boolean matches(Map<String, Object> pin, List<X509Certificate> path)
        throws GeneralSecurityException {
      if (path.isEmpty()) return false;
      List<X509Certificate> part = switch ((String) pin.get("position")) {
        case "leaf" -> path.subList(0, 1);
        case "ca" -> path.subList(1, path.size());
        case "chain" -> path;
        default -> throw new IllegalStateException("an unknown position");
      };
      byte[] wanted = Base64.getDecoder().decode((String) pin.get("sha256"));
      for (X509Certificate certificate : part) {
        byte[] bytes =
            pin.get("kind").equals("spki") ? certificate.getPublicKey().getEncoded() : certificate.getEncoded();
        if (Arrays.equals(sha256(bytes), wanted)) return true;
      }
      return false;
    }

    /** A host as it is compared: an IPv6 address has many texts. */
    private static String normal(String host) {
      String lower = host.toLowerCase(Locale.ROOT);
      if (host.contains(":")) {
        try {
          return InetAddress.getByName(lower).getHostAddress();
        } catch (UnknownHostException error) {
          throw new IllegalArgumentException(error);
        }
      }
      return lower.endsWith(".") ? lower.substring(0, lower.length() - 1) : lower;
    }
  }

  // -- The validator

  /**
   * JSSE's own trust manager with this attempt's parameters, and the pins after it.
   *
   * The pins are compared inside the handshake, before the client's certificate is sent. A resumed handshake comes by
   * here not at all.
   */
  static final class Verifier extends X509ExtendedTrustManager {
    private final Attempt attempt;
    private final Set<TrustAnchor> anchors;
    private final CertStore crls;
    private final X509ExtendedTrustManager platform;
    /** The path that the pins were compared with; empty if unknown. */
    List<X509Certificate> path = List.of();

    Verifier(Attempt attempt) throws Exception {
      this.attempt = attempt;
      anchors = attempt.anchors();
      List<CRL> lists = new ArrayList<>();
      CertificateFactory factory = CertificateFactory.getInstance("X.509");
      for (Object name : JSON.list(attempt.revocation.get("crls"))) {
        for (byte[] der : PEM.blocks(attempt.read(name), "X509 CRL")) {
          try {
            lists.add(factory.generateCRL(new ByteArrayInputStream(der)));
          } catch (CRLException unreadable) {
            // As good as no list: PKIX is left to miss it.
          }
        }
      }
      crls = CertStore.getInstance("Collection", new CollectionCertStoreParameters(lists));
      platform = platformManager();
    }

    private X509ExtendedTrustManager platformManager() throws Exception {
      // PKIX refuses to be set up without any anchor; nothing is trusted then all the same.
      if (anchors.isEmpty()) return null;
      TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
      factory.init(new CertPathTrustManagerParameters(parameters(anchors, new X509CertSelector(), true, Map.of())));
      return (X509ExtendedTrustManager) factory.getTrustManagers()[0];
    }

    /** The attempt's parameters; `staples` only where JSSE does not hand them to the checker itself. */
    private PKIXBuilderParameters parameters(
        Set<TrustAnchor> anchors, X509CertSelector target, boolean revocation, Map<X509Certificate, byte[]> staples)
        throws GeneralSecurityException {
      PKIXBuilderParameters parameters = new PKIXBuilderParameters(anchors, target);
      if (attempt.time() != null) parameters.setDate(attempt.now());
      String mode = (String) attempt.revocation.get("mode");
      parameters.setRevocationEnabled(false);
      if (!revocation || mode.equals("off")) return parameters;

      List<Object> methods = JSON.list(attempt.revocation.get("methods"));
      if (attempt.mayNotFetch()) {
        // The built-in checker fetches nothing unless system properties tell it to.
        parameters.addCertStore(crls);
        parameters.setRevocationEnabled(true);
        return parameters;
      }
      PKIXRevocationChecker checker =
          (PKIXRevocationChecker) CertPathValidator.getInstance("PKIX").getRevocationChecker();
      Set<PKIXRevocationChecker.Option> options = EnumSet.noneOf(PKIXRevocationChecker.Option.class);
      boolean asksOCSP = methods.contains("ocsp-staple") || methods.contains("ocsp-fetch");
      if (methods.contains("crl")) parameters.addCertStore(crls);
      // Lists that certificates name the places of are fetched by every checker that is set up explicitly.
      if (methods.contains("crl") || methods.contains("crl-fetch")) {
        if (!asksOCSP) {
          options.add(PKIXRevocationChecker.Option.PREFER_CRLS);
          options.add(PKIXRevocationChecker.Option.NO_FALLBACK);
        }
      } else {
        options.add(PKIXRevocationChecker.Option.NO_FALLBACK);
      }
      // A staple covers the leaf only.
      if (methods.equals(List.of("ocsp-staple"))) options.add(PKIXRevocationChecker.Option.ONLY_END_ENTITY);
      if (mode.equals("best-effort")) options.add(PKIXRevocationChecker.Option.SOFT_FAIL);
      checker.setOptions(options);
      checker.setOcspResponses(staples);
      parameters.setRevocationEnabled(true);
      parameters.addCertPathChecker(checker);
      return parameters;
    }

    /**
     * Every path from the leaf to an anchor, anchor included, that is valid by PKIX. Pins must match an unrevoked one;
     * without pins nothing depends on which it is, and no responder is asked twice.
     */
    private List<List<X509Certificate>> paths(List<X509Certificate> sent, Map<X509Certificate, byte[]> staples)
        throws GeneralSecurityException {
      List<List<X509Certificate>> paths = new ArrayList<>();
      for (TrustAnchor anchor : anchors) {
        X509Certificate root = anchor.getTrustedCert();
        if (root.equals(sent.get(0))) {
          paths.add(List.of(root));
          continue;
        }
        X509CertSelector target = new X509CertSelector();
        target.setCertificate(sent.get(0));
        boolean revocation = !JSON.list(attempt.policy.get("pinSets")).isEmpty();
        PKIXBuilderParameters parameters = parameters(Set.of(anchor), target, revocation, staples);
        parameters.addCertStore(CertStore.getInstance("Collection", new CollectionCertStoreParameters(sent)));
        try {
          paths.add(whole(CertPathBuilder.getInstance("PKIX").build(parameters).getCertPath(), root));
        } catch (CertPathBuilderException error) {
          // The builder checks the dates of anchors; the validator, which JSSE uses first, does not.
          List<X509Certificate> below = sent.contains(root) ? sent.subList(0, sent.indexOf(root)) : sent;
          CertPath path = CertificateFactory.getInstance("X.509").generateCertPath(below);
          try {
            CertPathValidator.getInstance("PKIX").validate(path, parameters);
            paths.add(whole(path, root));
          } catch (CertPathValidatorException none) {
            // No path leads to this anchor.
          }
        }
      }
      return paths;
    }

    private static List<X509Certificate> whole(CertPath path, X509Certificate root) {
      List<X509Certificate> whole = new ArrayList<>();
      for (Certificate certificate : path.getCertificates()) whole.add((X509Certificate) certificate);
      whole.add(root);
      return whole;
    }

    /** Any valid path may match; without a known path, pins never match. */
    private void checkPins(X509Certificate[] chain, SSLSession session) throws CertificateException {
      try {
        List<List<X509Certificate>> paths = paths(List.of(chain), staples(chain, session));
        if (paths.isEmpty()) paths = List.of(List.of());
        for (List<X509Certificate> candidate : paths) {
          if (attempt.pinsMatch(candidate)) {
            path = candidate;
            return;
          }
        }
      } catch (GeneralSecurityException error) {
        throw new IllegalStateException(error);
      }
      throw new PinMismatch();
    }

    /** The OCSP responses of this handshake, by the certificates that they are for. */
    private static Map<X509Certificate, byte[]> staples(X509Certificate[] chain, SSLSession session) {
      Map<X509Certificate, byte[]> staples = new HashMap<>();
      List<byte[]> responses = ((ExtendedSSLSession) session).getStatusResponses();
      for (int index = 0; index < Math.min(chain.length, responses.size()); index++) {
        if (responses.get(index).length > 0) staples.put(chain[index], responses.get(index));
      }
      return staples;
    }

    @Override public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
        throws CertificateException {
      if (platform == null) {
        throw new CertificateException(new CertPathBuilderException("there is no trust anchor"));
      }
      platform.checkServerTrusted(chain, type, socket);
      checkPins(chain, ((SSLSocket) socket).getHandshakeSession());
    }

    // Not used for a client with sockets.

    @Override public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {
      throw new UnsupportedOperationException();
    }

    @Override public void checkServerTrusted(X509Certificate[] chain, String type) {
      throw new UnsupportedOperationException();
    }

    @Override public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {
      throw new UnsupportedOperationException();
    }

    @Override public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {
      throw new UnsupportedOperationException();
    }

    @Override public void checkClientTrusted(X509Certificate[] chain, String type) {
      throw new UnsupportedOperationException();
    }

    @Override public X509Certificate[] getAcceptedIssuers() {
      return platform == null ? new X509Certificate[0] : platform.getAcceptedIssuers();
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
          || text.contains("Responder's certificate") || text.startsWith("Response is unreliable")) {
        return "revocation-unknown";
      }
      if (text.contains("Netscape cert type")) return "key-usage";
      if (text.contains("SignatureException") || text.contains("signature check failed")) return "bad-signature";
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
