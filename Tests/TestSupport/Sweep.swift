import Foundation
package import Testing

/// Tests that put everything to clients which nobody here wrote, to every engine or to every key, or build the package once
/// more. They take minutes, and most say for all of the catalogue what others say for parts of it: `make test-all` runs them,
/// and so does CI.
package enum Sweep {
  package static let isOn =
    ProcessInfo.processInfo.environment["ROGUES_TESTS"] == "all"
    || ProcessInfo.processInfo.environment["ROGUES_ENGINES"] == "all"
}

extension Trait where Self == ConditionTrait {
  package static var sweep: Self { .enabled(if: Sweep.isOn, "make test-all runs it") }
}
