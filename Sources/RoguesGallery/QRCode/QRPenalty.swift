/// How hard a code is to read (ISO/IEC 18004, section 7.8.3).
enum QRPenalty {
  static func of(_ rows: [[Bool]]) -> Int {
    let size = rows.count
    let columns = (0..<size).map { x in rows.map { $0[x] } }
    var penalty = 0
    for line in rows + columns { penalty += runs(line) + finderLike(line) }
    for y in 0..<size - 1 {
      for x in 0..<size - 1 where rows[y][x] == rows[y][x + 1] && rows[y][x...x + 1] == rows[y + 1][x...x + 1] {
        penalty += 3
      }
    }
    let dark = rows.reduce(0) { $0 + $1.count { $0 } }
    return penalty + abs(dark * 20 - size * size * 10) / (size * size) * 10
  }

  private static func runs(_ line: [Bool]) -> Int {
    var (penalty, length) = (0, 0)
    for index in line.indices {
      length = index > 0 && line[index] == line[index - 1] ? length + 1 : 1
      if length == 5 { penalty += 3 } else if length > 5 { penalty += 1 }
    }
    return penalty
  }

  /// The centre of a finder pattern, with four light modules before or after it.
  private static func finderLike(_ line: [Bool]) -> Int {
    let pattern = [true, false, true, true, true, false, true]
    let light = [false, false, false, false]
    let (before, after) = (light + pattern, pattern + light)
    return (0...line.count - before.count).reduce(0) { sum, start in
      let part = line[start..<start + before.count]
      return sum + (part.elementsEqual(before) ? 40 : 0) + (part.elementsEqual(after) ? 40 : 0)
    }
  }
}
