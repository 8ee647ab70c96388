import Foundation

/// Whether tests write the files that they otherwise compare with: `make record`.
package enum Recording {
  package static let isOn = ProcessInfo.processInfo.environment["ROGUES_RECORD"] == "1"
}
