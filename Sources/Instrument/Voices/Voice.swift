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
  /// Its drums; nil for a voice that never played.
  private(set) var drums: DrumSetPointer?
  private(set) var pad = 0
  /// Its place among the pads that the stroke strikes together.
  private(set) var place = 0
  /// How many these are.
  private(set) var padCount = 1
  /// The heard sound's place in the profile; nil if the stroke named only its pad.
  private(set) var heard: Int?
  /// See ``NoteOn/turn``.
  private(set) var turn: Int?
  private(set) var choice = VoiceChoice(layer: 0, variation: 0, touch: Humaniser.Touch())
  /// What it plays: the chosen variation, or one that sounds along with it.
  private var variation = 0
  /// The output frame from which the hit is heard, though it may have begun as another sound.
  private(set) var startFrame = 0
  private(set) var gain = GainRamp(.zero)
  /// How wide it is; see ``Strip/width``.
  private var width = GainRamp(SIMD2(1, 1))
  private var source = VoiceSources()
  private var tilt = Tilt(highGain: 1, sampleRateHz: 48_000)
  /// Linear, for the velocity that it is heard at.
  private var strength: Float = 0
  /// The object of a score that plays it.
  private(set) var object = NoteObject.none

  /// A voice that makes no sound.
  @_noLocks init() {}

  /// A voice about to play the first frame of a variation of `drums`, for the pad at a place of a
  /// stroke.
  ///
  /// - Parameter variation: The chosen one, or one that sounds along with it.
  @_noLocks init(
    _ stroke: NoteOn, at place: Int, of drums: DrumSetPointer, _ choice: VoiceChoice,
    playing variation: Int, startFrame: Int
  ) {
    let sound = drums.pointee.kit.variations[variation].sound
    phase = .sounding
    self.variation = variation
    hit = stroke.hit
    object = stroke.object
    self.drums = drums
    pad = stroke.pads[place]
    self.place = place
    self.choice = choice
    self.startFrame = startFrame
    let keyRatio = drums.pointee.kit.ratio(
      pad: pad, variation: variation, key: stroke.key, velocity: stroke.velocity)
    let reader =
      keyRatio == 1
      ? PitchedReader(detunedBy: choice.touch.ratio)
      : PitchedReader(ratio: choice.touch.ratio * keyRatio)
    source = VoiceSources(SampleSource(sound, reader))
    tilt = Tilt(highGain: choice.touch.highGain, sampleRateHz: drums.pointee.kit.sampleRateHz)
    strength = drums.pointee.kit.gain(
      layer: choice.layer, variation: variation, velocity: stroke.velocity)
    gain = GainRamp(gains(drums.pointee.strips))
    width = GainRamp(SIMD2(repeating: drums.pointee.strips.strip(pad: pad).width))
    belong(to: stroke)
  }

  /// It belongs to a stroke's pads, after its last correction.
  @_noLocks mutating func belong(to stroke: NoteOn) {
    (heard, turn, padCount) = (stroke.sound, stroke.turn, stroke.pads.count)
  }

  /// Takes the other of two places among the pads that its stroke strikes together, if it has one of
  /// them.
  @_noLocks mutating func exchange(place: Int, with other: Int) {
    if self.place == place { self.place = other } else if self.place == other { self.place = place }
  }

  /// The looper plays it.
  var isLooped: Bool { @_noLocks get { HitIdentity.isLooped(voiceNumber: hit) } }

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

  /// Changes the velocity it is heard at, from the next frame on.
  @_noLocks mutating func glide(toVelocity velocity: Float, frameCount: Int) {
    guard let drums else { return }
    strength = drums.pointee.kit.gain(
      layer: choice.layer, variation: variation, velocity: velocity)
    gain.glide(to: gains(drums.pointee.strips), frameCount: frameCount)
  }

  /// Adopts the pad's present mixer settings. A voice that already fades is only hastened if it is
  /// to be silent.
  @_noLocks mutating func remix(frameCount: Int) {
    guard let drums else { return }
    let gains = gains(drums.pointee.strips)
    let wide = SIMD2(repeating: drums.pointee.strips.strip(pad: pad).width)
    if width.target != wide { width.glide(to: wide, frameCount: frameCount) }
    if isSounding {
      gain.glide(to: gains, frameCount: frameCount)
    } else if gains == .zero {
      fade(phase, frameCount: frameCount)
    }
  }

  /// Adopts how loud the object is that plays it.
  @_noLocks mutating func remix(objectGain: Float, frameCount: Int) {
    object.gain = objectGain
    remix(frameCount: frameCount)
  }

  @_noLocks private func gains(_ strips: borrowing StripBank) -> SIMD2<Float> {
    object.gain * (choice.touch.gain * (strips.gains(pad: pad) * strength))
  }

  /// Falls silent within `frameCount` frames, or sooner if it already does.
  @_noLocks mutating func fade(_ phase: Phase, frameCount: Int, isSteep: Bool = false) {
    let wasSounding = isSounding
    self.phase = phase
    if wasSounding || gain.remainingFrames > frameCount {
      gain.glide(to: .zero, frameCount: frameCount, isSteep: isSteep)
    }
  }

  /// Begins at a share of its gain, and rises to all of it within `frameCount` frames. Only before
  /// it is rendered.
  @_noLocks mutating func rise(from share: Float, frameCount: Int) {
    let gains = gain.target
    gain = GainRamp(share * gains)
    gain.glide(to: gains, frameCount: frameCount)
  }

  /// Takes the position of `other` in its sound, and rises from silence within `frameCount` frames.
  /// Only before it is rendered.
  @_noLocks mutating func follow(_ other: Voice, frameCount: Int) {
    guard let drums, let memory else { return }
    let passed = source.follow(other.source, in: memory)
    tilt = Tilt(
      highGain: choice.touch.highGain, sampleRateHz: drums.pointee.kit.sampleRateHz,
      passedFrames: passed)
    rise(from: 0, frameCount: frameCount)
  }

  /// How loud it is about now: root mean square of the part of its sound that it is in, times its
  /// gain.
  var level: Float {
    @_noLocks get {
      guard let memory else { return 0 }
      let gains = gain.current
      return source.level(in: memory) * max(gains.x, gains.y)
    }
  }

  /// What ends it alone, and what it ends.
  var choke: SoundChoke {
    @_noLocks get { drums?.pointee.kit.variations[variation].choke ?? .none }
  }

  /// How long it fades once its note ends; 0 if it sounds to its end.
  var releaseFrames: Int { @_noLocks get { drums?.pointee.kit.pads[pad].releaseFrames ?? 0 } }

  /// The memory of its sound.
  private var memory: SampleMemory.View? { @_noLocks get { drums?.pointee.kit.memory } }

  /// The sound that it plays; nil where it plays none of sample memory.
  var sound: Sample? { @_noLocks get { source.sound } }

  /// Fades within the present part of a streamed sound, if more of it is missing than `count`
  /// frames and a fade of `fadeFrames` leave time for. True if that begins.
  @_noLocks mutating func yieldToMissingTail(count: Int, fadeFrames: Int) -> Bool {
    guard !isIdle, let memory,
      let rest = source.presentFrames(of: count + fadeFrames, in: memory)
    else { return false }
    let wasSounding = isSounding
    fade(isLeaving ? .leaving : .ending, frameCount: min(rest, fadeFrames))
    if rest == 0 { phase = .idle }
    return wasSounding
  }

  /// Adds its next `count` frames to interleaved stereo `output`; falls idle at the end.
  @_noLocks mutating func render(
    count: Int, into output: UnsafeMutableRawPointer, workspace: borrowing VoiceWorkspace
  ) {
    guard let memory else { return }
    var left = min(count, source.remainingFrames)
    if !isSounding { left = min(left, gain.remainingFrames) }
    var destination = output
    while left > 0 {
      let isAsRead = tilt.isFlat && width.isUnity
      let wanted = isAsRead ? left : min(left, VoiceWorkspace.frameCount)
      let next = source.next(wanted, in: memory, workspace: workspace)
      if next.count == 0 { break }
      let frames = isAsRead ? next.frames : shaped(next, workspace)
      gain.mix(frames, count: next.count, into: destination)
      destination += next.count * MemoryLayout<SIMD2<Float>>.stride
      left -= next.count
    }
    if left > 0 || source.remainingFrames == 0 || (!isSounding && gain.remainingFrames == 0) {
      phase = .idle
    } else {
      source.prefetch(count: count, in: memory)
    }
  }

  /// Frames in the tone that the note has, and in the width of its strip.
  @_noLocks private mutating func shaped(
    _ next: (frames: UnsafePointer<SIMD2<Float>>, count: Int), _ workspace: borrowing VoiceWorkspace
  ) -> UnsafePointer<SIMD2<Float>> {
    if next.frames != UnsafePointer(workspace.frames) {
      for frame in 0..<next.count { workspace.frames[frame] = next.frames[frame] }
    }
    tilt.process(workspace.frames, count: next.count)
    if !width.isUnity { width.widen(workspace.frames, count: next.count) }
    return UnsafePointer(workspace.frames)
  }
}

extension GainRamp {
  /// Applies the gain of the left side to the difference between left and right, in place.
  @_noLocks fileprivate mutating func widen(
    _ frames: UnsafeMutablePointer<SIMD2<Float>>, count: Int
  ) {
    // A frame of unchanged width stays the same, bit by bit.
    for frame in 0..<count where gain(ahead: frame).x != 1 {
      let middle = 0.5 * (frames[frame].x + frames[frame].y)
      frames[frame] = middle + gain(ahead: frame).x * (frames[frame] - middle)
    }
    advance(count)
  }
}
