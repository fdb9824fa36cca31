// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// Where voices that are more than copies put what they compute; one for all of a bank.
struct VoiceWorkspace: ~Copyable {
  /// Frames that are computed at a time.
  static var frameCount: Int { @_noLocks get { 64 } }

  /// What is read of a sound: the window, and what comes at twice its speed.
  let source: UnsafeMutablePointer<SIMD2<Float>>
  /// What becomes of it.
  let frames: UnsafeMutablePointer<SIMD2<Float>>
  /// A voice alone, where it goes to two places.
  let alone: UnsafeMutablePointer<SIMD2<Float>>
  /// What is thinned out where it does not lie side by side.
  let thinned: UnsafeMutablePointer<SIMD2<Float>>
  let weights = FractionalWeights()
  let decimation = DecimationWeights()

  /// Silence.
  init() {
    let sourceCount = FractionalWeights.reachFrames + 2 * Self.frameCount + 1
    source = .allocate(capacity: sourceCount)
    source.initialize(repeating: .zero, count: sourceCount)
    frames = .allocate(capacity: Self.frameCount)
    frames.initialize(repeating: .zero, count: Self.frameCount)
    alone = .allocate(capacity: Self.frameCount)
    alone.initialize(repeating: .zero, count: Self.frameCount)
    let reach = DecimationWeights.reachFrames(octaves: DecimationWeights.mostOctaves)
    thinned = .allocate(capacity: reach)
    thinned.initialize(repeating: .zero, count: reach)
  }

  deinit {
    source.deallocate()
    frames.deallocate()
    alone.deallocate()
    thinned.deallocate()
  }
}
