import RoguesGallery

extension Verb {
  static let schema = Verb(
    name: "schema",
    summary: "Print the JSON Schema of a kind of file, for editors",
    examples: [
      Example(command: "rogues schema scenario > scenario.schema.json", says: "completion and checks in an editor")
    ],
    flags: [],
    operand: Operand(usage: "NAME", kind: .words(Gallery.schemaNames), maximum: 1, minimum: 1),
    run: { (invocation) async throws(UsageError) in
      Gallery.schema(invocation.operands.first ?? "").rawValue
    })
}
