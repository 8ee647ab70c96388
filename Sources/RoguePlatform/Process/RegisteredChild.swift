#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// A started child with its place in the registry, so that it is found and ended whatever becomes of its caller.
struct RegisteredChild: ~Copyable {
  var process: ChildProcess
  private let membership: ChildRegistry.Membership
  private let leavings: [String]

  /// Throws ECANCELED when this process is stopping.
  init(starting command: ChildCommand) throws(SystemError) {
    let membership = try ChildRegistry.shared.enter(ports: command.ports)
    var environment = command.environment.map { "\($0.key)=\($0.value)" }
    environment.append("\(ChildRegistry.tagName)=\(membership.tag)")
    do throws(SystemError) {
      process = try ChildProcess(starting: command, environment: environment)
    } catch {
      _ = ChildRegistry.shared.leave(membership, [])
      throw error
    }
    self.membership = membership
    leavings = command.leavings
    ChildRegistry.shared.started(membership, process.identifier)
  }

  /// Kills what is left of the group, reaps the leader and ends every descendant that left the group.
  ///
  /// The group goes before the leader is reaped: until then no other process can have its number.
  consuming func finish() -> (ending: ChildResult.Ending, strays: Int) {
    process.signalGroup(SIGKILL)
    process.waitForExit()
    // Until it is reaped, its number belongs to no other process.
    for leaving in leavings { unsafe unlink("\(leaving)\(process.identifier)") }
    let ending = process.reap()
    return (ending, ChildRegistry.shared.leave(membership, leavings))
  }
}
