// SPDX-License-Identifier: GPL-3.0-or-later

/// The highest of the last 176 numbers, those of 22 frames of eight. It is found in steps, each of
/// which adds what the step before found earlier.
struct PeakHold: BitwiseCopyable {
  /// The frames of eight for which a number counts.
  static var frames: Int { @_noLocks get { 22 } }
  /// The number of steps. They add what was found 1, 2, 4 … 64 and finally 48 numbers ago.
  private static var stepCount: Int { @_noLocks get { 8 } }
  private static var mostLag: Int { @_noLocks get { 64 } }

  private let numbers: UnsafeMutablePointer<Float>
  private let stride: Int

  /// A hold of zeros, for at most `pieceFrames` at a time.
  init(pieceFrames: Int) {
    stride = Self.mostLag + 8 * pieceFrames
    numbers = .allocate(capacity: (Self.stepCount + 1) * stride)
    numbers.initialize(repeating: 0, count: (Self.stepCount + 1) * stride)
  }

  /// Frees its memory.
  func free() { numbers.deallocate() }

  /// The place for the numbers of a piece.
  var piece: UnsafeMutablePointer<Float> { @_noLocks get { numbers + Self.mostLag } }

  /// For each number of a piece, the highest of it and those before it, after they have been put
  /// into ``piece``.
  @_noLocks func held(frameCount: Int) -> UnsafeMutablePointer<Float> {
    let count = 8 &* frameCount
    var found = piece
    for step in 0..<Self.stepCount {
      let wider = found + stride
      let lag = step &+ 1 < Self.stepCount ? 1 &<< step : 48
      for index in 0..<count {
        let new = found[index]
        let old = found[index &- lag]
        wider[index] = new > old ? new : old
      }
      // The end of this piece comes before the next one.
      for index in -lag..<0 { found[index] = found[index &+ count] }
      found = wider
    }
    return found
  }
}
