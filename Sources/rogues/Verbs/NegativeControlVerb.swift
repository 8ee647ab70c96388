import RoguesGallery

extension Verb {
  /// A validator that misbehaves in one way, as a separate process: the program of the built-in adapters.
  static let negativeControl = Verb(
    name: "negative-control",
    summary: "Behave like a broken validator (for the harness itself)",
    operand: Operand(usage: "NAME", kind: .files, maximum: 1, minimum: 1),
    isHidden: true,
    run: { (invocation) async throws(UsageError) in Gallery.negativeControl(invocation.operands.first ?? "") })
}
