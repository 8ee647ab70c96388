#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// A file that can be read in any order and repeatedly, also while it grows.
public final class FileReader: Sendable {
  public let path: String
  /// How long it was when it was opened.
  public let size: Int
  /// It has bytes that can be read again: it is no pipe, and no device.
  public let isRegular: Bool
  /// Standard output or standard error go there, too.
  public let isStandardStream: Bool
  private let number: Int32

  public init(_ path: String) throws(SystemError) {
    let number = retryingInterrupts { unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC, 0) }
    guard number >= 0 else { throw .last("cannot read", path) }
    var information = stat()
    guard unsafe fstat(number, &information) == 0 else {
      let error = SystemError.last("cannot read", path)
      close(number)
      throw error
    }
    self.path = path
    self.number = number
    size = Int(information.st_size)
    isRegular = information.st_mode & S_IFMT == S_IFREG
    isStandardStream = [STDOUT_FILENO, STDERR_FILENO].contains { stream in
      var other = stat()
      return unsafe fstat(stream, &other) == 0 && other.st_dev == information.st_dev
        && other.st_ino == information.st_ino
    }
  }

  deinit { close(number) }

  /// The bytes of a range, all of them: throws if the file is shorter.
  public func read(_ range: Range<Int>) throws(SystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: range.count)
    var done = 0
    while done < bytes.count {
      let (start, left) = (done, bytes.count - done)
      let count = unsafe bytes.withUnsafeMutableBytes { buffer in
        retryingInterrupts {
          unsafe pread(number, buffer.baseAddress.map { unsafe $0 + start }, left, off_t(range.lowerBound + start))
        }
      }
      guard count >= 0 else { throw .last("cannot read", path) }
      guard count > 0 else { throw SystemError(code: EIO, operation: "cannot read", path: path) }
      done += count
    }
    return bytes
  }
}

extension Files {
  /// A private file without a name, on a disk if possible: it is gone when this process is.
  public static func makeUnnamedFile() throws(SystemError) -> (FileAppender, FileReader) {
    var places = ["/var/tmp", "/tmp"]
    if let given = givenTemporaryDirectory { places.insert(given, at: 0) }
    for place in places where exists(place) {
      guard let folder = try? makeUniqueDirectory(in: place, prefix: "rogues-\(FolderOwner.thisProcess.mark)") else {
        continue
      }
      defer { try? removeTree(folder) }
      let path = "\(folder)/results"
      guard let file = try? FileAppender(path, mode: 0o600) else { continue }
      return (file, try FileReader(path))
    }
    throw SystemError(code: EACCES, operation: "cannot write", path: places.joined(separator: ", "))
  }
}
