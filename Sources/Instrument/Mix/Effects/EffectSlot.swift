// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// A slot of a rack at work: an effect fades in and out against the sound that bypasses it, so that
/// nothing clicks.
///
/// A replacement waits until the earlier effect has faded. Nothing is allocated or freed: an effect
/// arrives made, and leaves through ``MixExchange``.
struct EffectSlot: BitwiseCopyable {
  /// An effect fades within this time.
  static var fadeSeconds: Float { @_noLocks get { 0.01 } }

  /// What a hit changes moves within this time: soon enough for the attack of its drum.
  static var hitSeconds: Float { @_noLocks get { 0.005 } }

  private let fadeFrames: Int
  private let glideFrames: Int
  private let hitFrames: Int
  private let exchange: MixExchange.AudioSide?
  /// How long a whole note is: at 120 quarters a minute, until that is known.
  private var wholeNoteSeconds: Float = 2
  /// The player's choice; nil for nothing.
  private(set) var wanted: SlotContent?
  /// The numbers that hits made of it; nil before one.
  private var shaped: SIMD8<Float>?
  /// What begins once the effect at work has faded; nil for nothing.
  private var next: EffectUnit?
  /// The effect at work; nil for none.
  private var working: SlotContent?
  private var unit: EffectUnit?
  /// The share of the effect; the rest bypasses it.
  private var share = GainRamp(.zero)
  /// How much the effect gets of the sound; the rest bypasses it, too.
  private var entry = GainRamp(SIMD2(1, 1))

  /// A slot that holds an effect from the first frame on, or nothing.
  init(_ setting: EffectSetting?, _ exchange: MixExchange.AudioSide?, sampleRateHz: Float) {
    self.exchange = exchange
    fadeFrames = Units.frames(seconds: Self.fadeSeconds, sampleRateHz: sampleRateHz)
    glideFrames = Units.frames(seconds: VoiceBank.remixSeconds, sampleRateHz: sampleRateHz)
    hitFrames = Units.frames(seconds: Self.hitSeconds, sampleRateHz: sampleRateHz)
    guard let setting else { return }
    let content = SlotContent(setting)
    (wanted, working) = (content, content)
    unit = EffectUnit(setting, sampleRateHz: sampleRateHz)
    if !setting.isBypassed { share = GainRamp(SIMD2(1, 1)) }
  }

  /// Gives the memory of its effects back. Not for the audio thread.
  func free() {
    unit?.free()
    next?.free()
  }

  /// Nothing is at work, or it is passed by: frames pass as they are.
  var isIdle: Bool {
    @_noLocks get { share.isSilent && isSettled }
  }

  /// What is at work is the effect that is wanted.
  private var isSettled: Bool {
    @_noLocks get {
      guard let wanted, let working else { return wanted == nil && working == nil }
      return wanted.isSameKind(as: working)
    }
  }

  /// Holds an effect from the next frame on, or nothing.
  ///
  /// - Parameter new: An effect that has heard nothing yet, if one may be needed.
  @_noLocks mutating func set(_ setting: SlotContent?, _ new: EffectUnit?) {
    (wanted, shaped) = (setting, nil)
    new?.follow(wholeNoteSeconds: wholeNoteSeconds)
    guard let setting else {
      replaceNext(nil)
      return fade(to: 0)
    }
    guard isSettled else {
      if let new { replaceNext(new) }
      return fade(to: 0)
    }
    replaceNext(nil)
    if share.isSilent, let new {
      if let unit { exchange?.retire(unit) }
      unit = new
      if !setting.isBypassed { enter() }
    } else {
      if let new { exchange?.retire(new) }
      unit?.glide(to: setting.numbers, frameCount: share.isSilent ? 1 : glideFrames)
    }
    working = setting
    fade(to: setting.isBypassed ? 0 : 1)
  }

  /// Has the player's choice sound with these numbers from the next frame on, until it is set.
  @_noLocks mutating func shape(_ numbers: SIMD8<Float>) {
    shaped = numbers
    guard isSettled else { return }
    unit?.glide(to: numbers, frameCount: share.isSilent ? 1 : hitFrames)
  }

  /// Notes have another length from the next frame on.
  @_noLocks mutating func follow(wholeNoteSeconds: Float) {
    self.wholeNoteSeconds = wholeNoteSeconds
    unit?.follow(wholeNoteSeconds: wholeNoteSeconds)
    next?.follow(wholeNoteSeconds: wholeNoteSeconds)
  }

  @_noLocks private mutating func replaceNext(_ new: EffectUnit?) {
    if let next { exchange?.retire(next) }
    next = new
  }

  @_noLocks private mutating func fade(to level: Float) {
    guard share.target.x != level else { return }
    share.glide(to: SIMD2(repeating: level), frameCount: fadeFrames)
  }

  /// Puts what is wanted to work in place of an effect that has faded.
  @_noLocks private mutating func begin() {
    if let unit { exchange?.retire(unit) }
    (working, unit, next) = (wanted, next, nil)
    guard let wanted else { return }
    // Its values may have been changed since it was made.
    unit?.glide(to: shaped ?? wanted.numbers, frameCount: 1)
    if !wanted.isBypassed { enter() }
  }

  /// Begins with an effect that has heard nothing yet: what it makes is heard whole, as it hears the
  /// sound fade in. So its echoes begin as softly.
  @_noLocks private mutating func enter() {
    share = GainRamp(SIMD2(1, 1))
    entry = GainRamp(.zero)
    entry.glide(to: SIMD2(1, 1), frameCount: fadeFrames)
  }

  /// Processes frames of interleaved stereo in place.
  ///
  /// - Parameters:
  ///   - passing: Room for as many, for the sound that bypasses the effect.
  ///   - keys: The same frames of other buses.
  @_noLocks mutating func process(
    _ frames: UnsafeMutablePointer<Float>, count: Int, passing: UnsafeMutablePointer<Float>,
    keys: MixKeys? = nil
  ) {
    var first = 0
    while first < count {
      if share.isSilent {
        if !isSettled { begin() }
        if share.isSilent { return }
      }
      let left = count &- first
      var run = left
      if share.remainingFrames > 0 { run = min(run, share.remainingFrames) }
      if entry.remainingFrames > 0 { run = min(run, entry.remainingFrames) }
      mix(frames + 2 * first, count: run, passing, keys?.from(frame: first))
      first &+= run
    }
  }

  /// Processes frames in which a fade does not end before the last.
  @_noLocks private mutating func mix(
    _ frames: UnsafeMutablePointer<Float>, count: Int, _ passing: UnsafeMutablePointer<Float>,
    _ keys: MixKeys?
  ) {
    let isEntering = entry.remainingFrames > 0
    let isFading = share.remainingFrames > 0 || isEntering
    if isFading { for sample in 0..<2 * count { passing[sample] = frames[sample] } }
    if isEntering {
      for sample in 0..<2 * count { frames[sample] *= entry.gain(ahead: sample / 2).x }
    }
    unit?.process(frames, count: count, keys: keys)
    guard isFading else { return }
    for frame in 0..<count {
      let level = share.gain(ahead: frame).x
      let rest = 1 - level * entry.gain(ahead: frame).x
      for sample in 2 * frame...2 * frame + 1 {
        frames[sample] = rest * passing[sample] + level * frames[sample]
      }
    }
    share.advance(count)
    entry.advance(count)
  }
}
