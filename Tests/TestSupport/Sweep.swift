import Foundation
package import Testing

/// Tests that put everything to clients which nobody here wrote, to every engine or to every key, or build the package once
/// more. They take minutes, and most say for all of the catalogue what others say for parts of it: `make test-ci` runs them.
/// The longest (walks of a user's pages, builds of other packages, the matrix of checks) wait for `make test-all`.
package enum Sweep {
  private static let asked = ProcessInfo.processInfo.environment["ROGUES_TESTS"]
  package static let isNightly = asked == "all" || ProcessInfo.processInfo.environment["ROGUES_ENGINES"] == "all"
  package static let isOn = isNightly || asked == "ci"
}

extension Trait where Self == ConditionTrait {
  package static var sweep: Self { .enabled(if: Sweep.isOn, "make test-ci runs it") }
  package static var nightly: Self { .enabled(if: Sweep.isNightly, "make test-all runs it") }
}
