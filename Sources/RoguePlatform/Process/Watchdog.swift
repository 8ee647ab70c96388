#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// A small process that outlives this one and then ends what it left running.
///
/// When the runner itself is killed (SIGKILL, the kernel out of memory), no code of ours runs any more, and a validator
/// that hangs would hang for ever. The watchdog waits for the end of a pipe whose other end only this process has, then
/// kills every process that carries this process's tag, and the groups they lead, and removes what they and we have put
/// into temporary folders: clients' private keys among it. It is a shell script because a shell is everywhere, small, and
/// shares no state with us. It reads `/proc`, so it exists on Linux only.
final class Watchdog: Sendable {
  private let child: ChildProcess

  private static let script = """
    trap '' INT TERM HUP PIPE
    exec >/dev/null 2>&1
    if read -r word; then exit 0; fi
    tag=$1 mark=$2
    shift 2
    for round in 1 2 3 4 5 6 7 8 9 10; do
      found=$(grep -lsaF -e "$tag" /proc/[0-9]*/environ)
      [ "$found" ] || break
      for file in $found; do
        process=${file#/proc/}
        process=${process%/environ}
        kill -s KILL -- "-$process" "$process"
        rm -f -- "/dev/shm/faketime_shm_$process" "/dev/shm/sem.faketime_sem_$process"
      done
      [ $round = 1 ] || sleep 0.1
    done
    for place; do
      rm -rf -- "$place"/rogues*-"$mark"-??????
    done
    """

  /// Nil where there is no shell, or no `/proc` with the numbers by which this process calls processes.
  init?(tag: String) {
    #if os(Linux)
      guard ProcessFiles.areOurs else { return nil }
      let command = ChildCommand(
        program: "/bin/sh",
        arguments: ["-c", Self.script, "rogues-watchdog", tag, FolderOwner.thisProcess.mark] + Files.temporaryPlaces,
        deadlineMilliseconds: 0)
      guard let child = try? ChildProcess(starting: command, environment: ["PATH=/usr/bin:/bin"]) else { return nil }
      self.child = child
    #else
      return nil
    #endif
  }

  var identifier: pid_t { child.identifier }

  /// Sends it away, nothing being left to watch.
  func dismiss() {
    child.signalGroup(SIGKILL)
    _ = child.reap()
  }
}
