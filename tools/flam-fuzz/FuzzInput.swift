// SPDX-License-Identifier: GPL-3.0-or-later

/// The input of a parser.
struct FuzzInput {
  let bytes: [UInt8]
  /// The parsed object is also used: it is played, heard by, or repaired. That takes ten times as
  /// long as reading it.
  let isUsed: Bool

  /// An input; `bytes` themselves decide whether it is the one of so many that is used, so that it
  /// is again at each try.
  init(_ bytes: [UInt8], usedOneIn count: UInt64 = 1) {
    self.bytes = bytes
    // FNV-1a: G. Fowler, L. C. Noll, K.-P. Vo, 1991.
    let hash = bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    isUsed = (hash >> 32) % count == 0
  }

  /// The files in it, separated by zeros: no text holds any.
  var parts: [[UInt8]] {
    bytes.split(separator: 0, maxSplits: 15, omittingEmptySubsequences: false).map { Array($0) }
  }
}
