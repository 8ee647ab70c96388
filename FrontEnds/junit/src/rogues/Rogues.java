package rogues;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.DynamicTest;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

/**
 * Judges a TLS client in JUnit 5: rogue servers that it must refuse, and healthy ones that it must accept
 * (docs/guides/junit.md). It starts the command rogues, and the test's own process is the client.
 */
public final class Rogues {
  final Client client;
  final Set<String> capabilities = new LinkedHashSet<>(List.of("anchors", "tls1.2", "tls1.3", "reason"));
  final List<String> options = new ArrayList<>();
  private final List<String> selection = new ArrayList<>();
  private boolean hasProfile;
  boolean withContext;
  Function<Throwable, String> reason = error -> null;
  Path program;

  private Rogues(Client client) {
    this.client = client;
  }

  public static Rogues judge(Client client) {
    return new Rogues(client);
  }

  /** What the client can be told beside trusted CAs (docs/reference/adapters.md, "Capabilities"). */
  public Rogues capabilities(String... words) {
    capabilities.addAll(List.of(words));
    return this;
  }

  /** Says that the client takes Attempt.sslContext. So it can also be told of a certificate of its own. */
  public Rogues sslContext() {
    withContext = true;
    return capabilities("client-identity.pem", "client-identity.pkcs12");
  }

  /** Which of the reasons of docs/reference/adapters.md an exception of the client's own means; null: it is not known. */
  public Rogues reason(Function<Throwable, String> meaning) {
    reason = meaning;
    return this;
  }

  /** Limits the scenarios to those of a profile, such as "core". */
  public Rogues profile(String name) {
    hasProfile = true;
    selection.addAll(List.of("--profile", name));
    return this;
  }

  /** A folder with scenarios of your own. */
  public Rogues catalogue(String folder) {
    selection.addAll(List.of("--catalogue", folder));
    return this;
  }

  /** Further flags of rogues run, such as "--strict". */
  public Rogues options(String... flags) {
    options.addAll(List.of(flags));
    return this;
  }

  /** One test for each scenario that matches one of the patterns, for a method with @TestFactory. */
  public List<DynamicTest> tests(String... patterns) throws IOException, InterruptedException {
    if (patterns.length == 0 && !hasProfile) {
      throw new AssertionFailedError("rogues: name scenarios, such as \"trust/*\", or a profile, such as profile(\"core\")");
    }
    if (program == null) program = command(System.getenv("ROGUES"), System.getenv("PATH"));
    List<String> scenarios = listed(patterns);
    AtomicInteger left = new AtomicInteger(scenarios.size()), judged = new AtomicInteger();
    List<DynamicTest> tests = new ArrayList<>();
    for (String scenario : scenarios) {
      tests.add(DynamicTest.dynamicTest(scenario, () -> {
        TestAbortedException skipped = null;
        boolean isLast;
        try {
          run(scenario);
          judged.incrementAndGet();
        } catch (TestAbortedException error) {
          skipped = error;
        } finally {
          isLast = left.decrementAndGet() == 0;
        }
        // The last one speaks for all of them.
        if (isLast && judged.get() == 0) {
          throw new AssertionFailedError("rogues: nothing was judged, because no scenario passed: declare what the client can "
              + "be told, or choose other scenarios", skipped);
        }
        if (skipped != null) throw skipped;
      }));
    }
    return tests;
  }

  private void run(String scenario) throws Throwable {
    List<String> arguments = new ArrayList<>(selection);
    arguments.addAll(options);
    arguments.add(scenario);
    new Run(this, arguments).conclude();
  }

  private List<String> listed(String[] patterns) throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(List.of(program.toString(), "list", "--ids"));
    words.addAll(selection);
    words.addAll(Arrays.asList(patterns));
    File complaint = File.createTempFile("rogues-junit-", ".txt");
    try {
      Process list = new ProcessBuilder(words).redirectInput(new File("/dev/null")).redirectError(complaint).start();
      String ids = new String(list.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      int status = list.waitFor();
      if (status != 0) {
        throw new AssertionFailedError("rogues list: exit status " + status + "\n" + Files.readString(complaint.toPath()));
      }
      if (ids.isEmpty()) throw new AssertionFailedError("rogues: no scenario matches " + Arrays.toString(patterns));
      return List.of(ids.split("\\s+"));
    } finally {
      complaint.delete();
    }
  }

  /** Where the command is. */
  static Path command(String named, String folders) {
    if (named != null && !named.isEmpty()) {
      if (isProgram(Path.of(named))) return Path.of(named).toAbsolutePath();
      throw new AssertionFailedError("rogues: the variable ROGUES names '" + named + "', which is no program");
    }
    for (String folder : folders == null ? new String[0] : folders.split(File.pathSeparator)) {
      if (!folder.isEmpty() && isProgram(Path.of(folder, "rogues"))) return Path.of(folder, "rogues").toAbsolutePath();
    }
    throw new AssertionFailedError("rogues: the command 'rogues' is not in PATH: install it (make install in its repository), "
        + "or name it in the variable ROGUES");
  }

  private static boolean isProgram(Path file) {
    return Files.isRegularFile(file) && Files.isExecutable(file);
  }
}
