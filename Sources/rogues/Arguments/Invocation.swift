/// A command line, read: which verb, with which flags and operands.
struct Invocation: Sendable {
  let verb: String
  /// In the order given; flags without a value hold an empty text.
  private let flags: [(flag: Flag, value: String)]
  let operands: [String]
  /// Everything after the command's name, for the event log.
  let arguments: [String]

  init(verb: String, flags: [(flag: Flag, value: String)], operands: [String], arguments: [String]) {
    self.verb = verb
    self.flags = flags
    self.operands = operands
    self.arguments = arguments
  }

  func has(_ flag: Flag) -> Bool { flags.contains { $0.flag == flag } }

  /// The value of a flag that may occur once.
  func value(_ flag: Flag) -> String? { flags.last { $0.flag == flag }?.value }

  /// The values of a flag that may be repeated, in order.
  func values(_ flag: Flag) -> [String] { flags.filter { $0.flag == flag }.map(\.value) }

  /// The value of a flag, read by `read`; a value that it cannot read is a usage error that names what it should be.
  func value<Result>(_ flag: Flag, as what: String, _ read: (String) -> Result?) throws(UsageError) -> Result? {
    guard let text = value(flag) else { return nil }
    guard let result = read(text) else { throw UsageError("--\(flag.name) '\(text)' is not \(what)", verb: verb) }
    return result
  }
}
