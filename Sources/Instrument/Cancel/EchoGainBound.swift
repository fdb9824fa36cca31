// SPDX-License-Identifier: GPL-3.0-or-later

/// The highest possible return of the output: no more than the input.
struct EchoGainBound: BitwiseCopyable {
  /// Blocks from one result to the next.
  private static let strideBlocks = 40
  /// Blocks over which is averaged.
  private static let memoryBlocks: Float = 400
  /// The bounds in any case, as a ratio of powers: -60...30 dB.
  private static let powers: ClosedRange<Float> = 1e-6...1e3

  private var heard: Float = 0
  private var played: Float = 0
  private var count = 0

  /// A survey that begins.
  @_noLocks init() {}

  /// Takes in the energies of a block; now and then returns the largest power that the output
  /// returns with.
  @_noLocks mutating func process(heard: Float, played: Float) -> Float? {
    let kept = 1 - 1 / Self.memoryBlocks
    self.heard = kept * self.heard + heard
    self.played = kept * self.played + played
    count += 1
    guard count % Self.strideBlocks == 0, self.played > 0 else { return nil }
    return max(Self.powers.lowerBound, min(Self.powers.upperBound, self.heard / self.played))
  }
}
