import Dispatch
import Foundation
import RogueEngines
@testable import RogueLab
import RogueModel
import RoguePKI
@testable import RogueRunner
import RogueScenarios
import RogueValidators
import Synchronization
import TestSupport

/// The shipped catalogue without sockets.
enum OfflineCatalogue {
  static let clock = OfflineMinter.clock

  private static let shipped: Catalogue = {
    let vocabulary = Vocabulary(defects: Defects.descriptors, behaviours: Behaviours.descriptors)
    guard let catalogue = try? ShippedCatalogue.load(vocabulary) else { fatalError("the catalogue cannot be read") }
    return catalogue
  }()

  /// Read once for all tests.
  static func catalogue() -> Catalogue { shipped }

  /// - Parameter ids: those alone; nil: all that need no sockets.
  static func trials(_ ids: Set<String>? = nil) throws -> [OfflineTrial] {
    try catalogue().scenarios.filter { ids?.contains($0.id) ?? true && $0.isOffline }
      .mapOnAllProcessors { try minter.trials(of: $0) }.flatMap(\.self)
  }

  /// The controls of these trials, each once.
  static func controls(of trials: [OfflineTrial]) throws -> [(key: ControlKey, trial: OfflineTrial)] {
    var known: Set<ControlKey> = []
    let distinct = trials.filter { known.insert($0.controlKey).inserted }
    return try Array(distinct.enumerated()).mapOnAllProcessors { index, trial in
      try minter.control(of: trial, salt: "control-\(index)").map { (trial.controlKey, $0) }
    }.compactMap(\.self)
  }

  /// RSA keys take long to make, so that everything in this process shares them.
  static let keys = KeyPool(store: TestKeys())
  static let minter = OfflineMinter(keys: keys)
}

extension OfflineTrial {
  /// The conversation without its fault, which every validator that is to show anything must accept.
  var controlKey: ControlKey { ControlKey(Case(scenario: scenario, axes: AxisValues(tls: .tls13, policy: policy))) }

  /// Some step of it that shows certificates has no right answer but cancelling.
  var isPresented: Bool {
    zip(scenario.steps, steps).contains { $0.reuse == .none && $1.expectation.mustCancel }
  }
}

extension BuiltInValidator {
  /// For one conversation.
  var judge: any ChainValidator {
    guard case .chain(let make) = kind else { fatalError("\(name) judges no chains") }
    return make()
  }
}

extension Array where Element: Sendable {
  /// What `map` gives, with the work on all processors.
  func mapOnAllProcessors<Mapped: Sendable>(_ transform: @escaping @Sendable (Element) throws -> Mapped) throws
    -> [Mapped]
  {
    let mapped = Mutex<[Int: Result<Mapped, any Error>]>([:])
    DispatchQueue.concurrentPerform(iterations: count) { index in
      let result = Result { try transform(self[index]) }
      mapped.withLock { $0[index] = result }
    }
    return try mapped.withLock { mapped in try indices.compactMap { try mapped[$0]?.get() } }
  }
}
