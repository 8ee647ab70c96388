package rogues;

/** The code that is judged. */
@FunctionalInterface
public interface Client {
  /** Makes one request, as the attempt says, and returns the body of the response; it refuses by its exception. */
  String get(Attempt attempt) throws Exception;
}
