// SPDX-License-Identifier: GPL-3.0-or-later

/// One sounding note: a place in a sound, and a gain.
struct Voice: BitwiseCopyable {
  enum Phase: BitwiseCopyable {
    /// Silent, to be used again.
    case idle
    case sounding
    /// Fades to silence: choked or released.
    case ending
    /// Fades to silence, its place already given to another hit.
    case leaving
  }

  private var phase = Phase.idle
  private(set) var hit = 0
  /// What it plays; nil for a voice that never played.
  private(set) var drums: DrumSetPointer?
  private(set) var pad = 0
  private(set) var layer = 0
  private(set) var variation = 0
  /// The output frame from which the hit is heard, though it may have begun as another sound.
  private(set) var startFrame = 0
  private(set) var gain = GainRamp(.zero)
  private var block: Int32 = -1
  private var frameInBlock = 0
  private var remainingFrames = 0
  private var playedFrames = 0

  /// A voice that makes no sound.
  @_noLocks init() {}

  /// A voice about to play the first frame of a variation of `drums`.
  @_noLocks init(
    _ stroke: Stroke, of drums: DrumSetPointer, layer: Int, variation: Int, startFrame: Int
  ) {
    let sound = drums.pointee.kit.variations[variation].sound
    phase = .sounding
    hit = stroke.hit
    self.drums = drums
    pad = stroke.pad
    self.layer = layer
    self.variation = variation
    self.startFrame = startFrame
    gain = GainRamp(
      drums.pointee.kit.gains(
        pad: stroke.pad, layer: layer, variation: variation, velocity: stroke.velocity))
    block = sound.firstBlock
    remainingFrames = sound.frameCount
  }

  /// Silent, to be used again.
  var isIdle: Bool {
    @_noLocks get { if case .idle = phase { true } else { false } }
  }

  /// Sounds and is meant to.
  var isSounding: Bool {
    @_noLocks get { if case .sounding = phase { true } else { false } }
  }

  /// Has a place among the voices of the bank.
  var isHeld: Bool { @_noLocks get { !isIdle && !isLeaving } }

  /// Fades, its place given away.
  var isLeaving: Bool {
    @_noLocks get { if case .leaving = phase { true } else { false } }
  }

  /// Changes the loudness from the next frame on.
  @_noLocks mutating func glide(to gains: SIMD2<Float>, frameCount: Int) {
    gain.glide(to: gains, frameCount: frameCount)
  }

  /// Falls silent within `frameCount` frames, or sooner where it already does.
  @_noLocks mutating func fade(_ phase: Phase, frameCount: Int) {
    let wasSounding = isSounding
    self.phase = phase
    if wasSounding || gain.remainingFrames > frameCount {
      gain.glide(to: .zero, frameCount: frameCount)
    }
  }

  /// Goes where `other` is in its sound, and rises from silence within `frameCount` frames.
  @_noLocks mutating func follow(_ other: Voice, frameCount: Int) {
    guard let memory else { return }
    let skipped = min(other.playedFrames, remainingFrames)
    var toSkip = skipped
    while toSkip > 0 {
      let run = min(toSkip, SampleMemory.View.framesPerBlock - frameInBlock)
      advance(run, in: memory)
      toSkip -= run
    }
    let gains = gain.target
    gain = GainRamp(.zero)
    gain.glide(to: gains, frameCount: frameCount)
  }

  /// How loud it is about now: root mean square of the part of its sound that it is in, times its gain.
  var level: Float {
    @_noLocks get {
      guard remainingFrames > 0, let memory else { return 0 }
      let gains = gain.current
      return memory.level(ofBlock: block, frame: frameInBlock) * max(gains.x, gains.y)
    }
  }

  /// Where its sound lies.
  private var memory: SampleMemory.View? { @_noLocks get { drums?.pointee.kit.memory } }

  /// Adds its next `count` frames to interleaved stereo `output`; falls idle at the end.
  @_noLocks mutating func render(count: Int, into output: UnsafeMutableRawPointer) {
    guard let memory else { return }
    var left = min(count, remainingFrames)
    if !isSounding { left = min(left, gain.remainingFrames) }
    var destination = output
    while left > 0 {
      let run = min(left, SampleMemory.View.framesPerBlock - frameInBlock)
      gain.mix(memory.frames(ofBlock: block) + frameInBlock, count: run, into: destination)
      advance(run, in: memory)
      destination += run * MemoryLayout<SIMD2<Float>>.stride
      left -= run
    }
    if remainingFrames == 0 || (!isSounding && gain.remainingFrames == 0) { phase = .idle }
  }

  @_noLocks private mutating func advance(_ count: Int, in memory: SampleMemory.View) {
    frameInBlock += count
    playedFrames += count
    remainingFrames -= count
    if frameInBlock == SampleMemory.View.framesPerBlock {
      block = memory.block(after: block)
      frameInBlock = 0
    }
  }
}
