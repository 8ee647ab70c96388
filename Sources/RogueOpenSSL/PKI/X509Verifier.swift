internal import COpenSSL

/// Path validation by OpenSSL (RFC 5280, section 6): a second opinion for tests, and the judge of client certificates.
public enum X509Verifier {
  /// The required purpose of the leaf.
  public enum Purpose: Sendable, Hashable { case server, client, any }

  public enum Revocation: Sendable, Hashable {
    case off
    /// The leaf's issuer must be covered by one of these DER CRLs.
    case leaf([[UInt8]])
    /// Every issuer in the path must be covered by one of these DER CRLs.
    case path([[UInt8]])
  }

  public enum Verification: Sendable, Hashable {
    /// The validated path as DER, leaf first, anchor last.
    case accepted(path: [[UInt8]])
    /// Never empty; the first problem is the one that OpenSSL stopped at.
    case rejected([Problem])

    public var isAccepted: Bool {
      if case .accepted = self { true } else { false }
    }

    public var problems: [Problem] {
      if case .rejected(let problems) = self { problems } else { [] }
    }
  }

  public struct Problem: Sendable, Hashable, CustomStringConvertible {
    /// OpenSSL's `X509_V_ERR_…`; nil when an input could not be read or OpenSSL itself failed.
    public var code: Int?
    public var text: String
    /// 0 is the leaf.
    public var depth: Int?

    public var description: String {
      text + (code.map { " (\($0))" } ?? "") + (depth.map { " at depth \($0)" } ?? "")
    }
  }

  /// Everything that is to be checked.
  public struct Request: Sendable, Hashable {
    /// DER, leaf first; the rest may have any order and may hold more than the path.
    public var chain: [[UInt8]]
    /// DER.
    public var anchors: [[UInt8]]
    public var purpose = Purpose.any
    /// A DNS name or an IP address in text form; nil checks no name. The subject's common name never counts.
    public var hostname: String?
    /// Seconds since 1970; nil for now.
    public var at: Int64?
    public var revocation = Revocation.off
    /// Anchors need not be self-signed.
    public var allowsPartialChain = false
    /// OpenSSL's extra conformance checks.
    public var isStrict = false
    /// Processes certificate policies if a CA requires one (RFC 5280, section 6.1.5 (g)), and refuses those that it
    /// cannot parse.
    public var checksPolicies = false
    /// OpenSSL's security level; 1 refuses SHA-1 signatures and short keys.
    public var securityLevel = 1

    public init(chain: [[UInt8]], anchors: [[UInt8]]) {
      self.chain = chain
      self.anchors = anchors
    }
  }

  public static func verify(
    chain: [[UInt8]], anchors: [[UInt8]], purpose: Purpose, hostname: String? = nil, at: Int64? = nil,
    revocation: Revocation = .off, partialChain: Bool = false
  ) -> Verification {
    var request = Request(chain: chain, anchors: anchors)
    request.purpose = purpose
    request.hostname = hostname
    request.at = at
    request.revocation = revocation
    request.allowsPartialChain = partialChain
    return verify(request)
  }

  public static func verify(_ request: Request) -> Verification {
    do {
      let check = try PathCheck(request)
      // The verdict is of a run that stops at the first error. A callback that lets OpenSSL continue makes it answer
      // "trusted" in the end, so what the second run says is never more than a list of further problems.
      let verdict = try check.run(collecting: false)
      guard case .rejected(let first) = verdict else { return verdict }
      let further = (try? check.run(collecting: true))?.problems ?? []
      return .rejected(first + further.filter { !first.contains($0) })
    } catch {
      return .rejected([Problem(code: nil, text: error.description, depth: nil)])
    }
  }
  /// A path and all of its faults.
  public struct Examination: Sendable, Hashable {
    /// DER, leaf first, as far as it could be built; ends with an anchor when no problem says otherwise.
    public var path: [[UInt8]]
    /// Empty for a path that is good; the first problem is the one that OpenSSL stopped at.
    public var problems: [Problem]
  }

  /// As `verify`, for callers that want the path of a refused chain too.
  public static func examine(_ request: Request) -> Examination {
    do {
      let check = try PathCheck(request)
      switch try check.run(collecting: false) {
      case .accepted(let path): return Examination(path: path, problems: [])
      case .rejected(let first):
        let further = (try? check.run(collecting: true))?.problems ?? []
        return Examination(path: check.lastPath, problems: first + further.filter { !first.contains($0) })
      }
    } catch {
      return Examination(
        path: [], problems: [Problem(code: nil, text: error.description, depth: nil)])
    }
  }
}
