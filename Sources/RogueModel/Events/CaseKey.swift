/// A case of an adapter in sixteen bytes, for folds that remember which cases they have seen: the names of the cells of a
/// table are hundreds of bytes long.
///
/// Two digests with a key that is new in every process, so that no two names of a run share both.
public struct CaseKey: Hashable, Sendable {
  private let digests: (UInt64, UInt64)

  public init(_ adapter: String, _ caseID: String) {
    func digest(_ salt: UInt8) -> UInt64 {
      var hasher = Hasher()
      hasher.combine(salt)
      hasher.combine(adapter)
      hasher.combine(caseID)
      return UInt64(bitPattern: Int64(hasher.finalize()))
    }
    digests = (digest(0), digest(1))
  }

  public init(_ result: CaseResult) { self.init(result.adapter, result.caseID) }

  public static func == (left: CaseKey, right: CaseKey) -> Bool { left.digests == right.digests }

  public func hash(into hasher: inout Hasher) { hasher.combine(digests.0) }
}
