/// Turns libyaml's events into a tree, within the limits of `YAMLParser`.
struct TreeBuilder {
  private let events: EventStream
  private let source: YAMLSource
  private var anchors: [String: Anchored] = [:]
  /// Anchors whose node is still being read: an alias to one of them would be a cycle.
  private var open: Set<String> = []
  private var nodes = 0

  /// A finished node that aliases may name, with what it costs to use it again.
  private struct Anchored {
    var node: YAMLNode
    var size: Int
    var height: Int
  }

  /// A node with its number of nodes and levels, aliases expanded.
  private struct Built {
    var node: YAMLNode
    var size: Int
    var height: Int
  }

  private typealias Item = (event: Event, start: Mark, end: Mark)

  init(events: EventStream, source: YAMLSource) {
    self.events = events
    self.source = source
  }

  /// The only document of the stream.
  mutating func document() throws(YAMLError) -> YAMLNode {
    let first = try next()
    guard case .documentStart = first.event else { throw emptiness }
    let root = try node(try next(), depth: 1).node
    if case .scalar(let scalar) = root, scalar.isPlain, scalar.text.isEmpty { throw emptiness }
    _ = try next()
    let after = try next()
    guard case .streamEnd = after.event else {
      throw YAMLError(
        .unsupported, at: position(after.start, length: 3), "a second document begins; a file holds one",
        help: "put it in a separate file")
    }
    return root
  }

  private var emptiness: YAMLError {
    YAMLError(.empty, at: position(Mark(line: 0, column: 0), length: 1), "the file is empty")
  }

  private func next() throws(YAMLError) -> Item {
    do throws(EventStream.Fault) { return try events.next() } catch { throw explained(error) }
  }

  private mutating func node(_ item: Item, depth: Int) throws(YAMLError) -> Built {
    switch item.event {
    case .alias(let name): return try aliased(name, item, depth: depth)
    case .scalar(let text, let isPlain, let properties):
      try begin(item, properties, depth: depth)
      let node = YAMLNode.Scalar(text: text, isPlain: isPlain, position: span(item))
      return finish(Built(node: .scalar(node), size: 1, height: 1), properties)
    case .sequenceStart(let isFlow, let properties):
      try begin(item, properties, depth: depth)
      return finish(try sequence(item, isFlow: isFlow, depth: depth), properties)
    case .mappingStart(let isFlow, let properties):
      try begin(item, properties, depth: depth)
      return finish(try mapping(item, isFlow: isFlow, depth: depth), properties)
    case .documentStart, .documentEnd, .streamEnd, .sequenceEnd, .mappingEnd:
      throw YAMLError(.syntax, at: position(item.start, length: 1), "not valid YAML: a value is missing")
    }
  }

  /// The checks of every node before its content is read.
  private mutating func begin(_ item: Item, _ properties: Event.Properties, depth: Int) throws(YAMLError) {
    if let tag = properties.tag {
      throw YAMLError(
        .unsupported, at: position(item.start, length: 1), "the tag \(tag) is not understood; tags are not used here",
        help: "remove it; write a text in quotes")
    }
    guard depth <= YAMLParser.maximumDepth else {
      throw YAMLError(
        .tooDeep, at: position(item.start, length: 1), "nested more than \(YAMLParser.maximumDepth) levels deep")
    }
    try count(1, at: item.start, length: 1)
    if let anchor = properties.anchor { open.insert(anchor) }
  }

  private mutating func finish(_ built: Built, _ properties: Event.Properties) -> Built {
    if let anchor = properties.anchor {
      open.remove(anchor)
      anchors[anchor] = Anchored(node: built.node, size: built.size, height: built.height)
    }
    return built
  }

  private mutating func count(_ more: Int, at mark: Mark, length: Int) throws(YAMLError) {
    nodes += more
    guard nodes <= YAMLParser.maximumNodes else {
      throw YAMLError(
        .tooManyNodes, at: position(mark, length: length),
        "the file grows to more than \(YAMLParser.maximumNodes) values here, aliases expanded")
    }
  }

  private mutating func aliased(_ name: String, _ item: Item, depth: Int) throws(YAMLError) -> Built {
    let length = max(1, item.end.column - item.start.column)
    let place = position(item.start, length: length)
    guard !open.contains(name) else {
      throw YAMLError(.alias, at: place, "the alias *\(name) is inside the value that it names: a cycle")
    }
    guard let anchored = anchors[name] else {
      throw YAMLError(.alias, at: place, "no anchor &\(name) comes before this alias")
    }
    guard depth + anchored.height - 1 <= YAMLParser.maximumDepth else {
      throw YAMLError(.tooDeep, at: place, "nested more than \(YAMLParser.maximumDepth) levels deep, aliases expanded")
    }
    try count(anchored.size, at: item.start, length: length)
    return Built(node: anchored.node, size: anchored.size, height: anchored.height)
  }

  private mutating func sequence(_ start: Item, isFlow: Bool, depth: Int) throws(YAMLError) -> Built {
    var items: [YAMLNode] = []
    var size = 1
    var height = 0
    while true {
      let item = try next()
      if case .sequenceEnd = item.event {
        let place = isFlow ? span((start.event, start.start, item.end)) : position(start.start, length: 1)
        return Built(
          node: .sequence(YAMLNode.Sequence(items: items, position: place)), size: size, height: height + 1)
      }
      let built = try node(item, depth: depth + 1)
      items.append(built.node)
      size += built.size
      height = max(height, built.height)
    }
  }

  private mutating func mapping(_ start: Item, isFlow: Bool, depth: Int) throws(YAMLError) -> Built {
    var entries: [YAMLNode.Entry] = []
    var lines: [String: Int] = [:]
    var size = 1
    var height = 0
    while true {
      let item = try next()
      if case .mappingEnd = item.event {
        // A block has no brackets to underline; its first key is underlined.
        let place =
          isFlow
          ? span((start.event, start.start, item.end))
          : position(start.start, length: entries.first?.key.position.length ?? 1)
        return Built(
          node: .mapping(YAMLNode.Mapping(entries: entries, position: place)), size: size, height: height + 1)
      }
      let key = try key(item, depth: depth + 1)
      if let first = lines.updateValue(key.position.line, forKey: key.text) {
        throw YAMLError(
          .duplicateKey, at: key.position, "the key '\(key.text)' appears twice; the first is on line \(first)")
      }
      let value = try node(try next(), depth: depth + 1)
      entries.append(YAMLNode.Entry(key: key, value: value.node))
      size += 1 + value.size
      height = max(height, value.height)
    }
  }

  private mutating func key(_ item: Item, depth: Int) throws(YAMLError) -> YAMLNode.Scalar {
    let built = try node(item, depth: depth)
    guard case .scalar(let key) = built.node, !key.text.isEmpty else {
      throw YAMLError(.badKey, at: position(item.start, length: 1), "a key must be a word")
    }
    if key.isPlain, key.text == "<<" {
      throw YAMLError(
        .unsupported, at: key.position, "merge keys are not supported",
        help: "write the keys out: a file should say everything where it is read")
    }
    // An aliased key has the alias's position.
    return YAMLNode.Scalar(text: key.text, isPlain: key.isPlain, position: span(item))
  }

  private func position(_ mark: Mark, length: Int) -> YAMLPosition {
    YAMLPosition(source: source, line: mark.line + 1, column: mark.column + 1, length: length)
  }

  /// From start to end where both are on one line, else the first character.
  private func span(_ item: Item) -> YAMLPosition {
    let length = item.start.line == item.end.line ? item.end.column - item.start.column : 1
    return position(item.start, length: length)
  }

  /// libyaml's error with a remedy.
  private func explained(_ fault: EventStream.Fault) -> YAMLError {
    // A missing part is reported at the end of the text, not on empty lines after it.
    let end = source.endOfContent
    let isBeyond = (fault.mark.line, fault.mark.column) > (end.line, end.column)
    let mark = isBeyond ? end : fault.mark
    if fault.isMemory { return YAMLError(.noMemory, at: position(mark, length: 1), "out of memory") }
    if let tab = tabInIndentation(line: mark.line + 1) {
      return YAMLError(
        .tab, at: position(Mark(line: mark.line, column: tab), length: 1), "a tab in the indentation",
        help: "indent with spaces")
    }
    var message = "not valid YAML: \(fault.problem)"
    if let context = fault.context {
      message += ", \(context)"
      if fault.contextMark.line < mark.line { message += " that begins on line \(fault.contextMark.line + 1)" }
    }
    return YAMLError(.syntax, at: position(mark, length: 1), message)
  }

  /// The 0-based column of a tab among the white space that a line begins with.
  private func tabInIndentation(line: Int) -> Int? {
    source.indentation(ofLine: line).firstIndex(of: 0x09)
  }
}
