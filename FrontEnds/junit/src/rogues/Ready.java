package rogues;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the client can do, in the words of the contract. */
final class Ready {
  /** The capabilities that each field belongs to; one that ends with a dot stands for all that begin so. */
  private static final Map<String, String> FIELDS = new LinkedHashMap<>();

  static {
    String pins = "pin.spki. pin.certificate.";
    String[] fields = {
      "connect.host", "", "connect.address", "", "connect.port", "", "connect.path", "", "policy.systemAnchors", "",
      "policy.userAnchors", "", "policy.anchors", "anchors", "connect.proxy", "proxy", "connect.proxyHost", "proxy.tls",
      "policy.proxyAnchors", "proxy.anchors", "connect.starttls", "starttls.", "reuse", "resumption keep-alive",
      "learn", "tofu", "policy.time", "clock", "policy.pinSets.host", pins, "policy.pinSets.any", pins,
      "policy.pinSets.any.position", pins, "policy.pinSets.includeSubdomains", "pin.subdomains",
      "policy.pinSets.expires", "pin.expiry", "policy.revocation.mode", "revocation.require",
      "policy.revocation.network", "revocation.no-network", "policy.revocation.methods",
      "revocation.crl revocation.crl-fetch revocation.ocsp-staple revocation.ocsp-fetch",
      "policy.transparency.require", "transparency.", "policy.transparency.logs", "transparency.",
      "policy.transparency.operators", "transparency.operators",
      "policy.identity", "client-identity.pem client-identity.pkcs12", "policy.identity.others", "client-identity.choice",
    };
    for (int index = 0; index < fields.length; index += 2) FIELDS.put(fields[index], fields[index + 1]);
  }

  static Map<String, Object> message(Rogues settings) {
    Map<String, Object> applies = new LinkedHashMap<>();
    FIELDS.forEach((field, words) -> {
      if (words.isEmpty() || declares(settings, words)) applies.put(field, "handed to the client");
    });
    String version = Runtime.version().toString().replaceFirst("[+-].*", "");
    String own = "the client's own";
    Map<String, Object> ready = Reasons.said(
        "ready", "protocol", 1, "adapter", "junit", "maxInFlight", 1, "declined", List.of(), "applies", applies,
        "capabilities", new ArrayList<>(settings.capabilities));
    ready.put("fixed", Map.of("policy.hostname", "always checked", "tls.maximum", own, "tls.alpn", own));
    ready.put("library", Map.of("name", "JSSE", "version", version, "stacks", Map.of("jsse", version)));
    return ready;
  }

  private static boolean declares(Rogues settings, String words) {
    for (String word : words.split(" ")) {
      for (String capability : settings.capabilities) {
        if (capability.equals(word) || word.endsWith(".") && capability.startsWith(word)) return true;
      }
    }
    return false;
  }
}
