/// The group of a DHE key exchange: a modulus and a generator (RFC 5246, section 7.4.3).
struct DHEGroup: Hashable, Sendable {
  /// Big-endian, without zeros in front.
  var modulus: [UInt8]
  var generator: [UInt8] = [2]

  private init(_ hexadecimal: String) { modulus = [UInt8](hexadecimal: hexadecimal) }

  /// ffdhe2048 (RFC 7919, appendix A.1).
  static let usual = DHEGroup(
    "ffffffffffffffffadf85458a2bb4a9aafdc5620273d3cf1d8b9c583ce2d3695a9e13641146433fbcc939dce249b3ef9"
      + "7d2fe363630c75d8f681b202aec4617ad3df1ed5d5fd65612433f51f5f066ed0856365553ded1af3b557135e7f57c935"
      + "984f0c70e0e68b77e2a689daf3efe8721df158a136ade73530acca4f483a797abc0ab182b324fb61d108a94bb2c8e3fb"
      + "b96adab760d7f4681d4f42a3de394df4ae56ede76372bb190b07a7c8ee0a6d709e02fce1cdf7e2ecc03404cd28342f61"
      + "9172fe9ce98583ff8e4f1232eef28183c3fe3b1b4c6fad733bb5fcbc2ec22005c58ef1837d1683b2c6f34a26c1b2effa"
      + "886b423861285c97ffffffffffffffff")

  /// The second Oakley group (RFC 2409, section 6.2), which servers had for twenty years.
  static let of1024Bits = DHEGroup(
    "ffffffffffffffffc90fdaa22168c234c4c6628b80dc1cd129024e088a67cc74020bbea63b139b22514a08798e3404dd"
      + "ef9519b3cd3a431b302b0a6df25f14374fe1356d6d51c245e485b576625e7ec6f44c42e9a637ed6b0bff5cb6f406b7ed"
      + "ee386bfb5a899fa5ae9f24117c4b1fe649286651ece65381ffffffffffffffff")

  /// The first Oakley group (RFC 2409, section 6.1).
  static let of768Bits = DHEGroup(
    "ffffffffffffffffc90fdaa22168c234c4c6628b80dc1cd129024e088a67cc74020bbea63b139b22514a08798e3404dd"
      + "ef9519b3cd3a431b302b0a6df25f14374fe1356d6d51c245e485b576625e7ec6f44c42e9a63a3620ffffffffffffffff")

  /// A safe prime, as long as those of export suites.
  static let of512Bits = DHEGroup(
    "cc7277396a17896f7642bc250a0ff8b812d38b349d926a1a51fe571bcdbc2e028bd126f40ed991b2ce1a0cbcd74cdaee"
      + "b5fbcdc58897e3fbb4c177b9253d8307")

  /// The product of the modulus of `of1024Bits` and another prime: an attacker who knows both factors finds logarithms
  /// as easily as in a group of their length.
  static let composite = DHEGroup(
    "e170b33839263059c22acfff4b10b324b075069afa9cff37820a8552aa5f98500a0486a9e90ad8765b398fd0e9e37354"
      + "4d35793ee27ca4d123a1516c1dd2a0e9d64ef689c80c6f8ba3426d8acdd2e88b6f734e7c94dfbf859542d712a1fee1c7"
      + "1c0449c795cfa21b94844af8f4175198027a95fd3595c3a920282619b1d437657b4afbff5831c476f8c2e03ba7757386"
      + "f35e34adc01e4c45d8cac0543a75b4ae5d701b4b7512b88ef96aef89626c1c683cd41ffaa79797ce8cf15f6bb6493376"
      + "1b47a3c2aec0db53dacce6790f87c45c50d71582f5ed2d2e7dda9b620dcf7bf1f804b146d424f935b4773c9e5bf8dbfc"
      + "ad8f81c7e25cde2e0d58b21bad194b8d")
}

/// A server's parameters of a key exchange in a finite field, which may be wrong.
struct DHEShare: Hashable, Sendable {
  var modulus: [UInt8]
  var generator: [UInt8]
  var value: [UInt8]
  /// The shared secret of a client that uses a wrong value unchecked; nil: the result of honest arithmetic.
  var secret: [UInt8]?
}

extension [UInt8] {
  /// The bytes of a constant: two digits each; other characters are skipped.
  init(hexadecimal: String) {
    let digits = hexadecimal.compactMap(\.hexDigitValue)
    self = stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }
}
