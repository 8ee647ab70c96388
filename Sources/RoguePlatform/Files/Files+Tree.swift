#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

extension Files {
  /// Makes a folder and those above it that are missing; one that exists is left as it is.
  ///
  /// - Parameter mode: permission bits of every folder that is made.
  public static func makeDirectory(_ path: String, mode: UInt32 = 0o755) throws(SystemError) {
    if unsafe mkdir(path, mode_t(mode)) == 0 { return }
    let code = errno
    if code == EEXIST, isDirectory(path) { return }
    guard code == ENOENT, let slash = path.dropLast().lastIndex(of: "/"), slash > path.startIndex else {
      throw SystemError(code: code, operation: "cannot make the folder", path: path)
    }
    try makeDirectory(String(path[..<slash]), mode: mode)
    guard unsafe mkdir(path, mode_t(mode)) == 0 || errno == EEXIST else {
      throw .last("cannot make the folder", path)
    }
  }

  /// Removes a file, or a folder with everything in it; nothing there is fine. Symbolic links are removed, never
  /// followed.
  public static func removeTree(_ path: String) throws(SystemError) {
    if unsafe unlink(path) == 0 || errno == ENOENT { return }
    var information = stat()
    guard unsafe lstat(path, &information) == 0 else { throw .last("cannot remove", path) }
    guard information.st_mode & S_IFMT == S_IFDIR else { throw .last("cannot remove", path) }
    // A child may have taken its own permissions away.
    if information.st_mode & 0o700 != 0o700 { unsafe chmod(path, information.st_mode & 0o7777 | 0o700) }
    for name in try names(in: path) {
      try removeTree("\(path)/\(name)")
    }
    guard unsafe rmdir(path) == 0 || errno == ENOENT else { throw .last("cannot remove", path) }
  }

  /// One entry of a folder.
  public struct Entry: Sendable, Hashable {
    public enum Kind: Sendable, Hashable {
      case file, directory
      /// A symbolic link to nothing, or to itself.
      case brokenLink
      /// A pipe, a socket, a device.
      case other
    }
    /// Relative to the folder listed.
    public var path: String
    public var kind: Kind

    public init(path: String, kind: Kind) {
      self.path = path
      self.kind = kind
    }
  }

  /// The entries of a folder, sorted by path; those whose name begins with a dot are left out.
  ///
  /// - Parameter recursively: folders below are listed too. Links to folders are listed but not entered, so that no
  ///   loop is possible.
  public static func list(_ path: String, recursively: Bool = false) throws(SystemError) -> [Entry] {
    var entries: [Entry] = []
    try list(path, prefix: "", recursively: recursively, into: &entries)
    return entries.sorted { $0.path < $1.path }
  }

  private static func list(
    _ path: String, prefix: String, recursively: Bool, into entries: inout [Entry]
  ) throws(SystemError) {
    for (name, type) in try typedNames(in: path) where !name.hasPrefix(".") {
      guard let (kind, isLink) = kind(of: "\(path)/\(name)", type) else { continue }
      entries.append(Entry(path: prefix + name, kind: kind))
      if recursively, kind == .directory, !isLink {
        try list("\(path)/\(name)", prefix: "\(prefix)\(name)/", recursively: true, into: &entries)
      }
    }
  }

  /// - Parameter type: the folder's type for the entry; not every file system has it.
  /// - Returns: Nil where it is gone by now.
  private static func kind(of path: String, _ type: UInt8) -> (Entry.Kind, isLink: Bool)? {
    if type == UInt8(DT_REG) { return (.file, false) }
    if type == UInt8(DT_DIR) { return (.directory, false) }
    var information = stat()
    guard unsafe lstat(path, &information) == 0 else { return nil }
    let isLink = information.st_mode & S_IFMT == S_IFLNK
    if isLink, unsafe stat(path, &information) != 0 { return (.brokenLink, true) }
    switch information.st_mode & S_IFMT {
    case S_IFREG: return (.file, isLink)
    case S_IFDIR: return (.directory, isLink)
    default: return (.other, isLink)
    }
  }

  /// Every name in a folder but `.` and `..`, unsorted.
  static func names(in path: String) throws(SystemError) -> [String] { try typedNames(in: path).map(\.name) }

  private static func typedNames(in path: String) throws(SystemError) -> [(name: String, type: UInt8)] {
    guard let folder = unsafe opendir(path) else { throw .last("cannot read the folder", path) }
    defer { unsafe closedir(folder) }
    var names: [(name: String, type: UInt8)] = []
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append((name, unsafe entry.pointee.d_type)) }
    }
    return names
  }
}
