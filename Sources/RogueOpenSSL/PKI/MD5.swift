/// The digest that nobody may sign with any more: two certificates with one MD5 were made in 2008.
///
/// No `Digest`, so that nothing healthy can be made with it.
public enum MD5 {
  /// In bytes.
  static let length = 16

  public static func hash(_ bytes: [UInt8]) -> [UInt8] {
    var state = HashState.md5
    state.add(bytes)
    return state.end()
  }
}
