internal import RogueModel
internal import RogueYAML

extension Table {
  /// The value of one file with checked keys.
  ///
  /// - Parameter make: makes the value of the file's entries; its reports to their reader count as well.
  /// - Returns: no value if the file has an error.
  func read<Value>(_ file: SourceFile, _ make: (Entries) -> Value?) -> (value: Value?, findings: [Finding]) {
    let tree: YAMLNode
    do throws(YAMLError) { tree = try YAMLParser.parse(file.bytes, file: file.path) } catch {
      return (nil, [Finding(error)])
    }
    let reader = NodeReader(vocabulary: Vocabulary())
    let value = entries(of: tree, reader).flatMap(make)
    return (reader.errors == 0 ? value : nil, reader.findings)
  }

  /// The values of some files, in their order, without those that have errors.
  func read<Value>(
    _ files: [SourceFile], _ make: (Entries, SourceFile) -> Value?
  ) -> (values: [Value], findings: [Finding]) {
    var values: [Value] = []
    var findings: [Finding] = []
    for file in files {
      let read = read(file) { make($0, file) }
      if let value = read.value { values.append(value) }
      findings += read.findings
    }
    return (values, findings)
  }
}
