// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

extension [UInt8] {
  /// The bytes with up to four of any value, and cut off anywhere in half of all cases.
  func damaged(by generator: inout SeededGenerator) -> [UInt8] {
    func number(below bound: Int) -> Int { Int(generator.next() % UInt64(bound)) }
    var bytes = self
    for _ in 0...number(below: 4) { bytes[number(below: count)] = UInt8(number(below: 256)) }
    return number(below: 2) == 0 ? bytes : Array(bytes.prefix(number(below: count)))
  }
}
