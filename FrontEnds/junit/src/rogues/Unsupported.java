package rogues;

/** The client cannot be told what the attempt asks for. */
public final class Unsupported extends Exception {
  final String capability;

  public Unsupported(String capability) {
    super("the client lacks " + capability);
    this.capability = capability;
  }
}
