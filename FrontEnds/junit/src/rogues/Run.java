package rogues;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

/** One run of the command, `rogues run --adapter -`, which asks for one request after another. */
final class Run {
  /** Verdicts about a case that the client was never asked about, or whose fault it never met. */
  private static final Set<String> UNJUDGED =
      Set.of("unsupported", "unexercised", "inconclusive", "harness-error", "not-run");
  private static final Pattern NONCE = Pattern.compile("([0-9a-fA-F]{32})\r?\n?");

  /** What happens: a line of the command, its end, an answer of the client, or a mistake of the test's. */
  private record Event(String line, Map<String, Object> answer, Throwable mistake) {}

  private final Rogues settings;
  private final List<String> selected;
  private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
  private int calls;

  Run(Rogues settings, List<String> selected) {
    this.settings = settings;
    this.selected = selected;
  }

  /** Returns if the client was judged and is right; throws TestAbortedException if it lacks what the scenario needs. */
  void conclude() throws Throwable {
    Path folder = Files.createTempDirectory("rogues-junit-");
    File messages = folder.resolve("messages.txt").toFile();
    Path log = folder.resolve("log.jsonl");
    try {
      int status = status(messages, log);
      conclude(status, Files.readString(messages.toPath()).strip(), cases(log));
    } finally {
      Files.deleteIfExists(log);
      Files.deleteIfExists(messages.toPath());
      Files.deleteIfExists(folder);
    }
  }

  private void conclude(int status, String text, List<Map<String, Object>> cases) {
    Set<Object> verdicts = cases.stream().map(one -> one.get("verdict")).collect(Collectors.toSet());
    boolean isUnsupported = !verdicts.isEmpty() && Set.of("unsupported", "unexercised").containsAll(verdicts);
    if ((status == 0 || status == 4) && isUnsupported) {
      throw new TestAbortedException("the client lacks what the scenario needs: " + cases.stream()
          .filter(one -> "unsupported".equals(one.get("verdict"))).map(one -> String.valueOf(one.get("explanation")))
          .distinct().collect(Collectors.joining("; ")));
    }
    if (status == 0 && calls > 0 && !UNJUDGED.containsAll(verdicts)) return;
    throw new AssertionFailedError(switch (status) {
      case 0 -> "rogues: nothing was judged\n" + text;
      case 1 -> block(text);
      case 2 -> "rogues: inconclusive, which proves nothing\n" + block(text);
      default -> "rogues run: exit status " + status + "\n" + text;
    });
  }

  /** Without the sums of a run that has one scenario, and without commands, which nobody can repeat by hand. */
  private static String block(String text) {
    return text.replaceFirst("(?s)\n\n([A-Za-z-]+ \\(\\d+\\): |deadlines |\\d+ deadlines |total time|covers ).*", "")
        .replaceAll("\n  (command|again) .*(\n    .*)*", "");
  }

  private static List<Map<String, Object>> cases(Path log) throws IOException {
    // A case that was judged anew counts as it was judged last.
    Map<Object, Map<String, Object>> cases = new LinkedHashMap<>();
    String text = Files.exists(log) ? Files.readString(log) : "";
    for (String line : text.substring(0, text.lastIndexOf('\n') + 1).split("\n")) {
      if (line.isEmpty()) continue;
      Map<String, Object> event = JSON.object(JSON.parse(line));
      if ("case".equals(event.get("type"))) cases.put(event.get("case"), event);
    }
    return new ArrayList<>(cases.values());
  }

  private int status(File messages, Path log) throws Throwable {
    List<String> words = new ArrayList<>(List.of(settings.program.toString(), "run", "--adapter", "-"));
    // The settings of a repository are for its own adapters.
    words.addAll(List.of("--config", "none", "--progress", "none", "--color", "never", "--log", log.toString()));
    words.addAll(selected);
    Process process = new ProcessBuilder(words).redirectError(messages).start();
    try {
      thread("rogues", () -> read(process));
      converse(process.getOutputStream());
      return process.waitFor();
    } finally {
      process.destroyForcibly().waitFor();
    }
  }

  private void read(Process process) {
    try (var lines = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) events.add(new Event(line, null, null));
    } catch (IOException error) {
      // The command was ended.
    }
    events.add(new Event(null, null, null));
  }

  private void converse(OutputStream output) throws Throwable {
    try (output) {
      while (true) {
        Event event = events.take();
        if (event.mistake != null) throw event.mistake;
        Map<String, Object> answer = event.answer;
        if (answer == null) {
          if (event.line == null) return;
          Map<String, Object> message = JSON.object(JSON.parse(event.line));
          if ("bye".equals(message.get("type"))) return;
          answer = answer(message);
        }
        if (answer != null) say(output, answer);
      }
    }
  }

  private static void say(OutputStream output, Map<String, Object> answer) {
    try {
      output.write((JSON.write(answer) + "\n").getBytes(StandardCharsets.US_ASCII));
      output.flush();
    } catch (IOException error) {
      // The command may be gone; its status says why.
    }
  }

  /** What to answer at once to a line of the command; null if the client is asked first. */
  private Map<String, Object> answer(Map<String, Object> message) {
    switch (String.valueOf(message.get("type"))) {
      case "hello":
        return Ready.message(settings);
      case "attempt":
        for (Object need : JSON.list(message.get("needs"))) {
          if (!settings.capabilities.contains(need)) {
            return Reasons.said("unsupported", "id", message.get("id"), "capability", need);
          }
        }
        calls++;
        // Each in a thread of its own: one that hangs ends its test, and not all of them.
        thread("rogues client", () -> work(message));
        return null;
      default:
        throw new AssertionFailedError("rogues wrote a message of an unknown type: " + message.get("type"));
    }
  }

  private static void thread(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
  }

  private void work(Map<String, Object> message) {
    try {
      Map<String, Object> answer = new LinkedHashMap<>(ask(new Attempt(message)));
      answer.put("id", message.get("id"));
      events.add(new Event(null, answer, null));
    } catch (TestAbortedException error) {
      events.add(new Event(null, null, new AssertionFailedError("rogues: the client may not skip the test", error)));
    } catch (Throwable error) {
      events.add(new Event(null, null, error));
    }
  }

  /** The answer to an attempt; throws what is no decision of a client. */
  private Map<String, Object> ask(Attempt attempt) throws Throwable {
    String body;
    try {
      body = settings.client.get(attempt);
    } catch (Exception error) {
      Map<String, Object> said = Reasons.statement(error, settings.reason);
      if (said == null) throw error;
      return said;
    }
    if (settings.withContext && !attempt.hasMadeContext) {
      throw new AssertionFailedError("rogues: the test says sslContext(), and the client did not call attempt.sslContext()");
    }
    if (body == null) {
      throw new AssertionFailedError(
          "rogues: the client returns the body of the response, or throws the exception by which it refuses");
    }
    Matcher nonce = NONCE.matcher(body);
    if (!nonce.matches()) return Reasons.said("failed", "cause", "server", "detail", "there is no nonce in the reply");
    return Reasons.said("statement", "disposition", "accept", "nonce", nonce.group(1));
  }
}
