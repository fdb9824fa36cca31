// SPDX-License-Identifier: GPL-3.0-or-later

/// Blocks of sample memory that a kit is about to take, from when it asks for them until it has them.
struct BlockReservation {
  /// That it has not taken yet.
  private(set) var blocks: Int
  private var isGranted = false

  /// Asks for blocks; by default for none.
  init(blocks: Int = 0) { self.blocks = blocks }

  /// Blocks that nothing else may take; what is played goes before what is only asked for.
  var heldBlocks: Int { isGranted ? blocks : 0 }

  /// Keeps the blocks where so many are free; returns whether it does.
  mutating func grant(freeBlocks: Int) -> Bool {
    isGranted = isGranted || freeBlocks >= blocks
    return isGranted
  }

  /// The kit has taken some of them.
  mutating func take(_ count: Int) { blocks = max(0, blocks - count) }
}
