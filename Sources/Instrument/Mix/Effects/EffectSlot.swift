// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// A slot of a rack at work: an effect fades in and out against the sound that bypasses it, so that
/// nothing clicks.
///
/// A replacement waits until the earlier effect has faded. A slot holds its state itself, of
/// bounded size: nothing is allocated.
struct EffectSlot: BitwiseCopyable {
  /// An effect fades within this time.
  static var fadeSeconds: Float { @_noLocks get { 0.01 } }

  private let sampleRateHz: Float
  private let fadeFrames: Int
  private let glideFrames: Int
  /// The player's choice; nil for nothing.
  private var wanted: EffectSetting?
  /// The effect at work; nil for none.
  private var working: EffectSetting?
  private var unit: EffectUnit
  /// The share of the effect; the rest bypasses it.
  private var share = GainRamp(.zero)

  /// An empty slot.
  init(sampleRateHz: Float) {
    self.sampleRateHz = sampleRateHz
    unit = EffectUnit(EffectSetting(.lowpass), sampleRateHz: sampleRateHz)
    fadeFrames = Units.frames(seconds: Self.fadeSeconds, sampleRateHz: sampleRateHz)
    glideFrames = Units.frames(seconds: VoiceBank.remixSeconds, sampleRateHz: sampleRateHz)
  }

  /// Nothing is at work, or it is passed by: frames pass as they are.
  var isIdle: Bool { @_noLocks get { share.isSilent && wanted?.effect == working?.effect } }

  /// Holds an effect from the next frame on, or nothing.
  @_noLocks mutating func set(_ setting: EffectSetting?) {
    wanted = setting
    guard let setting, setting.effect == working?.effect else { return fade(to: 0) }
    if setting.isBypassed { fade(to: 0) }
    if share.isSilent {
      begin(setting)
    } else {
      unit.glide(to: setting, frameCount: glideFrames, sampleRateHz: sampleRateHz)
      working = setting
      if !setting.isBypassed { fade(to: 1) }
    }
  }

  @_noLocks private mutating func fade(to level: Float) {
    guard share.target.x != level else { return }
    share.glide(to: SIMD2(repeating: level), frameCount: fadeFrames)
  }

  /// Puts an effect to work that has heard nothing yet.
  @_noLocks private mutating func begin(_ setting: EffectSetting?) {
    working = setting
    guard let setting else { return }
    unit = EffectUnit(setting, sampleRateHz: sampleRateHz)
    if !setting.isBypassed { fade(to: 1) }
  }

  /// Processes frames of interleaved stereo in place.
  ///
  /// - Parameter passing: Room for as many, for the sound that bypasses the effect.
  @_noLocks mutating func process(
    _ frames: UnsafeMutablePointer<Float>, count: Int, passing: UnsafeMutablePointer<Float>
  ) {
    var first = 0
    while first < count {
      if share.isSilent {
        if wanted?.effect != working?.effect { begin(wanted) }
        if share.isSilent { return }
      }
      let left = count &- first
      let run = share.remainingFrames > 0 ? min(left, share.remainingFrames) : left
      mix(frames + 2 * first, count: run, passing)
      first &+= run
    }
  }

  /// Processes frames in which a fade does not end before the last.
  @_noLocks private mutating func mix(
    _ frames: UnsafeMutablePointer<Float>, count: Int, _ passing: UnsafeMutablePointer<Float>
  ) {
    let isFading = share.remainingFrames > 0
    if isFading { for sample in 0..<2 * count { passing[sample] = frames[sample] } }
    unit.process(frames, count: count)
    guard isFading else { return }
    for frame in 0..<count {
      let level = share.gain(ahead: frame).x
      for sample in 2 * frame...2 * frame + 1 {
        frames[sample] = passing[sample] + level * (frames[sample] - passing[sample])
      }
    }
    share.advance(count)
  }
}
