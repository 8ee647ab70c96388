#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Temporary folders of processes that are gone: a run that was killed could not remove its own, and private keys lie
/// in them.
public enum AbandonedFolders {
  /// Removes this user's abandoned folders in every place where this process would make its own; returns their paths.
  ///
  /// A folder is abandoned if the process in its name has ended and no process holds its lock. The lock alone would
  /// miss the moment before it is taken, and the process alone says nothing across containers that share a folder.
  /// Folders that cannot be read or removed stay.
  @discardableResult public static func sweep() -> [String] { sweep(Files.temporaryPlaces) }

  static func sweep(_ places: [String]) -> [String] {
    var swept: [String] = []
    for place in places {
      for name in (try? Files.names(in: place)) ?? [] {
        guard let owner = FolderOwner(folder: name), !owner.isAlive else { continue }
        let path = "\(place)/\(name)"
        guard isOwnFolder(path), let lock = try? FolderLock(path) else { continue }
        withExtendedLifetime(lock) {
          if (try? Files.removeTree(path)) != nil { swept.append(path) }
        }
      }
    }
    return swept
  }

  /// Links are not followed: their target may belong to another user.
  private static func isOwnFolder(_ path: String) -> Bool {
    var information = stat()
    guard unsafe lstat(path, &information) == 0 else { return false }
    return information.st_mode & S_IFMT == S_IFDIR && information.st_uid == geteuid()
  }
}

/// The process that owns a temporary folder, by the folder's name: `PREFIX-NUMBER-START-XXXXXX`.
struct FolderOwner: Hashable, Sendable {
  var number: Int32
  /// When the process started, in the system's own unit (clock ticks since boot on Linux), because process numbers are
  /// reused. Zero if the system does not report it.
  var start: UInt64

  static let thisProcess = FolderOwner(number: getpid(), start: ProcessStatus(getpid())?.start ?? 0)

  /// The part of the name that identifies the owner.
  var mark: String { "\(number)-\(start)" }

  init(number: Int32, start: UInt64) {
    self.number = number
    self.start = start
  }

  /// Nil: no name of a temporary folder of ours.
  init?(folder name: String) {
    let parts = name.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count >= 4, parts[0] == "rogues", parts[parts.count - 1].utf8.count == 6,
      let number = Int32(parts[parts.count - 3]), number > 0, let start = UInt64(parts[parts.count - 2])
    else { return nil }
    self.init(number: number, start: start)
  }

  /// Whether the process still exists. If the start time is unknown, its number alone decides.
  var isAlive: Bool {
    guard kill(number, 0) == 0 || errno != ESRCH else { return false }
    guard start > 0, let now = ProcessStatus(number)?.start else { return true }
    return now == start
  }
}

extension Files {
  /// Changes a file under a lock, and waits for other holders.
  ///
  /// The folder is locked, because a file that is replaced is another one afterwards. Where a file system has no locks,
  /// `body` runs without.
  ///
  /// - Parameter path: of the file, which need not exist.
  public static func exclusively<Result, Failure>(
    changing path: String, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let whole = (try? canonical(path)) ?? path
    let parts = whole.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    let folder = parts.isEmpty ? "." : parts == [""] ? "/" : parts.joined(separator: "/")
    let lock = try? FolderLock(folder, waits: true)
    defer { withExtendedLifetime(lock) {} }
    return try body()
  }
}

/// Says that a folder is in use, until the last reference goes or the process ends, however it ends.
final class FolderLock: Sendable {
  private let descriptor: Int32

  /// Throws EWOULDBLOCK if another process holds it, unless it `waits`.
  init(_ path: String, waits: Bool = false) throws(SystemError) {
    descriptor = retryingInterrupts { unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW) }
    guard descriptor >= 0 else { throw .last("cannot lock", path) }
    guard retryingInterrupts({ flock(descriptor, LOCK_EX | (waits ? 0 : LOCK_NB)) }) == 0 else {
      let code = errno
      close(descriptor)
      throw SystemError(code: code, operation: "cannot lock", path: path)
    }
  }

  deinit { close(descriptor) }
}
