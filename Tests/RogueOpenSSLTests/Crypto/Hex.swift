/// The bytes of hex digits; anything else is left out.
func bytes(hex: String) -> [UInt8] {
  let digits = hex.compactMap(\.hexDigitValue)
  return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}
