// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// The graph of the mixer: a fixed array of buses, on the audio thread.
///
/// ```
/// voices ──────────▶ drums ───────────┐                              each bus: rack, then gain
///    └─ sends ▶ room ──┘              ├──▶ master ──┬──▶ limiter
/// microphone, instruments, speech ────┘             │
/// backing, click ──────────── gain of master ───────┘
/// ```
///
/// The sum has this order: voices, room, microphone, instruments, speech, backing, click. A track and clicks join behind
/// the effects of the master, so that a recording without them has the same effects. Stems are
/// taps: a part has the gains of the buses that it passes, but not the effects of drums and master,
/// which their sum has.
struct BusArray: ~Copyable {
  private struct Bus: BitwiseCopyable {
    var rack: Rack
    /// As the player has it.
    var gain: GainRamp
  }

  private let buses: UnsafeMutablePointer<Bus>
  private let glideFrames: Int
  /// A piece of a bus's own sound.
  let own: UnsafeMutablePointer<Float>
  /// A piece of the sound that bypasses an effect.
  private let passing: UnsafeMutablePointer<Float>

  /// Buses with these settings; the microphone fades in if it is in the mix from the beginning.
  init(
    settings: InstrumentSettings, _ exchange: MixExchange.AudioSide?, sampleRateHz: Float
  ) {
    let all = MixBus.allCases
    let racks = MixSettings(effects: settings.effects ?? []).racks
    buses = .allocate(capacity: all.count)
    for bus in all {
      var gain = GainRamp(SIMD2(repeating: settings.strip(of: bus).heardGain))
      if bus == .microphone { gain = Monitor.fadeIn(to: gain.target, sampleRateHz: sampleRateHz) }
      let rack = Rack(racks[bus] ?? [:], exchange, sampleRateHz: sampleRateHz)
      (buses + bus.place).initialize(to: Bus(rack: rack, gain: gain))
    }
    own = .allocate(capacity: 2 * Mixer.pieceFrames)
    own.initialize(repeating: 0, count: 2 * Mixer.pieceFrames)
    passing = .allocate(capacity: 2 * Mixer.pieceFrames)
    passing.initialize(repeating: 0, count: 2 * Mixer.pieceFrames)
    glideFrames = Units.frames(seconds: VoiceBank.remixSeconds, sampleRateHz: sampleRateHz)
  }

  deinit {
    for bus in MixBus.allCases { buses[bus.place].rack.free() }
    buses.deallocate()
    own.deallocate()
    passing.deallocate()
  }

  /// The gain of a bus.
  @_noLocks func gain(_ bus: MixBus) -> GainRamp { buses[bus.place].gain }

  /// Changes a bus from the next frame on, audibly smoothly.
  @_noLocks func set(_ bus: MixBus, _ strip: BusStrip) {
    buses[bus.place].gain.glide(
      to: SIMD2(repeating: strip.heardGain), frameCount: glideFrames)
  }

  /// Has a slot of a bus hold an effect from the next frame on, or nothing.
  @_noLocks func set(_ setting: EffectSetting?, _ new: EffectUnit?, slot: Int, of bus: MixBus) {
    buses[bus.place].rack.set(setting, new, slot: slot)
  }

  /// The sum of a bus passes no effect.
  @_noLocks func isRackIdle(_ bus: MixBus) -> Bool { buses[bus.place].rack.isIdle }

  /// Has frames of interleaved stereo pass the effects of a bus.
  @_noLocks func shape(_ bus: MixBus, _ frames: UnsafeMutablePointer<Float>, count: Int) {
    buses[bus.place].rack.process(frames, count: count, passing: passing)
  }

  /// Applies the effects and the gain of a bus to a piece in place; the gain also to all its parts
  /// so far.
  @_noLocks func apply(_ bus: MixBus, to piece: inout MutableSpan<Float>, _ stems: StemBuffers?) {
    if !isRackIdle(bus) {
      let (shaped, passing, count) = (buses + bus.place, passing, piece.count / 2)
      piece.withUnsafeMutableBufferPointer { samples in
        guard let base = samples.baseAddress else { return }
        shaped.pointee.rack.process(base, count: count, passing: passing)
      }
    }
    guard !buses[bus.place].gain.isUnity else { return }
    stems?.apply(buses[bus.place].gain, frameCount: piece.count / 2)
    buses[bus.place].gain.apply(to: &piece)
  }

  /// Lets frames pass for a bus whose gain is applied elsewhere.
  @_noLocks func advance(_ bus: MixBus, _ frameCount: Int) {
    buses[bus.place].gain.advance(frameCount)
  }
}
