// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// Reads a sound a little faster or slower than it was recorded. The result does not depend on the
/// block size: its place is counted in parts of a frame, and every frame follows from the place
/// alone.
///
/// It advances by whole ``FractionalWeights`` places, so that nothing is approximated between two
/// of them: it is detuned by at most the wanted amount, and by less than one 4096th less.
struct DetunedReader: BitwiseCopyable {
  /// A place is counted in parts of a frame, 2 to this power.
  private static var partBits: Int { @_noLocks get { FractionalWeights.placeBits } }
  private static var partsPerFrame: Int { @_noLocks get { 1 << partBits } }

  /// Parts that a frame moves on by.
  private let step: Int
  /// After the first frame of the sound.
  private var place: Int
  /// Frames around the place, the first one ``FractionalWeights/leadFrames`` before it; silence
  /// before the sound.
  private var window = InlineArray<20, SIMD2<Float>>(repeating: .zero)
  private var isFilled = false

  /// At a frame of a sound, of which it takes `ratio` frames a frame: 0.5...2.
  @_noLocks init(ratio: Float, atFrame frame: Int = 0) {
    let more = Int((max(0.5, min(2, ratio)) - 1) * Float(Self.partsPerFrame))
    step = Self.partsPerFrame + more
    place = frame * Self.partsPerFrame
  }

  /// Reads as recorded: there is nothing to compute.
  var isPlain: Bool { @_noLocks get { step == Self.partsPerFrame } }

  /// The frame of the sound that it has come to.
  var frame: Int { @_noLocks get { place / Self.partsPerFrame } }

  /// How many frames can be read before a sound of `frameCount` frames ends.
  @_noLocks func remainingFrames(of frameCount: Int) -> Int {
    max(0, (frameCount * Self.partsPerFrame - place + step - 1) / step)
  }

  /// How many frames of a sound it may need for `count` frames.
  @_noLocks func sourceFrames(of count: Int) -> Int {
    isPlain ? count : step * count / Self.partsPerFrame + 1 + FractionalWeights.reachFrames
  }

  /// How many frames can be read at least of this many frames of a sound.
  @_noLocks func frames(ofSourceFrames count: Int) -> Int {
    isPlain
      ? count : max(0, count - 1 - FractionalWeights.reachFrames) * Self.partsPerFrame / step
  }

  /// Reads `count` frames, at most as many as `workspace` is for, into it.
  @_noLocks mutating func read(
    count: Int, from cursor: inout SampleCursor, in memory: SampleMemory.View,
    workspace: borrowing VoiceWorkspace
  ) {
    if !isFilled { fill(from: &cursor, in: memory, workspace: workspace) }
    let source = workspace.source
    for frame in 0..<window.count { source[frame] = window[frame] }
    let parts = place & (Self.partsPerFrame - 1)
    let passed = (parts + step * count) >> Self.partBits
    cursor.read(count: passed, in: memory, into: source + window.count)
    for frame in 0..<count {
      let ahead = parts &+ step &* frame
      workspace.frames[frame] = workspace.weights.value(
        source + (ahead >> Self.partBits), place: ahead & (Self.partsPerFrame &- 1))
    }
    place += step * count
    for frame in 0..<window.count { window[frame] = source[passed + frame] }
  }

  /// The window at the beginning: silence, then the first frames.
  @_noLocks private mutating func fill(
    from cursor: inout SampleCursor, in memory: SampleMemory.View,
    workspace: borrowing VoiceWorkspace
  ) {
    let ahead = window.count - FractionalWeights.leadFrames
    cursor.read(count: ahead, in: memory, into: workspace.source)
    for frame in 0..<ahead {
      window[FractionalWeights.leadFrames + frame] = workspace.source[frame]
    }
    isFilled = true
  }
}

/// Working memory of voices that do more than copy; one for all of a bank.
struct VoiceWorkspace: ~Copyable {
  /// Frames that are computed at a time.
  static var frameCount: Int { @_noLocks get { 64 } }

  /// The part of a sound that is read: the window, and the frames at twice its speed.
  let source: UnsafeMutablePointer<SIMD2<Float>>
  /// The result.
  let frames: UnsafeMutablePointer<SIMD2<Float>>
  /// A voice alone, if it goes to two places.
  let alone: UnsafeMutablePointer<SIMD2<Float>>
  let weights = FractionalWeights()

  /// Silence.
  init() {
    let sourceCount = FractionalWeights.reachFrames + 2 * Self.frameCount + 1
    source = .allocate(capacity: sourceCount)
    source.initialize(repeating: .zero, count: sourceCount)
    frames = .allocate(capacity: Self.frameCount)
    frames.initialize(repeating: .zero, count: Self.frameCount)
    alone = .allocate(capacity: Self.frameCount)
    alone.initialize(repeating: .zero, count: Self.frameCount)
  }

  deinit {
    source.deallocate()
    frames.deallocate()
    alone.deallocate()
  }
}
