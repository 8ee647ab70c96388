import RogueOpenSSL
import Testing

@Suite struct CubeRootTests {
  static let roots: [([UInt8], UInt8)] = [([27], 3), ([28], 4), ([64], 4), ([65], 5), ([1], 1), ([0x03, 0xe8], 10)]

  @Test(arguments: roots) func `a ceiling is the smallest number whose cube is enough`(_ number: [UInt8], _ root: UInt8)
    throws
  {
    #expect(try CubeRoot.ceiling(of: number) == [root])
  }

  @Test(arguments: [1, 7, 36, 85]) func `a cube ends as it should`(_ length: Int) throws {
    for last: UInt8 in [1, 3, 0x7f, 0xff] {
      let suffix = (1..<length).map { UInt8(truncatingIfNeeded: $0 * 37) } + [last]
      let root = try #require(try CubeRoot.ending(in: suffix))
      #expect(root.count == length)
      #expect(try CubeRoot.cube([1] + root).suffix(length).elementsEqual(suffix))
    }
    #expect(try CubeRoot.ending(in: [1, 2]) == nil)
  }

  @Test func `a remainder is as long as the divisor`() {
    #expect(Residue.of([1, 0], modulo: [0, 7]) == [0, 4])
    #expect(Residue.of([3], modulo: [0]) == [])
    #expect(Residue.magnitude([0xff]) == [1])
    #expect(Residue.magnitude([0xff, 0x00]) == [1, 0])
    #expect(Residue.magnitude([0x7f]) == [0x7f])
  }
}
