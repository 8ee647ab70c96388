internal import RogueModel
internal import RogueScenarios

/// An element of an XML document.
struct Markup {
  var name: String
  var attributes: [String: String] = [:]
  var children: [Markup] = []
  /// Character data of the element itself, in one piece.
  var text = ""
  var location: SourceLocation

  func children(_ name: String) -> [Markup] { children.filter { $0.name == name } }
}

/// Reads the XML that configurations are written in: elements, attributes, character data, CDATA, comments, the five
/// entities and character references. A document type may be named, as property lists do, and declares nothing.
///
/// XML 1.0; entity declarations, which can make a small file large, are an error. Measured: 195 lines; a wrapper of
/// libexpat would have about 140, as libyaml's has, and every build and installation would need that library.
struct MarkupReader {
  private let scalars: [Unicode.Scalar]
  /// Where each line begins, in order.
  private let lines: [Int]
  private let file: String
  private var place = 0
  private static let deepest = 64

  /// The root element. Throws a finding with its position.
  static func read(_ file: SourceFile) throws(Finding) -> Markup {
    var reader = MarkupReader(file)
    return try reader.document()
  }

  private init(_ file: SourceFile) {
    var text = String(decoding: file.bytes, as: UTF8.self)
    if text.hasPrefix("\u{feff}") { text.removeFirst() }
    scalars = Array(text.unicodeScalars)
    lines = [0] + scalars.indices.filter { [scalars] in scalars[$0] == "\n" }.map { $0 + 1 }
    self.file = file.path
  }

  private var location: SourceLocation {
    // The last line that begins at or before the place.
    var (first, end) = (0, lines.count)
    while end - first > 1 {
      let middle = (first + end) / 2
      if lines[middle] <= min(place, scalars.count) { first = middle } else { end = middle }
    }
    return SourceLocation(file: file, line: first + 1, column: place - lines[first] + 1)
  }

  private func failure(_ message: String) -> Finding { Finding(at: location, message) }

  private func isNext(_ text: String) -> Bool {
    scalars[min(place, scalars.count)...].starts(with: text.unicodeScalars)
  }

  private mutating func skipBlanks() {
    while place < scalars.count, scalars[place].properties.isWhitespace { place += 1 }
  }

  /// Skips to the end of that text, and returns the text before it.
  private mutating func take(until end: String, in what: String) throws(Finding) -> String {
    let start = place
    while place < scalars.count, !isNext(end) { place += 1 }
    guard place < scalars.count else {
      place = start
      throw failure("\(what) does not end")
    }
    defer { place += end.unicodeScalars.count }
    return Self.text(scalars[start..<place])
  }

  private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var text = ""
    text.unicodeScalars.append(contentsOf: scalars)
    return text
  }

  private mutating func document() throws(Finding) -> Markup {
    try passProlog()
    guard isNext("<") else { throw failure("an element is expected") }
    let root = try element(depth: 0)
    try passProlog()
    guard place >= scalars.count else { throw failure("nothing can follow the root element") }
    return root
  }

  /// Comments, processing instructions, the document type.
  private mutating func passProlog() throws(Finding) {
    while true {
      skipBlanks()
      if isNext("<!--") {
        _ = try take(until: "-->", in: "the comment")
      } else if isNext("<?") {
        _ = try take(until: "?>", in: "the processing instruction")
      } else if isNext("<!DOCTYPE") {
        let here = location
        guard try take(until: ">", in: "the document type").contains("[") == false else {
          throw Finding(at: here, "declarations of entities are not read")
        }
      } else {
        return
      }
    }
  }

  private mutating func name() throws(Finding) -> String {
    let start = place
    while place < scalars.count {
      let scalar = scalars[place]
      guard scalar.properties.isAlphabetic || "0123456789-_.:".unicodeScalars.contains(scalar) else { break }
      place += 1
    }
    guard place > start else { throw failure("a name is expected") }
    return Self.text(scalars[start..<place])
  }

  private mutating func element(depth: Int) throws(Finding) -> Markup {
    guard depth < Self.deepest else { throw failure("elements are nested more than \(Self.deepest) deep") }
    let here = location
    place += 1
    var element = Markup(name: try name(), location: here)
    while true {
      skipBlanks()
      if isNext("/>") {
        place += 2
        return element
      }
      if isNext(">") {
        place += 1
        break
      }
      let name = try name()
      guard element.attributes[name] == nil else { throw failure("the attribute '\(name)' is given twice") }
      skipBlanks()
      guard isNext("=") else { throw failure("'=' is expected") }
      place += 1
      skipBlanks()
      guard isNext("\"") || isNext("'") else { throw failure("a quoted value is expected") }
      let quote = String(Character(scalars[place]))
      place += 1
      element.attributes[name] = try resolved(try take(until: quote, in: "the value"))
    }
    try content(of: &element, depth: depth)
    return element
  }

  private mutating func content(of element: inout Markup, depth: Int) throws(Finding) {
    while true {
      guard place < scalars.count else {
        throw Finding(at: element.location, "the element '\(element.name)' does not end")
      }
      if isNext("</") {
        place += 2
        let end = try name()
        guard end == element.name else { throw failure("'\(element.name)' is open, and '\(end)' ends") }
        skipBlanks()
        guard isNext(">") else { throw failure("'>' is expected") }
        place += 1
        return
      }
      if isNext("<!--") {
        _ = try take(until: "-->", in: "the comment")
      } else if isNext("<![CDATA[") {
        place += 9
        element.text += try take(until: "]]>", in: "the CDATA section")
      } else if isNext("<?") {
        _ = try take(until: "?>", in: "the processing instruction")
      } else if isNext("<") {
        element.children.append(try self.element(depth: depth + 1))
      } else {
        let start = place
        while place < scalars.count, scalars[place] != "<" { place += 1 }
        element.text += try resolved(Self.text(scalars[start..<place]))
      }
    }
  }

  /// Text with its entities and character references replaced.
  private func resolved(_ text: String) throws(Finding) -> String {
    var result = ""
    var rest = text[...]
    while let ampersand = rest.firstIndex(of: "&") {
      result += rest[..<ampersand]
      rest = rest[rest.index(after: ampersand)...]
      guard let end = rest.firstIndex(of: ";"), let value = Self.entity(String(rest[..<end])) else {
        throw failure("'&' begins no entity that is read: write &amp;")
      }
      result.unicodeScalars.append(value)
      rest = rest[rest.index(after: end)...]
    }
    return result + rest
  }

  private static func entity(_ name: String) -> Unicode.Scalar? {
    switch name {
    case "amp": "&"
    case "lt": "<"
    case "gt": ">"
    case "quot": "\""
    case "apos": "'"
    default:
      if name.hasPrefix("#x") {
        UInt32(name.dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init)
      } else if name.hasPrefix("#") {
        UInt32(name.dropFirst()).flatMap(Unicode.Scalar.init)
      } else {
        nil
      }
    }
  }
}
