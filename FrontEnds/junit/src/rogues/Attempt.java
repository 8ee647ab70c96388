package rogues;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;

/** One request that the client is to make. */
public final class Attempt {
  /** The kind is "spki" or "certificate"; the position "leaf", "ca" or "chain"; and the SHA-256 in base64. */
  public record Pin(String kind, String position, String sha256) {}

  private final Map<String, Object> message, connect, policy;
  private final Path directory;
  private final Instant end;
  private X509TrustManager trust;
  volatile boolean hasMadeContext;

  Attempt(Map<String, Object> message) {
    this.message = message;
    connect = JSON.object(message.get("connect"));
    policy = JSON.object(message.get("policy"));
    directory = Path.of((String) message.get("directory"));
    // The answer takes a part of the deadline, too.
    end = Instant.now().plusMillis(((Number) message.get("deadlineMilliseconds")).longValue() * 8 / 10);
  }

  /** Everything that is known (docs/reference/adapters.md, "The attempt"), as maps, lists, strings and numbers. */
  public Map<String, Object> message() {
    return message;
  }

  public String host() {
    return (String) connect.get("host");
  }

  public int port() {
    return ((Number) connect.get("port")).intValue();
  }

  public String path() {
    return (String) connect.get("path");
  }

  /** Host and port, as in the URL and in the header Host. */
  public String authority() {
    return (host().indexOf(':') < 0 ? host() : "[" + host() + "]") + ":" + port();
  }

  public String url() {
    return "https://" + authority() + path();
  }

  /** Where the server is. */
  public InetAddress address() throws IOException {
    return InetAddress.getByName((String) connect.get("address"));
  }

  /** For OkHttp's dns: every name leads to the attempt's server, because the names of scenarios are in no DNS. */
  public List<InetAddress> lookup(String host) {
    try {
      return List.of(address());
    } catch (IOException error) {
      throw new IllegalStateException(error);
    }
  }

  /** What is left of the time that the client has. */
  public Duration remaining() {
    Duration left = Duration.between(Instant.now(), end);
    return left.compareTo(Duration.ofMillis(1)) < 0 ? Duration.ofMillis(1) : left;
  }

  /** The content of one of the attempt's files. */
  public byte[] read(String name) throws IOException {
    return Files.readAllBytes(directory.resolve(name));
  }

  // -- Trust

  /** The CAs to trust, and no others; empty if nothing is trusted. */
  public List<X509Certificate> anchors() throws IOException, GeneralSecurityException {
    List<X509Certificate> anchors = new ArrayList<>();
    List<String> stores = policy.get("anchors") != null ? List.of("anchors") : List.of("systemAnchors", "userAnchors");
    for (String store : stores) {
      if (policy.get(store) != null) anchors.addAll(certificates((String) policy.get(store)));
    }
    return anchors;
  }

  /** The platform's trust manager with these CAs. */
  public synchronized X509TrustManager trustManager() throws IOException, GeneralSecurityException {
    if (trust != null) return trust;
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    for (X509Certificate anchor : anchors()) store.setCertificateEntry("anchor-" + store.size(), anchor);
    TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
    factory.init(store);
    trust = (X509TrustManager) factory.getTrustManagers()[0];
    return trust;
  }

  /** A context with this trust manager and the client's own certificate. */
  public SSLContext sslContext() throws IOException, GeneralSecurityException, Refusal {
    return sslContext(trustManager());
  }

  /** A context with a trust manager of the client's own, which has to follow the attempt's. */
  public SSLContext sslContext(X509TrustManager own) throws IOException, GeneralSecurityException, Refusal {
    hasMadeContext = true;
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(identity(), new TrustManager[] {own}, null);
    return context;
  }

  private KeyManager[] identity() throws Refusal {
    if (policy.get("identity") == null) return null;
    Map<String, Object> identity = JSON.object(policy.get("identity"));
    char[] password = "in memory".toCharArray();
    try {
      KeyStore store = KeyStore.getInstance("PKCS12");
      if (identity.get("pkcs12") != null) {
        password = ((String) identity.get("password")).toCharArray();
        store.load(new ByteArrayInputStream(read((String) identity.get("pkcs12"))), password);
        if (!store.aliases().hasMoreElements()) throw new KeyStoreException("the PKCS #12 holds nothing");
      } else {
        store.load(null, null);
        List<X509Certificate> chain = new ArrayList<>();
        for (Object name : Arrays.asList(identity.get("certificate"), identity.get("intermediates"))) {
          if (name != null) chain.addAll(certificates((String) name));
        }
        byte[] key = blocks((String) identity.get("key"), "PRIVATE KEY").get(0);
        String algorithm = chain.get(0).getPublicKey().getAlgorithm();
        PrivateKey made = KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(key));
        store.setKeyEntry("client", made, password, chain.toArray(new Certificate[0]));
      }
      KeyManagerFactory factory = KeyManagerFactory.getInstance("PKIX");
      factory.init(store, password);
      return factory.getKeyManagers();
    } catch (GeneralSecurityException | IOException | IndexOutOfBoundsException error) {
      throw new Refusal("client-identity", error.toString(), "configuration");
    }
  }

  private List<X509Certificate> certificates(String name) throws IOException, GeneralSecurityException {
    List<X509Certificate> found = new ArrayList<>();
    CertificateFactory factory = CertificateFactory.getInstance("X.509");
    for (byte[] der : blocks(name, "CERTIFICATE")) {
      found.add((X509Certificate) factory.generateCertificate(new ByteArrayInputStream(der)));
    }
    return found;
  }

  private List<byte[]> blocks(String name, String label) throws IOException {
    Pattern pattern = Pattern.compile("-----BEGIN " + label + "-----(.*?)-----END " + label + "-----", Pattern.DOTALL);
    return pattern.matcher(new String(read(name), StandardCharsets.US_ASCII)).results()
        .map(found -> Base64.getMimeDecoder().decode(found.group(1))).toList();
  }

  // -- Pins

  /** The sets of pins that hold for the host: of each, one pin has to match. Without any, the host has no pins. */
  public List<List<Pin>> pinSets() {
    List<List<Pin>> sets = new ArrayList<>();
    for (Object entry : JSON.list(policy.get("pinSets"))) {
      Map<String, Object> set = JSON.object(entry);
      String host = plain(host()), own = plain((String) set.get("host"));
      boolean covers = host.equals(own) || Boolean.TRUE.equals(set.get("includeSubdomains")) && host.endsWith("." + own);
      boolean isOver = set.get("expires") != null && Instant.now().isAfter(Instant.parse((String) set.get("expires")));
      if (!covers || isOver) continue;
      sets.add(JSON.list(set.get("any")).stream().map(JSON::object)
          .map(pin -> new Pin((String) pin.get("kind"), (String) pin.get("position"), (String) pin.get("sha256"))).toList());
    }
    return sets;
  }

  private static String plain(String host) {
    String lower = host.toLowerCase(Locale.ROOT);
    return lower.endsWith(".") ? lower.substring(0, lower.length() - 1) : lower;
  }
}
