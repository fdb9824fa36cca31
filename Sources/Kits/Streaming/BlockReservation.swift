// SPDX-License-Identifier: GPL-3.0-or-later

/// Blocks of sample memory that a kit is about to take, from its request until it has them.
struct BlockReservation {
  /// The blocks that it has not taken yet.
  private(set) var blocks: Int
  private var isGranted = false

  /// Requests blocks; none by default.
  init(blocks: Int = 0) { self.blocks = blocks }

  /// Blocks that nothing else may take. What is played comes before what is only requested.
  var heldBlocks: Int { isGranted ? blocks : 0 }

  /// Reserves the blocks if so many are free; returns whether it does.
  mutating func grant(freeBlocks: Int) -> Bool {
    isGranted = isGranted || freeBlocks >= blocks
    return isGranted
  }

  /// The kit has taken some of them.
  mutating func take(_ count: Int) { blocks = max(0, blocks - count) }
}
