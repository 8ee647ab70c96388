import Foundation
import RogueModel
import RoguePlatform
import RogueScenarios
import TestSupport
import Testing

@testable import RoguesGallery

/// What a description says about its client's versions, beside what the machine says when somebody else asks: the linker, the
/// library itself, the runtime's own files, and Debian's package manager. Only installed clients can be asked.
@Suite struct LibraryVersionTests {
  /// A file of each client that is bound to its TLS library: a path, a pattern, the name of a library, or of a module of the
  /// client's Python.
  static let bound: [String: String] = [
    "aiohttp": "module _ssl", "aria2": "/usr/bin/aria2c", "certtool": "/usr/bin/certtool", "curl": "/usr/bin/curl",
    "fetchmail": "/usr/bin/fetchmail", "gio": "/usr/lib/*/gio/modules/libgiognutls.so",
    "git": "/usr/lib/git-core/git-remote-https", "gnutls": "libgnutls.so.30", "gnutls-cli": "/usr/bin/gnutls-cli",
    "libcurl": "libcurl.so.4", "libretls": "/usr/lib/*/libtls.so.2?", "lua-sec": "/usr/lib/*/lua/5.4/ssl.so",
    "lynx": "/usr/bin/lynx", "mbsync": "/usr/bin/mbsync", "msmtp": "/usr/bin/msmtp", "mutt": "/usr/bin/mutt",
    "niquests": "module _ssl", "node": "/usr/bin/node", "nss": "libnss3.so", "nss-libpkix": "libnss3.so",
    "openssl": "/usr/bin/openssl", "openssl-ct": "libssl.so.3", "openssl-verify": "/usr/bin/openssl",
    "perl": "/usr/lib/*/perl5/*/auto/Net/SSLeay/SSLeay.so", "php": "/usr/bin/php", "psql": "libpq.so.5",
    "pyopenssl": "module cryptography.hazmat.bindings._rust",
    "pyopenssl-store": "module cryptography.hazmat.bindings._rust", "python-ssl": "module _ssl",
    "ruby": "/usr/lib/*/ruby/3.*/openssl.so", "socat": "/usr/bin/socat", "urllib3": "module _ssl",
    "urlsession": "libcurl.so.4", "w3m": "/usr/bin/w3m", "wget": "/usr/bin/wget",
    "wget2": "/usr/lib/libwget.so.?",
  ]

  /// The package whose version is the client's, where it is not the first that the description names, or none is.
  static let packages: [String: String?] = [
    // A part of OTP, with a version of its own.
    "erlang": nil,
    "gio": "libglib2.0-0", "fetchmail": "fetchmail", "libcurl": "libcurl4", "lua-sec": "lua-sec",
    "openssl-ct": "libssl3",
    "strongswan": "libstrongswan", "urlsession": nil,
  ]

  struct Asked: Decodable {
    var name: String
    var stacks: [String: String]
    var package: String
  }

  static let installed = Result { try InstalledAdapters(Catalogues(only: BuiltCommand.root.path)).all().adapters }

  /// `FILE` or `module NAME`, and the Python of a wheel: what is bound to which TLS library, and what that one says it is.
  private static let asking = #"""
    import ctypes, glob, json, os, re, subprocess, sys

    def run(*command):
        return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout

    def library(name):
        ctypes.CDLL(name)
        return next(l.split()[-1] for l in open("/proc/self/maps") if os.path.basename(l.split()[-1]).startswith(name))

    def file(bound, python):
        if bound.startswith("module "):
            return run(python, "-I", "-c", "import %s as m; print(m.__file__)" % bound[7:]).strip()
        if bound.startswith("/"):
            return os.path.realpath((sorted(glob.glob(bound)) or sys.exit("nothing is at " + bound))[-1])
        return library(bound)

    def linked(path, name):
        found = re.search(r"\b%s\.so\S* => (\S+)" % name, run("ldd", path))
        return path if os.path.basename(path).startswith(name + ".so") else found and found[1]

    def text(path, function, *arguments):
        ask = getattr(ctypes.CDLL(path), function)
        ask.restype = ctypes.c_char_p
        return ask(*arguments).decode()

    def openssl(path):
        own = linked(path, "libcrypto") or linked(linked(path, "libssl") or path, "libcrypto")
        if own:
            return text(own, "OpenSSL_version", 0).split()[1]
        # It is built into the program.
        return re.search(rb"OpenSSL (3\.\d+\.\d+)[^\n\0]* 20\d\d", open(path, "rb").read())[1].decode()

    def version(stack, path, python):
        if stack == "gnutls": return text(linked(path, "libgnutls"), "gnutls_check_version", None)
        if stack == "nss": return text(path, "NSS_GetVersion")
        if stack == "openssl": return openssl(path)
        if stack == "go": return open(run("go", "env", "GOROOT").strip() + "/VERSION").read().split()[0][2:]
        if stack == "python-ssl": return run(python, "-I", "-c", "import sys; print('%d.%d.%d' % sys.version_info[:3])").strip()
        if stack == "jsse":
            home = os.path.dirname(os.path.dirname(os.path.realpath("/usr/bin/java")))
            return re.search('JAVA_VERSION="(.*)"', open(home + "/release").read())[1]

    answers = []
    for name, bound, python, package, *stacks in json.load(sys.stdin):
        path = file(bound, python) if bound else ""
        versions = {stack: version(stack, path, python) for stack in stacks}
        shown = run("dpkg-query", "-W", "-f", "${Version}", package) if package else ""
        answers.append({"name": name, "stacks": versions, "package": re.sub("^[0-9]*:|-[^-]*$", "", shown)})
    print(json.dumps(answers))
    """#

  /// What the machine says about each, asked once.
  static let answers = Result { () throws -> [String: Asked] in
    let questions = try installed.get().map { adapter -> [String] in
      let name = adapter.description.name
      let manifest = AdapterConfigurationTests.manifests.first { $0.name == name }
      let package = packages[name] ?? manifest?.packages.first
      return [name, bound[name] ?? "", python(manifest), package ?? ""] + adapter.description.stacks.keys.sorted()
    }
    let result = try ChildCommand(
      program: "/usr/bin/python3", arguments: ["-I", "-c", asking], environment: ProcessInfo.processInfo.environment,
      input: .bytes(Array(JSONEncoder().encode(questions))), deadlineMilliseconds: 120_000, keptBytes: 1 << 20
    ).runBlocking()
    try #require(result.ending == .exited(0), "\(String(decoding: result.standardError, as: UTF8.self))")
    let answers = try JSONDecoder().decode([Asked].self, from: Data(result.standardOutput))
    return Dictionary(uniqueKeysWithValues: answers.map { ($0.name, $0) })
  }

  /// The Python of an adapter: its own environment's, as `Adapters/shared/wheel` finds it, or the PATH's.
  private static func python(_ manifest: AdapterManifest?) -> String {
    guard let manifest, manifest.programs != ["/usr/bin/python3", "python3"] else { return "/usr/bin/python3" }
    let package = manifest.versionProbe.arguments.first ?? ""
    let own = "\(NSHomeDirectory())/.cache/rogues/adapters/\(package)/bin/python3"
    return FileManager.default.isExecutableFile(atPath: own) ? own : "python3"
  }

  /// Equal as far as both have numbers: "3.0" and "3.0.19", "17.0.15+6" and "17.0.15".
  static func agree(_ left: String, _ right: String) -> Bool {
    func numbers(_ text: String) -> [Substring] {
      text.prefix { $0.isNumber || $0 == "." }.split(separator: ".")
    }
    let pairs = zip(numbers(left), numbers(right))
    return pairs.contains { _ in true } && pairs.allSatisfy { $0 == $1 }
  }

  @Test(arguments: [
    ("3.0", "3.0.19", true), ("17.0.15+6", "17.0.15", true), ("1.19~1", "1.19.8", true), ("3.7", "3.8.1", false),
    ("3.1", "3.10", false), ("", "3.7", false), ("none", "none", false),
  ])
  func `versions agree as far as both go, and nothing agrees with nothing`(
    _ left: String, _ right: String, _ agrees: Bool
  ) {
    #expect(Self.agree(left, right) == agrees)
  }

  /// A finding about a stack covers its clients by this version: a wrong one excuses a new bug, or blames an old version.
  @Test func `the stack of each installed client is the library that its program loads`() throws {
    let answers = try Self.answers.get()
    var compared = 0
    for description in try Self.installed.get().map(\.description) {
      for (stack, version) in description.stacks.sorted(by: { $0.key < $1.key }) {
        let said = answers[description.name]?.stacks[stack] ?? ""
        #expect(Self.agree(version, said), "\(description.name): \(stack) '\(version)', and the library says '\(said)'")
        compared += 1
      }
    }
    #expect(compared >= 10)
  }

  @Test func `the version of each installed client is that of its package`() throws {
    let answers = try Self.answers.get()
    var compared = 0
    for description in try Self.installed.get().map(\.description) {
      // A wheel's, and what was installed by other means.
      guard let said = answers[description.name]?.package, !said.isEmpty else { continue }
      #expect(
        Self.agree(description.version, said), "\(description.name) '\(description.version)', its package '\(said)'")
      compared += 1
    }
    #expect(compared >= 8)
  }

  /// One that is not installed here is asked on another machine; without a line it would never be.
  @Test func `every client with a library's stack can be asked`() {
    let libraries: Set<String> = ["gnutls", "nss", "openssl"]
    for manifest in AdapterConfigurationTests.manifests where !libraries.isDisjoint(with: manifest.stacks.keys) {
      #expect(Self.bound[manifest.name] != nil, "\(manifest.name): name a file of it that is bound to its library")
    }
    #expect(Set(AdapterConfigurationTests.stacks.map(\.name)) == libraries.union(["go", "jsse", "python-ssl"]))
  }
}
