import java.io.ByteArrayOutputStream;
import java.io.EOFException;
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
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.*;
import java.security.cert.Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.*;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.*;

/**
 * An adapter for pins in an X509TrustManager, through the session door (docs/reference/adapters.md).
 *
 * As programs pin that have no library for it: the platform's trust manager decides, and then the pin is compared with
 * the first certificate that the server has sent. Names are left to the endpoint identification of the socket. JSON and PEM
 * are those of the adapter java-jsse, which client.sh compiles with this. With the argument BC the provider is BouncyCastle's.
 */
public final class Pinning {
  static final List<String> CAPABILITIES = List.of(
      "anchors", "host.ipv6", "pin.spki.leaf", "pin.certificate.leaf", "pin.none", "pin.digest", "client-identity.pem",
      "tls1.2", "tls1.3");

  static String adapter = "java-trust-manager", library = "JSSE", provider = "SunJSSE";

  static final class PinMismatch extends CertificateException {
    PinMismatch(String text) {
      super(text);
    }
  }

  static final class BadIdentity extends Exception {
    BadIdentity(String text) {
      super(text);
    }
  }

  public static void main(String[] arguments) throws Exception {
    String version = System.getProperty("java.version");
    if (arguments.length > 0 && arguments[0].equals("BC")) {
      for (String name : List.of("org.bouncycastle.jce.provider.BouncyCastleProvider",
          "org.bouncycastle.jsse.provider.BouncyCastleJsseProvider")) {
        java.security.Security.addProvider((java.security.Provider) Class.forName(name).getConstructor().newInstance());
      }
      java.util.logging.LogManager.getLogManager().reset();
      adapter = "bouncycastle";
      library = "BouncyCastle JSSE";
      provider = "BCJSSE";
      version = java.security.Security.getProvider("BC").getVersionStr();
    }
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    var in = new java.io.BufferedReader(new java.io.InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      Map<String, Object> message = Adapter.JSON.object(Adapter.JSON.parse(line));
      switch ((String) message.get("type")) {
        case "hello" -> {
          Map<String, Object> ready = Adapter.said("ready", "protocol", 1, "adapter", adapter, "capabilities", CAPABILITIES);
          ready.put("library", Map.of("name", library, "version", version));
          ready.put("declined", List.of());
          ready.put("maxInFlight", 1);
          out.println(Adapter.JSON.write(ready));
        }
        case "attempt" -> {
          Map<String, Object> answer = new Attempt(message).answer();
          answer.put("id", message.get("id"));
          out.println(Adapter.JSON.write(answer));
        }
        default -> System.exit(0);
      }
    }
    System.exit(0);
  }

  static final class Attempt implements X509TrustManager {
    final Map<String, Object> message, connect, policy;
    final Path directory;
    private X509TrustManager platform;

    Attempt(Map<String, Object> message) {
      this.message = message;
      connect = Adapter.JSON.object(message.get("connect"));
      policy = Adapter.JSON.object(message.get("policy"));
      directory = Path.of((String) message.get("directory"));
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String kind) throws CertificateException {
      platform.checkServerTrusted(chain, kind);
      try {
        checkPins(chain[0]);
      } catch (java.security.GeneralSecurityException error) {
        if (error instanceof CertificateException refusal) throw refusal;
        throw new CertificateException(error);
      }
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String kind) throws CertificateException {
      platform.checkClientTrusted(chain, kind);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return platform.getAcceptedIssuers();
    }

    /** A host as it is compared: an IPv6 address has many texts. */
    private static String plain(Object name) {
      String lower = ((String) name).toLowerCase(Locale.ROOT);
      if (lower.contains(":")) {
        try {
          return InetAddress.getByName(lower).getHostAddress();
        } catch (UnknownHostException error) {
          throw new IllegalArgumentException(error);
        }
      }
      return lower.endsWith(".") ? lower.substring(0, lower.length() - 1) : lower;
    }

    private void checkPins(X509Certificate leaf) throws java.security.GeneralSecurityException {
      for (Object one : Adapter.JSON.list(policy.get("pinSets"))) {
        Map<String, Object> set = Adapter.JSON.object(one);
        if (!plain(set.get("host")).equals(plain(connect.get("host")))) continue;
        boolean matches = false;
        for (Object any : Adapter.JSON.list(set.get("any"))) {
          Map<String, Object> pin = Adapter.JSON.object(any);
          byte[] bytes = pin.get("kind").equals("spki") ? leaf.getPublicKey().getEncoded() : leaf.getEncoded();
          matches |= Adapter.hex(Adapter.sha256(bytes)).equals(pin.get("sha256Hex"));
        }
        if (!matches) throw new PinMismatch("the certificate is not pinned");
      }
    }

    Map<String, Object> answer() throws Exception {
      for (Object need : Adapter.JSON.list(message.get("needs"))) {
        if (!CAPABILITIES.contains(need)) return Adapter.said("unsupported", "capability", need);
      }
      try {
        return request();
      } catch (BadIdentity error) {
        return Adapter.cancel("client-identity", "configuration", Adapter.text(error));
      } catch (SSLException error) {
        return judged(error);
      } catch (SocketTimeoutException error) {
        return Adapter.said("failed", "cause", "timeout", "detail", Adapter.text(error));
      } catch (EOFException | SocketException error) {
        return Adapter.said("failed", "cause", "network", "detail", Adapter.text(error));
      } catch (java.io.IOException | RuntimeException error) {
        // The library's own failure, of which the server hears nothing.
        return Adapter.cancel(null, "handshake", Adapter.text(error));
      }
    }

    private static Map<String, Object> judged(SSLException error) {
      boolean isOfPath = false;
      StringBuilder all = new StringBuilder();
      for (Throwable cause = error; cause != null; cause = cause.getCause()) {
        if (cause instanceof PinMismatch) return Adapter.cancel("pin-mismatch", "handshake", Adapter.text(cause));
        isOfPath |= cause instanceof CertificateException || cause instanceof CertPathValidatorException
            || cause instanceof CertPathBuilderException;
        all.append(Adapter.text(cause)).append("; ");
      }
      String text = all.toString();
      if (isOfPath) return Adapter.cancel("other", "handshake", text);
      if (text.contains("Received fatal alert") || text.contains("TlsFatalAlertReceived")) {
        return Adapter.said("failed", "cause", "server", "detail", text);
      }
      for (Throwable cause = error.getCause(); cause != null; cause = cause.getCause()) {
        if (cause instanceof EOFException || cause instanceof SocketException) {
          return Adapter.said("failed", "cause", "server", "detail", text);
        }
        if (cause instanceof SocketTimeoutException) return Adapter.said("failed", "cause", "timeout", "detail", text);
      }
      return Adapter.cancel(text.contains("protocol_version") || text.contains("protocol version") ? "version" : "protocol",
          "handshake", text);
    }

    private byte[] read(Object name) throws java.io.IOException {
      return Files.readAllBytes(directory.resolve((String) name));
    }

    private void trust() throws Exception {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      List<String> names =
          policy.get("anchors") != null ? List.of("anchors") : List.of("systemAnchors", "userAnchors");
      for (String name : names) {
        if (policy.get(name) == null) continue;
        for (byte[] der : Adapter.PEM.blocks(read(policy.get(name)), "CERTIFICATE")) {
          store.setCertificateEntry("anchor" + store.size(), Adapter.certificate(der));
        }
      }
      TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX", provider);
      factory.init(store);
      platform = (X509TrustManager) factory.getTrustManagers()[0];
    }

    private KeyManager[] identity() throws Exception {
      if (policy.get("identity") == null) return null;
      Map<String, Object> identity = Adapter.JSON.object(policy.get("identity"));
      try {
        List<Certificate> chain = new ArrayList<>();
        for (String name : List.of("certificate", "intermediates")) {
          if (identity.get(name) == null) continue;
          for (byte[] der : Adapter.PEM.blocks(read(identity.get(name)), "CERTIFICATE")) chain.add(Adapter.certificate(der));
        }
        byte[] key = Adapter.PEM.blocks(read(identity.get("key")), "PRIVATE KEY").get(0);
        PrivateKey made = KeyFactory.getInstance(chain.get(0).getPublicKey().getAlgorithm())
            .generatePrivate(new PKCS8EncodedKeySpec(key));
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setKeyEntry("client", made, "in memory".toCharArray(), chain.toArray(new Certificate[0]));
        KeyManagerFactory factory = KeyManagerFactory.getInstance("PKIX", provider);
        factory.init(store, "in memory".toCharArray());
        return factory.getKeyManagers();
      } catch (java.security.GeneralSecurityException | java.io.IOException | RuntimeException error) {
        throw new BadIdentity(Adapter.text(error));
      }
    }

    private Map<String, Object> request() throws Exception {
      long milliseconds = ((Number) message.get("deadlineMilliseconds")).longValue() * 8 / 10;
      KeyManager[] own = identity();
      try {
        trust();
      } catch (java.security.InvalidAlgorithmParameterException error) {
        return Adapter.cancel("untrusted", "configuration", Adapter.text(error));
      }
      SSLContext context = SSLContext.getInstance("TLS", provider);
      context.init(own, new TrustManager[] {this}, null);
      String host = (String) connect.get("host");
      int port = ((Number) connect.get("port")).intValue();
      try (Socket plain = new Socket()) {
        plain.connect(new InetSocketAddress((String) connect.get("address"), port), (int) milliseconds);
        plain.setSoTimeout((int) milliseconds);
        try (SSLSocket tls = (SSLSocket) context.getSocketFactory().createSocket(plain, host, port, true)) {
          SSLParameters parameters = tls.getSSLParameters();
          Map<String, Object> versions = Adapter.JSON.object(message.get("tls"));
          List<String> enabled = new ArrayList<>(List.of("TLSv1.2", "TLSv1.3"));
          if (versions.get("minimum").equals("1.3")) enabled.remove("TLSv1.2");
          if (versions.get("maximum").equals("1.2")) enabled.remove("TLSv1.3");
          parameters.setProtocols(enabled.toArray(new String[0]));
          if (!Adapter.isAddress(host)) {
            parameters.setServerNames(List.of(new SNIHostName(host.endsWith(".") ? host.substring(0, host.length() - 1) : host)));
          }
          if (policy.get("hostname") != null) parameters.setEndpointIdentificationAlgorithm("HTTPS");
          tls.setSSLParameters(parameters);
          tls.startHandshake();
          String request = "GET " + connect.get("path") + " HTTP/1.1\r\nHost: " + Adapter.authority(host, port) + "\r\n\r\n";
          tls.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
          tls.getOutputStream().flush();
          ByteArrayOutputStream reply = new ByteArrayOutputStream();
          byte[] buffer = new byte[4096];
          for (int count; reply.size() < 65536 && (count = tls.getInputStream().read(buffer)) >= 0;) {
            reply.write(buffer, 0, count);
          }
          Matcher found = Pattern.compile("HTTP/1\\.[01] 200 .*?\r\n\r\n([0-9a-fA-F]{32})\r?\n?", Pattern.DOTALL)
              .matcher(reply.toString(StandardCharsets.ISO_8859_1));
          if (!found.matches()) throw new EOFException("the reply holds no nonce");
          return Adapter.said("statement", "disposition", "accept", "nonce", found.group(1));
        }
      }
    }
  }
}
