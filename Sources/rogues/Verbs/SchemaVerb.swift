import RoguesGallery

extension Verb {
  static let schema = Verb(
    name: "schema",
    summary: "Print the JSON Schema of a kind of file, for editors",
    examples: [
      Example(command: "rogues schema scenario > scenario.schema.json", says: "completion and checks in an editor")
    ],
    flags: [],
    operand: Operand(usage: "NAME", kind: .words(SchemaName.allCases.map(\.rawValue)), maximum: 1, minimum: 1),
    run: { (invocation) async throws(UsageError) in
      guard let name = invocation.operands.first.flatMap(SchemaName.init(rawValue:)) else {
        throw UsageError("'schema' needs a name", verb: "schema")
      }
      return Gallery.schema(name).rawValue
    })
}
