using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Net;
using System.Net.Security;
using System.Runtime.Serialization.Json;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Text;
using System.Text.RegularExpressions;
using System.Xml;
using System.Xml.Linq;
using Mono.Security;
using Stores = Mono.Security.X509.X509StoreManager;

/// An adapter for HttpWebRequest in Mono, through the session door (docs/reference/adapters.md).
///
/// Anchors go where `cert-sync --user` puts them. The callback gets the platform's opinion (SslPolicyErrors) and its chain:
/// it refuses what the platform refuses, and then compares pins with the elements of the chain.
static class Adapter {
  // The same words are in adapter.yaml.
  static readonly string[] Capabilities = {
    "anchors", "pin.spki.leaf", "pin.spki.ca", "pin.spki.chain", "pin.certificate.leaf", "pin.certificate.ca",
    "pin.certificate.chain", "pin.expiry", "pin.subdomains", "pin.none", "pin.digest", "client-identity.pem", "tls1.2", "proxy",
    "redirects",
  };

  // NotTimeValid is a date of either end.
  static readonly Dictionary<string, string> Reasons = new Dictionary<string, string> {
    {"PartialChain", "untrusted"}, {"UntrustedRoot", "untrusted"}, {"NotSignatureValid", "bad-signature"},
    {"NotValidForUsage", "key-usage"}, {"HasNotSupportedCriticalExtension", "extension"},
  };

  static void Main() {
    ServicePointManager.SecurityProtocol = SecurityProtocolType.Tls12;
    for (string line; (line = Console.In.ReadLine()) != null;) {
      var reader = JsonReaderWriterFactory.CreateJsonReader(Encoding.UTF8.GetBytes(line), XmlDictionaryReaderQuotas.Max);
      XElement message = XElement.Load(reader);
      switch (message.Element("type").Value) {
        case "hello":
          Say("\"type\":\"ready\",\"protocol\":1,\"adapter\":\"mono\",\"maxInFlight\":1,\"declined\":[],"
              + $"\"library\":{{\"name\":\"Mono\",\"version\":{Quoted(Environment.GetEnvironmentVariable("MONO_VERSION") ?? "?")}}},\"capabilities\":["
              + string.Join(",", Capabilities.Select(Quoted)) + "]");
          break;
        case "attempt":
          Say($"\"id\":{Quoted(message.Element("id").Value)}," + new Attempt(message).Answer());
          break;
        default:
          return;
      }
    }
  }

  static void Say(string members) {
    Console.Out.WriteLine("{" + members + "}");
    Console.Out.Flush();
  }

  static string Quoted(string text) {
    var all = new StringBuilder("\"");
    foreach (char one in text) {
      if (one < ' ' || one == '"' || one == '\\' || one > '~') all.AppendFormat("\\u{0:x4}", (int)one);
      else all.Append(one);
    }
    return all.Append('"').ToString();
  }

  sealed class BadIdentity : Exception {
    public BadIdentity(string text) : base(text) {}
  }

  sealed class Attempt {
    readonly XElement message, connect, policy;
    readonly string host;
    // The callback's reason for refusing a certificate.
    string refusal;

    public Attempt(XElement message) {
      this.message = message;
      connect = message.Element("connect");
      policy = message.Element("policy");
      host = connect.Element("host").Value;
    }

    static bool IsNull(XElement one) => one == null || (string)one.Attribute("type") == "null";

    string File(XElement name) => Path.Combine(message.Element("directory").Value, name.Value);

    public string Answer() {
      foreach (XElement need in message.Element("needs").Elements()) {
        if (!Capabilities.Contains(need.Value)) return $"\"type\":\"unsupported\",\"capability\":{Quoted(need.Value)}";
      }
      try {
        return $"\"type\":\"statement\",\"disposition\":\"accept\",\"nonce\":{Quoted(Request())}";
      } catch (BadIdentity error) {
        return Cancel("client-identity", error.Message, "configuration");
      } catch (WebException error) {
        return refusal ?? Meaning(error);
      } catch (InvalidDataException error) {
        return Failed("server", error.Message);
      }
    }

    static string Cancel(string reason, string detail, string phase = "handshake") =>
        $"\"type\":\"statement\",\"disposition\":\"cancel\",\"reason\":{Quoted(reason)},\"phase\":{Quoted(phase)},"
        + $"\"detail\":{Quoted(detail)}";

    static string Failed(string cause, string detail) =>
        $"\"type\":\"failed\",\"cause\":{Quoted(cause)},\"detail\":{Quoted(detail)}";

    string Request() {
      Trust();
      string url = $"https://{host}:{connect.Element("port").Value}{connect.Element("path").Value}";
      var request = (HttpWebRequest)WebRequest.Create(url);
      // Names are the proxy's, and no connection is for two attempts.
      request.Proxy = new WebProxy("http://" + connect.Element("proxy").Value);
      request.KeepAlive = false;
      request.Timeout = request.ReadWriteTimeout = (int)message.Element("deadlineMilliseconds") * 8 / 10;
      request.ServerCertificateValidationCallback = Validate;
      if (!IsNull(policy.Element("identity"))) request.ClientCertificates.Add(Identity(policy.Element("identity")));
      using (var reply = (HttpWebResponse)request.GetResponse())
      using (var body = new StreamReader(reply.GetResponseStream(), Encoding.ASCII)) {
        Match found = Regex.Match(body.ReadToEnd(), "^([0-9a-fA-F]{32})\r?\n?$");
        if (reply.StatusCode != HttpStatusCode.OK || !found.Success) throw new InvalidDataException("the reply holds no nonce");
        return found.Groups[1].Value;
      }
    }

    /// The user's store, as `cert-sync --user` fills it: in HOME, which is private.
    void Trust() {
      var store = Stores.NewCurrentUser.TrustedRoot;
      string folder = Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.ApplicationData), ".mono/new-certs/Trust");
      if (Directory.Exists(folder)) Directory.Delete(folder, true);
      store.Clear();
      string[] names = IsNull(policy.Element("anchors")) ? new[] {"systemAnchors", "userAnchors"} : new[] {"anchors"};
      foreach (XElement name in names.Select(one => policy.Element(one)).Where(one => !IsNull(one))) {
        var blocks = Regex.Matches(System.IO.File.ReadAllText(File(name)),
            "-----BEGIN CERTIFICATE-----(.*?)-----END CERTIFICATE-----", RegexOptions.Singleline);
        foreach (Match block in blocks) {
          store.Import(new Mono.Security.X509.X509Certificate(Convert.FromBase64String(block.Groups[1].Value)));
        }
      }
    }

    /// X509Certificate2 reads a key in PKCS #12 alone, and nothing that is encrypted with AES.
    X509Certificate2 Identity(XElement identity) {
      string bundle = Path.Combine(message.Element("directory").Value, "adapter-client.p12");
      var chain = new[] {"certificate", "intermediates"}.Select(one => identity.Element(one)).Where(one => !IsNull(one));
      string all = Path.Combine(message.Element("directory").Value, "adapter-client.pem");
      System.IO.File.WriteAllLines(all, chain.Select(one => System.IO.File.ReadAllText(File(one))));
      string arguments = $"pkcs12 -export -legacy -passout pass:mono -out {bundle} -in {all} "
          + $"-inkey {File(identity.Element("key"))}";
      var start = new ProcessStartInfo("openssl", arguments) {UseShellExecute = false, RedirectStandardError = true};
      using (Process openssl = Process.Start(start)) {
        string said = openssl.StandardError.ReadToEnd();
        openssl.WaitForExit();
        if (openssl.ExitCode != 0) throw new BadIdentity(said);
      }
      try {
        return new X509Certificate2(bundle, "mono");
      } catch (CryptographicException error) {
        throw new BadIdentity(error.Message);
      }
    }

    bool Validate(object sender, X509Certificate certificate, X509Chain chain, SslPolicyErrors errors) {
      if (IsNull(policy.Element("hostname"))) errors &= ~SslPolicyErrors.RemoteCertificateNameMismatch;
      if (errors != SslPolicyErrors.None) {
        // With a wrong name the chain's status is not about the chain.
        string status = string.Join(", ", chain.ChainStatus.Select(one => one.Status));
        bool isName = errors == SslPolicyErrors.RemoteCertificateNameMismatch;
        string reason = isName ? "name-mismatch" : Reasons.TryGetValue(status, out string word) ? word : "other";
        refusal = Cancel(reason, $"{errors}: {status}");
        return false;
      }
      byte[][] path = chain.ChainElements.Cast<X509ChainElement>().Select(one => one.Certificate.RawData).ToArray();
      string asked = ((HttpWebRequest)sender).Address.Host;
      if (PinSets(asked).All(set => set.Any(pin => Matches(pin, path)))) return true;
      refusal = Cancel("pin-mismatch", "no pin matches");
      return false;
    }

    /// The sets that hold for a host, which a redirect may have named.
    IEnumerable<IEnumerable<XElement>> PinSets(string host) {
      string asked = host.ToLowerInvariant().TrimEnd('.');
      foreach (XElement set in policy.Element("pinSets").Elements()) {
        string own = set.Element("host").Value.ToLowerInvariant().TrimEnd('.');
        bool isBelow = asked.EndsWith("." + own, StringComparison.Ordinal) && (bool)set.Element("includeSubdomains");
        XElement expires = set.Element("expires");
        bool isOver = !IsNull(expires) && DateTimeOffset.Parse(expires.Value) < DateTimeOffset.UtcNow;
        if ((asked == own || isBelow) && !isOver) yield return set.Element("any").Elements();
      }
    }

    static bool Matches(XElement pin, byte[][] path) {
      string position = pin.Element("position").Value;
      IEnumerable<byte[]> part = position == "leaf" ? path.Take(1) : position == "ca" ? path.Skip(1) : path;
      if (pin.Element("kind").Value == "spki") part = part.Select(PublicKey);
      using (var sha256 = SHA256.Create()) {
        return part.Any(one => Convert.ToBase64String(sha256.ComputeHash(one)) == pin.Element("sha256").Value);
      }
    }

    /// The DER SubjectPublicKeyInfo of a certificate, which this platform has no word for.
    static byte[] PublicKey(byte[] certificate) {
      var fields = new ASN1(new ASN1(certificate)[0].GetBytes());
      return fields[fields[0].Tag == 0xA0 ? 6 : 5].GetBytes();
    }

    static string Meaning(WebException error) {
      var all = new StringBuilder(error.Status.ToString());
      for (Exception cause = error; cause != null; cause = cause.InnerException) all.Append("; ").Append(cause.Message);
      string text = Regex.Replace(all.ToString(), "\\s+", " ");
      if (error.Status == WebExceptionStatus.Timeout) return Failed("timeout", text);
      if (error.Status == WebExceptionStatus.ProtocolError || text.Contains("_ALERT_")) return Failed("server", text);
      if (text.Contains(":UNSUPPORTED_PROTOCOL")) return Cancel("version", text);
      if (text.Contains(":BAD_SIGNATURE")) return Cancel("proof-of-possession", text);
      if (text.Contains(":OPENSSL_internal:")) return Cancel("protocol", text);
      // It fails on BTLS's error or on the certificate before the callback runs.
      if (error.Status == WebExceptionStatus.TrustFailure) return Cancel("other", text);
      return Failed("network", text);
    }
  }
}
