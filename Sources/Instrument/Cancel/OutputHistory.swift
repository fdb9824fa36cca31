// SPDX-License-Identifier: GPL-3.0-or-later

/// The last frames that were played, so that they are known when they return.
struct OutputHistory: ~Copyable {
  private static let capacity = 32_768

  /// Frames played so far.
  private(set) var frameCount = 0
  private let frames: UnsafeMutablePointer<SIMD2<Float>>

  /// Nothing was played yet.
  init() {
    frames = .allocate(capacity: Self.capacity)
    frames.initialize(repeating: .zero, count: Self.capacity)
  }

  deinit { frames.deallocate() }

  /// Keeps the next block of interleaved stereo.
  @_noLocks mutating func append(_ output: borrowing MutableSpan<Float>) {
    for left in stride(from: 0, to: output.count, by: 2) {
      frames[frameCount & (Self.capacity - 1)] = SIMD2(output[left], output[left + 1])
      frameCount &+= 1
    }
  }

  /// The frame at a position between frames, by a cubic through its neighbours (Lagrange): exact at
  /// whole ones. Silence if nothing was played yet, or too long ago.
  @_noLocks func frame(at position: Double) -> SIMD2<Float> {
    let towardsZero = Int(position)
    let index = Double(towardsZero) > position ? towardsZero - 1 : towardsZero
    let t = Float(position - Double(index))
    if t == 0 { return self[index] }
    let (before, here) = (self[index - 1], self[index])
    let (next, after) = (self[index + 1], self[index + 2])
    let curve = (3 * (here - next) + after - before) * (1 / 6 as Float)
    let bend = 0.5 * (next + before) - here
    let slope = next - here - bend - curve
    return here + t * (slope + t * (bend + t * curve))
  }

  @_noLocks private subscript(index: Int) -> SIMD2<Float> {
    guard index >= 0 && index < frameCount && index >= frameCount - Self.capacity else {
      return .zero
    }
    return frames[index & (Self.capacity - 1)]
  }
}
