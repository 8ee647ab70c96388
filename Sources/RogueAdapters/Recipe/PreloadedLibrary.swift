internal import RoguePlatform

/// A library that is put before a client's own, so that it answers what the system would.
struct PreloadedLibrary: Sendable {
  /// Answers name look-ups from a file.
  static let nssWrapper = PreloadedLibrary(
    package: "libnss-wrapper", names: ["libnss_wrapper.so.0", "libnss_wrapper.so"])
  /// Sets the time. The build for several threads comes first, because clients resolve names in a separate thread.
  static let faketime = PreloadedLibrary(
    package: "libfaketime",
    names: ["faketime/libfaketimeMT.so.1", "faketime/libfaketime.so.1", "libfaketimeMT.so.1", "libfaketime.so.1"])

  /// libfaketime's shared memory for a process and its children, under the process's number; only a
  /// process that exits by itself removes them.
  static let clockObjects = ["/dev/shm/faketime_shm_", "/dev/shm/sem.faketime_sem_"]

  /// Debian's package that brings it.
  let package: String
  /// In the folders of libraries, the best first.
  let names: [String]

  /// As people call it.
  var name: String { names.last.map { String($0.split(separator: "/").last ?? "") } ?? package }

  /// Its path; nil where it is not installed.
  var path: String? {
    let multiarch = (try? Files.list("/usr/lib"))?.filter { $0.path.hasSuffix("-linux-gnu") } ?? []
    let folders = multiarch.map { "/usr/lib/\($0.path)" } + ["/usr/lib64", "/usr/lib", "/usr/local/lib"]
    for folder in folders {
      for name in names where Files.exists("\(folder)/\(name)") { return "\(folder)/\(name)" }
    }
    return nil
  }
}
