import RogueOpenSSL
import Testing

@Suite struct ECDSAKeyTests {
  struct Vector: Sendable, CustomTestStringConvertible {
    var curve: EllipticCurve
    var digest: Digest
    var message: String
    var r: String
    var s: String
    var testDescription: String { "\(curve) \(digest) \(message)" }
  }

  static let scalars: [EllipticCurve: String] = [
    .p192: "6FAB034934E4C0FC9AE67F5B5659A9D7D1FEFD187EE09FD4",
    .p224: "F220266E1105BFE3083E03EC7A3A654651F45E37167E88600BF257C1",
    .p521: "00FAD06DAA62BA3B25D2FB40133DA757205DE67F5BB0018FEE8C86E1B68C7E75CAA896EB32F1F47C70855836A6D16FCC1466"
      + "F6D8FBEC67DB89EC0C08B0E996B83538",
    .p256: "C9AFA9D845BA75166B5C215767B1D6934E50C3DB36E89B127B8A622B120F6721",
    .p384: "6B9D3DAD2E1B8C1C05B19875B6659F4DE23C3B667BF297BA9AA47740787137D8"
      + "96D5724E4C70A825F872C9EA60D2EDF5",
  ]

  /// RFC 6979, appendices A.2.5 and A.2.6.
  static let vectors = [
    Vector(
      curve: .p256, digest: .sha1, message: "sample",
      r: "61340C88C3AAEBEB4F6D667F672CA9759A6CCAA9FA8811313039EE4A35471D32",
      s: "6D7F147DAC089441BB2E2FE8F7A3FA264B9C475098FDCF6E00D7C996E1B8B7EB"),
    Vector(
      curve: .p256, digest: .sha256, message: "sample",
      r: "EFD48B2AACB6A8FD1140DD9CD45E81D69D2C877B56AAF991C34D0EA84EAF3716",
      s: "F7CB1C942D657C41D436C7A1B6E29F65F3E900DBB9AFF4064DC4AB2F843ACDA8"),
    Vector(
      curve: .p256, digest: .sha384, message: "sample",
      r: "0EAFEA039B20E9B42309FB1D89E213057CBF973DC0CFC8F129EDDDC800EF7719",
      s: "4861F0491E6998B9455193E34E7B0D284DDD7149A74B95B9261F13ABDE940954"),
    Vector(
      curve: .p256, digest: .sha512, message: "sample",
      r: "8496A60B5E9B47C825488827E0495B0E3FA109EC4568FD3F8D1097678EB97F00",
      s: "2362AB1ADBE2B8ADF9CB9EDAB740EA6049C028114F2460F96554F61FAE3302FE"),
    Vector(
      curve: .p256, digest: .sha256, message: "test",
      r: "F1ABB023518351CD71D881567B1EA663ED3EFCF6C5132B354F28D3B0B7D38367",
      s: "019F4113742A2B14BD25926B49C649155F267E60D3814B4C0CC84250E46F0083"),
    Vector(
      curve: .p384, digest: .sha256, message: "sample",
      r: "21B13D1E013C7FA1392D03C5F99AF8B30C570C6F98D4EA8E354B63A21D3DAA33"
        + "BDE1E888E63355D92FA2B3C36D8FB2CD",
      s: "F3AA443FB107745BF4BD77CB3891674632068A10CA67E3D45DB2266FA7D1FEEB"
        + "EFDC63ECCD1AC42EC0CB8668A4FA0AB0"),
    Vector(
      curve: .p384, digest: .sha384, message: "sample",
      r: "94EDBB92A5ECB8AAD4736E56C691916B3F88140666CE9FA73D64C4EA95AD133C"
        + "81A648152E44ACF96E36DD1E80FABE46",
      s: "99EF4AEB15F178CEA1FE40DB2603138F130E740A19624526203B6351D0A3A94F"
        + "A329C145786E679E7B82C71A38628AC8"),
    Vector(
      curve: .p384, digest: .sha384, message: "test",
      r: "8203B63D3C853E8D77227FB377BCF7B7B772E97892A80F36AB775D509D7A5FEB"
        + "0542A7F0812998DA8F1DD3CA3CF023DB",
      s: "DDD0760448D42D8A43AF45AF836FCE4DE8BE06B485E9B61B827C2F13173923E0"
        + "6A739F040649A667BF3B828246BAA5A5"),
    Vector(
      curve: .p192, digest: .sha256, message: "sample",
      r: "4B0B8CE98A92866A2820E20AA6B75B56382E0F9BFD5ECB55",
      s: "CCDB006926EA9565CBADC840829D8C384E06DE1F1E381B85"),
    Vector(
      curve: .p224, digest: .sha256, message: "sample",
      r: "61AA3DA010E8E8406C656BC477A7A7189895E7E840CDFE8FF42307BA",
      s: "BC814050DAB5D23770879494F9E0A680DC1AF7161991BDE692B10101"),
    Vector(
      curve: .p521, digest: .sha512, message: "sample",
      r: "00C328FAFCBD79DD77850370C46325D987CB525569FB63C5D3BC53950E6D4C5F174E25A1EE9017B5D450606ADD152B53"
        + "4931D7D4E8455CC91F9B15BF05EC36E377FA",
      s: "00617CCE7CF5064806C467F678D3B4080D6F1CC50AF26CA209417308281B68AF282623EAA63E5B5C0723D8B8C37FF077"
        + "7B1A20F8CCB1DCCC43997F1EE0E44DA4A67A"),
  ]

  @Test(arguments: vectors)
  func `signatures are those of RFC 6979`(_ vector: Vector) throws {
    let key = try ECDSAKey(vector.curve, scalar: bytes(hex: #require(Self.scalars[vector.curve])))
    let (r, s) = try key.signature(hash: vector.digest.hash(Array(vector.message.utf8)), vector.digest)
    #expect(r == bytes(hex: vector.r))
    #expect(s == bytes(hex: vector.s))
  }

  @Test func `the public point is that of RFC 6979`() throws {
    let key = try ECDSAKey(.p256, scalar: bytes(hex: #require(Self.scalars[.p256])))
    #expect(
      key.publicPoint
        == bytes(
          hex: "0460FED4BA255A9D31C961EB74C6356D68C049B8923B61FA6CE669622E60F29FB6"
            + "7903FE1008B8BC99A41AE9E95628BC64F2F1B20C2D7E9F5177A3C294D4462299"))
  }

  @Test(arguments: EllipticCurve.allCases)
  func `a scalar of zero, of the group order or of another length is refused as a key`(_ curve: EllipticCurve) throws {
    let known: [EllipticCurve: String] = [
      .p256: "FFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551",
      .p384: "FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFC7634D81F4372DDF581A0DB248B0A77AECEC196ACCC52973",
    ]
    let order = try curve.parameters().order
    if let hex = known[curve] { #expect(order == bytes(hex: hex)) }
    #expect(throws: OpenSSLFailure.self) { try ECDSAKey(curve, scalar: order) }
    #expect(throws: OpenSSLFailure.self) {
      try ECDSAKey(curve, scalar: [UInt8](repeating: 0, count: curve.length))
    }
    #expect(throws: OpenSSLFailure.self) { try ECDSAKey(curve, scalar: [1]) }
  }

  @Test(arguments: EllipticCurve.allCases)
  func `a seed always gives the same key and another seed another`(_ curve: EllipticCurve) throws {
    let key = try ECDSAKey(curve, derivedFrom: [1, 2, 3])
    #expect(try ECDSAKey(curve, derivedFrom: [1, 2, 3]).publicPoint == key.publicPoint)
    #expect(try ECDSAKey(curve, derivedFrom: [1, 2, 4]).publicPoint != key.publicPoint)
  }
}
