internal import CLibYAML

/// The next event of libyaml for a text, as plain values.
enum Event {
  case documentStart
  case documentEnd
  case streamEnd
  case alias(String)
  case scalar(text: String, isPlain: Bool, Properties)
  case sequenceStart(isFlow: Bool, Properties)
  case sequenceEnd
  case mappingStart(isFlow: Bool, Properties)
  case mappingEnd

  /// The properties before a node.
  struct Properties {
    var anchor: String?
    var tag: String?
  }
}

/// A place as libyaml counts it: both from 0, columns in characters.
struct Mark {
  var line: Int
  var column: Int
}

/// One libyaml parser over one text, both owned and freed here.
///
/// Safe because the pointers never leave the class, the input outlives the parser, and each event is copied into
/// Swift values and deleted before `next` returns.
@safe
final class EventStream {
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let input: UnsafeMutableBufferPointer<UInt8>

  /// The error of libyaml, with its context if any.
  struct Fault: Error {
    var problem: String
    var mark: Mark
    var context: String?
    var contextMark: Mark
    var isMemory: Bool
  }

  /// - Parameter bytes: Valid UTF-8 without a byte order mark.
  init(_ bytes: [UInt8]) throws(Fault) {
    unsafe input = .allocate(capacity: max(1, bytes.count))
    _ = unsafe input.initialize(fromContentsOf: bytes)
    unsafe parser = .allocate(capacity: 1)
    unsafe parser.initialize(to: yaml_parser_t())
    guard unsafe yaml_parser_initialize(parser) == 1 else {
      // `deinit` runs for this instance as well; deleting a zeroed parser is allowed.
      throw Fault(
        problem: "out of memory", mark: Mark(line: 0, column: 0), contextMark: Mark(line: 0, column: 0), isMemory: true)
    }
    unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    unsafe yaml_parser_set_input_string(parser, input.baseAddress, bytes.count)
  }

  deinit {
    unsafe yaml_parser_delete(parser)
    unsafe parser.deinitialize(count: 1)
    unsafe parser.deallocate()
    unsafe input.deallocate()
  }

  /// The next event and its place; the start of the stream is skipped.
  func next() throws(Fault) -> (event: Event, start: Mark, end: Mark) {
    while true {
      var raw = unsafe yaml_event_t()
      guard unsafe yaml_parser_parse(parser, &raw) == 1 else { throw fault() }
      defer { unsafe yaml_event_delete(&raw) }
      if let event = unsafe Self.event(raw) {
        return (event, unsafe Mark(raw.start_mark), unsafe Mark(raw.end_mark))
      }
    }
  }

  private static func event(_ raw: yaml_event_t) -> Event? {
    switch unsafe raw.type {
    case YAML_DOCUMENT_START_EVENT: return .documentStart
    case YAML_DOCUMENT_END_EVENT: return .documentEnd
    case YAML_STREAM_END_EVENT: return .streamEnd
    case YAML_SEQUENCE_END_EVENT: return .sequenceEnd
    case YAML_MAPPING_END_EVENT: return .mappingEnd
    case YAML_ALIAS_EVENT: return .alias(unsafe text(raw.data.alias.anchor) ?? "")
    case YAML_SCALAR_EVENT:
      let scalar = unsafe raw.data.scalar
      let bytes = unsafe UnsafeBufferPointer(start: scalar.value, count: scalar.length)
      return .scalar(
        text: unsafe String(decoding: bytes, as: UTF8.self),
        isPlain: unsafe scalar.style == YAML_PLAIN_SCALAR_STYLE,
        Event.Properties(anchor: unsafe text(scalar.anchor), tag: unsafe text(scalar.tag)))
    case YAML_SEQUENCE_START_EVENT:
      let sequence = unsafe raw.data.sequence_start
      return .sequenceStart(
        isFlow: unsafe sequence.style == YAML_FLOW_SEQUENCE_STYLE,
        Event.Properties(anchor: unsafe text(sequence.anchor), tag: unsafe text(sequence.tag)))
    case YAML_MAPPING_START_EVENT:
      let mapping = unsafe raw.data.mapping_start
      return .mappingStart(
        isFlow: unsafe mapping.style == YAML_FLOW_MAPPING_STYLE,
        Event.Properties(anchor: unsafe text(mapping.anchor), tag: unsafe text(mapping.tag)))
    default: return nil
    }
  }

  private static func text(_ pointer: UnsafeMutablePointer<yaml_char_t>?) -> String? {
    guard let pointer = unsafe pointer else { return nil }
    return unsafe String(cString: pointer)
  }

  private func fault() -> Fault {
    let state = unsafe parser.pointee
    return unsafe Fault(
      problem: state.problem.map { unsafe String(cString: $0) } ?? "not readable",
      mark: Mark(state.problem_mark), context: state.context.map { unsafe String(cString: $0) },
      contextMark: Mark(state.context_mark), isMemory: state.error == YAML_MEMORY_ERROR)
  }
}

extension Mark {
  fileprivate init(_ mark: yaml_mark_t) {
    self.init(line: Int(mark.line), column: Int(mark.column))
  }
}
