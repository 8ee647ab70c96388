#if canImport(Darwin)
  internal import Darwin

  typealias SpawnActions = posix_spawn_file_actions_t?
  typealias SpawnAttributes = posix_spawnattr_t?
#else
  internal import Glibc

  typealias SpawnActions = posix_spawn_file_actions_t
  typealias SpawnAttributes = posix_spawnattr_t
#endif

/// Starts a program.
///
/// - Parameters:
///   - environment: the whole of it; nil: that of this process.
///   - prepare: says how the child differs from this process; gives an error number, or 0.
func spawn(
  _ program: String, _ arguments: [String], environment: [String]?,
  _ prepare: (inout SpawnActions, inout SpawnAttributes) -> Int32
) throws(SystemError) -> pid_t {
  #if canImport(Darwin)
    var actions: SpawnActions
    var attributes: SpawnAttributes
  #else
    var actions = unsafe SpawnActions()
    var attributes = SpawnAttributes()
  #endif
  unsafe posix_spawn_file_actions_init(&actions)
  unsafe posix_spawnattr_init(&attributes)
  defer {
    unsafe posix_spawn_file_actions_destroy(&actions)
    unsafe posix_spawnattr_destroy(&attributes)
  }
  var child: pid_t = 0
  var status = unsafe prepare(&actions, &attributes)
  if status == 0 {
    status = unsafe withCStrings([program] + arguments) { arguments in
      unsafe withCStrings(environment ?? []) { given in
        var attempts = 0
        while true {
          let status = unsafe posix_spawn(
            &child, program, &actions, &attributes, arguments, environment == nil ? environ : given)
          attempts += 1
          // A program that this process has just written is busy as long as another child, started in between, has
          // not got rid of its copy of the descriptor.
          guard status == ETXTBSY, attempts < 100 else { return status }
          Pause.milliseconds(2)
        }
      }
    }
  }
  guard status == 0 else {
    throw SystemError(
      code: status, operation: "cannot start", path: program, cause: ScriptFault.cause(status, program))
  }
  return child
}

/// Calls `body` with a null-terminated array of C strings.
private func withCStrings<Result>(
  _ strings: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
  let pointers = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: strings.count + 1)
  for (index, string) in strings.enumerated() { unsafe pointers[index] = strdup(string) }
  unsafe pointers[strings.count] = nil
  defer {
    for index in strings.indices { unsafe free(pointers[index]) }
    unsafe pointers.deallocate()
  }
  return unsafe body(pointers)
}
