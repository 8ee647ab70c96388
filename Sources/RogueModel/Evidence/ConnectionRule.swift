/// Whose connections count as evidence for an adapter: a word, and what it is about, such as `pid-file /run/app.pid`.
public struct ConnectionRule: Sendable, Hashable, LosslessStringConvertible {
  /// From strict to loose.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Of the processes that the adapter starts, on the kernel's word. Without that word, a case proves nothing.
    case started
    /// The same where the kernel reports owners; otherwise all.
    case startedIfKnown = "started-if-known"
    /// Of the process that started this command, and its descendants: a test runner that is itself the client.
    case parent
    /// Of a process that was there before, and its descendants.
    case process = "pid-file"
    /// Of the processes of a control group: a service, or a container.
    case cgroup
    /// From a network namespace.
    case network
    /// Of the processes of a user.
    case user
    /// From an IPv4 address, whoever has it.
    case address
    case anybody
  }

  public var kind: Kind
  /// A path, a user, or an address; empty for the kinds that need none.
  public var value: String

  public static let started = ConnectionRule(.started)

  public init(_ kind: Kind, _ value: String = "") {
    self.kind = kind
    self.value = value
  }

  /// Nil: the text is none; `grammar` says what would be.
  public init?(_ text: String) {
    let words = text.split(separator: " ", maxSplits: 1)
    guard let kind = words.first.flatMap({ Kind(rawValue: String($0)) }) else { return nil }
    let value = words.count > 1 ? words[1].trimmed : ""
    switch kind {
    case .started, .startedIfKnown, .parent, .anybody: guard value.isEmpty else { return nil }
    case .process, .cgroup, .network: guard value.hasPrefix("/"), value.count > 1 else { return nil }
    case .user: guard !value.isEmpty, !value.contains(where: \.isWhitespace) else { return nil }
    case .address: guard Self.isAddress(value) else { return nil }
    }
    self.init(kind, value)
  }

  public static let grammar =
    "started, started-if-known, parent, pid-file /FILE, cgroup /PATH, network /FILE, user NAME, address A.B.C.D or anybody"

  public var description: String { value.isEmpty ? kind.rawValue : "\(kind.rawValue) \(value)" }

  /// Whether the adapter's own processes connect, and nothing else.
  public var isAboutStarted: Bool { kind == .started || kind == .startedIfKnown }

  /// Whether a connection counts although the kernel does not say whose it is.
  public var toleratesUnknown: Bool {
    switch kind {
    case .started, .parent, .process, .cgroup, .network, .user: false
    case .startedIfKnown, .address, .anybody: true
    }
  }

  /// Whether the kernel is not even asked: what people read beside each verdict.
  public var isUnverified: Bool { kind == .address || kind == .anybody }

  private static func isAddress(_ text: String) -> Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts.allSatisfy { part in UInt8(part).map { String($0) == part } ?? false }
  }
}

extension Substring {
  fileprivate var trimmed: String {
    var text = self
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}

extension AdapterDescription {
  /// For reports; nil: the kernel says whose each connection is.
  public var unverifiedOwner: String? {
    connections.isUnverified ? "\(ConnectionOwner.unverifiedMark) (\(connections))" : nil
  }
}
