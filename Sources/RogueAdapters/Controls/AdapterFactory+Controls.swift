public import RogueModel

extension AdapterFactory {
  /// A negative control as an adapter.
  ///
  /// - Parameter executable: the command `rogues`, as an absolute path; it is started for each attempt.
  public static func adapter(control: NegativeControl, executable: String) -> any Adapter {
    let description = AdapterDescription(
      name: control.rawValue, door: .exec, library: "built in", version: "1",
      // It claims everything, so that every scenario is put to it.
      capabilities: Set(Capability.known).subtracting([.sameProcess]), isControl: true,
      summary: "\(control.summary)")
    // It has no separate timeout that would need a grace period.
    let door = ExecDoor(
      program: executable, arguments: NegativeControl.arguments(for: control), graceMilliseconds: 0)
    return ChildAdapter(description: description, door: door)
  }
}
