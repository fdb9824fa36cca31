// SPDX-License-Identifier: GPL-3.0-or-later

/// What a page on the network must know: 128 random bits, new with each start.
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

  /// It is the same; a wrong one takes as long to compare wherever it differs.
  func matches(_ given: some StringProtocol) -> Bool {
    let (own, given) = (Array(text.utf8), Array(given.utf8))
    guard own.count == given.count else { return false }
    return zip(own, given).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
