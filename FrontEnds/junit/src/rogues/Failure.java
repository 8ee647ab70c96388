package rogues;

import java.util.List;

/** The client reached no decision; the cause is "network", "server" or "timeout". */
public final class Failure extends Exception {
  final String cause;

  public Failure(String cause, String detail) {
    super(detail);
    if (!List.of("network", "server", "timeout").contains(cause)) {
      throw new IllegalArgumentException("'" + cause + "' is no cause of a failure; they are network, server and timeout");
    }
    this.cause = cause;
  }
}
