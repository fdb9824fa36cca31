// SPDX-License-Identifier: GPL-3.0-or-later

/// The secret that a page on the network must have: 128 random bits, new with each start.
public struct PageToken: Sendable {
  /// 32 hexadecimal digits.
  let text: String

  /// A token that nobody knows.
  public init() {
    var generator = SystemRandomNumberGenerator()
    text = (0..<2).map { _ in
      let digits = String(generator.next() as UInt64, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  /// Compares in constant time, wherever a wrong token differs.
  func matches(_ given: some StringProtocol) -> Bool {
    let (own, given) = (Array(text.utf8), Array(given.utf8))
    guard own.count == given.count else { return false }
    return zip(own, given).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
