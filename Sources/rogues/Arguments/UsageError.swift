/// The command line requests something that does not exist: exit status 64.
struct UsageError: Error, Hashable {
  /// One sentence, lower case, without a final stop.
  var message: String
  /// A way out: a near miss, or what is possible.
  var help: String?
  /// The verb whose help is worth reading.
  var verb: String?

  init(_ message: String, help: String? = nil, verb: String? = nil) {
    self.message = message
    self.help = help
    self.verb = verb
  }

  /// As it is printed on standard error.
  var rendered: String {
    var text = "rogues: \(message)\n"
    if let help { text += "  \(help.split(separator: "\n").joined(separator: "\n  "))\n" }
    return text + "Try 'rogues \(verb.map { "\($0) " } ?? "")--help'.\n"
  }
}
