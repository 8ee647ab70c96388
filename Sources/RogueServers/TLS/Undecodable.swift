/// Why a transcript cannot be followed any further; ends up in the evidence, because clients may send anything.
struct Undecodable: Error, Hashable {
  var why: String

  init(_ why: String) { self.why = why }
}
