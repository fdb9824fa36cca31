// SPDX-License-Identifier: GPL-3.0-or-later

/// Random numbers that a seed determines, fit for the audio thread. It has no `reset()`: the same seed begins again.
///
/// SplitMix64. Source: G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
public struct SeededGenerator: BitwiseCopyable, Sendable {
  private var state: UInt64

  /// The same seed gives the same sequence.
  @_noLocks public init(seed: UInt64) { state = seed }

  /// The next 64 random bits.
  @_noLocks public mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
    bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
    return bits ^ (bits >> 31)
  }

  /// A number drawn evenly from 0 ..< 1.
  @_noLocks public mutating func uniform() -> Float {
    Float(next() >> 40) * (1 / 16_777_216)
  }
}
