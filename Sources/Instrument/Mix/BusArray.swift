// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// The graph of the mixer: a fixed array of buses, on the audio thread.
///
/// ```
/// voices ──────────▶ drums ──┐
///    └─ sends ▶ room ──┘     ├──▶ master ──┬──▶ limiter
/// microphone ────────────────┘             │
/// backing, click ──── gain of master ──────┘
/// ```
///
/// What comes together is summed in this order: voices, room, microphone, backing, click. Stems are taps: a part has the gains
/// of the buses that it passes.
struct BusArray: ~Copyable {
  /// A bus.
  struct Bus: BitwiseCopyable {
    /// As the player has it.
    var gain: GainRamp
  }

  private let buses: UnsafeMutablePointer<Bus>
  private let glideFrames: Int

  /// Buses as the settings have them; the microphone fades in where it is played along from the beginning.
  init(settings: InstrumentSettings, sampleRateHz: Float) {
    let all = MixBus.allCases
    buses = .allocate(capacity: all.count)
    for bus in all {
      var gain = GainRamp(SIMD2(repeating: settings.strip(of: bus).heardGain))
      if bus == .microphone { gain = Monitor.fadeIn(to: gain.target, sampleRateHz: sampleRateHz) }
      (buses + bus.place).initialize(to: Bus(gain: gain))
    }
    glideFrames = Units.frames(seconds: VoiceBank.remixSeconds, sampleRateHz: sampleRateHz)
  }

  deinit { buses.deallocate() }

  /// The gain of a bus.
  @_noLocks func gain(_ bus: MixBus) -> GainRamp { buses[bus.place].gain }

  /// Changes a bus from the next frame on, audibly smoothly.
  @_noLocks func set(_ bus: MixBus, _ strip: BusStrip) {
    buses[bus.place].gain.glide(
      to: SIMD2(repeating: strip.heardGain), frameCount: glideFrames)
  }

  /// Gives a piece the gain of a bus where it lies, and all parts of it that there are by now.
  @_noLocks func apply(_ bus: MixBus, to piece: inout MutableSpan<Float>, _ stems: StemBuffers?) {
    guard !buses[bus.place].gain.isUnity else { return }
    stems?.apply(buses[bus.place].gain, frameCount: piece.count / 2)
    buses[bus.place].gain.apply(to: &piece)
  }

  /// Lets frames pass for a bus whose gain something else applies.
  @_noLocks func advance(_ bus: MixBus, _ frameCount: Int) {
    buses[bus.place].gain.advance(frameCount)
  }
}
