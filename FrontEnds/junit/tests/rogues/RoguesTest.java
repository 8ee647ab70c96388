package rogues;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertPathValidatorException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import okhttp3.CertificatePinner;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.opentest4j.TestAbortedException;

class RoguesTest {
  // One case instead of six.
  private static final String[] SHORT = {"--axes", "tls=1.3,policy=system", "--timeout", "2s"};

  private static String get(Attempt attempt, OkHttpClient.Builder builder) throws Exception {
    OkHttpClient client = builder.dns(attempt::lookup).callTimeout(attempt.remaining())
        .sslSocketFactory(attempt.sslContext().getSocketFactory(), attempt.trustManager()).build();
    try (Response response = client.newCall(new Request.Builder().url(attempt.url()).build()).execute()) {
      return response.body().string();
    } finally {
      client.connectionPool().evictAll();
      client.dispatcher().executorService().shutdown();
    }
  }

  private static String careful(Attempt attempt) throws Exception {
    return get(attempt, new OkHttpClient.Builder());
  }

  private static String nameless(Attempt attempt) throws Exception {
    return get(attempt, new OkHttpClient.Builder().hostnameVerifier((host, session) -> true));
  }

  private static String pinning(Attempt attempt) throws Exception {
    CertificatePinner.Builder pins = new CertificatePinner.Builder();
    for (var set : attempt.pinSets()) {
      for (var pin : set) pins.add(attempt.host(), "sha256/" + pin.sha256());
    }
    return get(attempt, new OkHttpClient.Builder().certificatePinner(pins.build()));
  }

  private static Rogues judge(Client client) {
    return Rogues.judge(client).sslContext().options(SHORT);
  }

  /** What each of the tests says: "green", "skipped", or why it is red. */
  private static Map<String, String> endings(Rogues rogues, String... patterns) {
    Map<String, String> endings = new TreeMap<>();
    try {
      for (DynamicTest test : rogues.tests(patterns)) {
        try {
          test.getExecutable().execute();
          endings.put(test.getDisplayName(), "green");
        } catch (TestAbortedException error) {
          endings.put(test.getDisplayName(), "skipped");
        } catch (Throwable error) {
          endings.put(test.getDisplayName(), String.valueOf(error));
        }
      }
    } catch (Throwable error) {
      endings.put("none", String.valueOf(error));
    }
    return endings;
  }

  // -- Green

  @TestFactory
  List<DynamicTest> eachScenarioIsATest() throws Exception {
    return judge(RoguesTest::careful).tests("trust/unknown-ca", "names/wrong-host", "names/wrong-ipv6");
  }

  @Test
  void aPinnedClient() {
    Rogues rogues = Rogues.judge(RoguesTest::pinning).sslContext().capabilities("pin.spki.chain");
    assertEquals(Map.of("trust/rogue-ca-in-system-store", "green"), endings(rogues, "trust/rogue-ca-in-system-store"));
  }

  // -- Red

  @Test
  void aFalseAcceptShowsItsBlock() {
    Map<String, String> endings = endings(judge(RoguesTest::nameless), "trust/unknown-ca", "names/wrong-host");
    assertEquals("green", endings.get("trust/unknown-ca"));
    String block = endings.get("names/wrong-host");
    assertTrue(block.contains("FALSE-ACCEPT  names/wrong-host") && block.contains("\n  fix "), block);
    assertFalse(block.contains("covers 1") || block.contains("FALSE-ACCEPT (1)") || block.contains("\n  again"), block);
  }

  @TestFactory
  Stream<DynamicTest> neverGreen() {
    Map<String, Client> clients = new TreeMap<>(Map.of(
        "returns the body", attempt -> { attempt.sslContext(); return null; },
        "inconclusive", attempt -> { attempt.sslContext(); return ""; },
        "! error", attempt -> {
          try {
            careful(attempt);
          } catch (IOException error) {
            return "0".repeat(32);
          }
          return "0".repeat(32);
        },
        "did not call attempt.sslContext()", attempt -> "",
        "NullPointerException: own", attempt -> { throw new NullPointerException("own"); },
        "AssertionError: own", attempt -> { throw new AssertionError("own"); },
        "FileNotFoundException", attempt -> { throw new FileNotFoundException("roots.pem"); },
        "may not skip", attempt -> { throw new TestAbortedException("no"); },
        "UnknownHostException", attempt -> { throw new java.net.UnknownHostException("pinned.rogues.test"); }));
    clients.put("any: refuses everything", attempt -> { throw new SSLHandshakeException("refuses everything"); });
    clients.put("any: swallows", attempt -> {
      try {
        return careful(attempt);
      } catch (IOException error) {
        return "";
      }
    });
    return clients.entrySet().stream().map(entry -> DynamicTest.dynamicTest(entry.getKey(), () ->
        isRed(endings(judge(entry.getValue()), "trust/unknown-ca"), entry.getKey().startsWith("any: ") ? "" : entry.getKey())));
  }

  private static void isRed(Map<String, String> endings, String words) {
    assertEquals(1, endings.size());
    String said = endings.values().iterator().next();
    assertTrue(!said.equals("green") && !said.equals("skipped") && said.contains(words), said);
  }

  @Test
  void oneThatHangs() {
    Client hanging = attempt -> {
      Thread.sleep(600_000);
      return "";
    };
    String[] shorter = {"--axes", "tls=1.3,policy=system", "--timeout", "500ms"};
    isRed(endings(Rogues.judge(hanging).options(shorter), "trust/unknown-ca"), "hung");
  }

  @Test
  void selections() throws Exception {
    isRed(endings(judge(RoguesTest::careful), "trust/no-such-*"), "no scenario");
    isRed(endings(judge(RoguesTest::careful)), "name scenarios");
    isRed(endings(judge(RoguesTest::careful).profile("no-such-profile")), "no-such-profile");
    isRed(endings(judge(RoguesTest::careful), "names/wrong-ipv6"), "nothing was judged");
    isRed(endings(judge(attempt -> { throw new Exception("no"); }).reason(error -> "moody"), "trust/unknown-ca"), "moody");
    Throwable missing = assertThrows(AssertionError.class, () -> Rogues.command("", "/nonexistent"));
    assertTrue(missing.getMessage().contains("the command 'rogues' is not in PATH: install it"));
    assertThrows(AssertionError.class, () -> Rogues.command("/nonexistent/rogues", "/usr/bin"));
  }

  @TestFactory
  Stream<DynamicTest> whatTakesThePlaceOfTheCommandJudgesNothing() {
    String bye = "echo '{\"type\":\"bye\"}'", line = "'{\"type\":\"case\",\"case\":\"a\",\"verdict\":\"pass\"";
    return Stream.of(
        "exit 0", bye, bye + "; exit 4", "kill -9 $$", "echo words", "echo '{\"type\":\"what\"}'",
        "echo " + line + "}' > \"$log\"; " + bye, "printf " + line + "' > \"$log\"; " + bye
    ).map(body -> DynamicTest.dynamicTest(body, () -> {
      Path program = Files.createTempFile("rogues-fake-", ".sh");
      try {
        Files.writeString(program, "#!/bin/sh\n[ $1 != list ] || exec echo trust/unknown-ca\n"
            + "while [ \"$1\" != --log ]; do shift; done; log=$2\n" + body + "\n");
        assertTrue(program.toFile().setExecutable(true));
        Rogues rogues = judge(RoguesTest::careful);
        rogues.program = program;
        isRed(endings(rogues, "trust/unknown-ca"), "");
      } finally {
        Files.delete(program);
      }
    }));
  }

  // -- What an exception means

  private static Object meaning(Throwable error, String member) {
    Map<String, Object> said = Reasons.statement(error, one -> null);
    return said == null ? null : said.get(member);
  }

  @Test
  void exceptions() {
    var expired = new CertPathValidatorException("", null, null, -1, CertPathValidatorException.BasicReason.EXPIRED);
    assertEquals("expired", meaning(new SSLHandshakeException("PKIX").initCause(expired), "reason"));
    assertEquals("expired", meaning(new IllegalStateException(new SSLHandshakeException("PKIX").initCause(expired)), "reason"));
    assertEquals("protocol", meaning(new SSLException("Unsupported or unrecognized SSL message"), "reason"));
    assertEquals("server", meaning(new SSLHandshakeException("Received fatal alert: unknown_ca"), "cause"));
    assertEquals("network", meaning(new SocketException("Connection reset"), "cause"));
    assertEquals("network", meaning(new EOFException(), "cause"));
    assertEquals("timeout", meaning(new SocketTimeoutException(), "cause"));
    assertEquals("server", meaning(new Failure("server", "421"), "cause"));
    assertEquals("anchors", meaning(new Unsupported("anchors"), "capability"));
    for (Throwable error : List.of(
        new IOException("no"), new FileNotFoundException("no"), new IllegalArgumentException("no"),
        new SSLException("mine", new NullPointerException()), new java.security.KeyStoreException("no"))) {
      assertNull(meaning(error, "type"), error.toString());
    }
    assertThrows(IllegalArgumentException.class, () -> new Refusal("moody", ""));
    assertThrows(IllegalArgumentException.class, () -> new Failure("fate", ""));
  }
}
