// SPDX-License-Identifier: GPL-3.0-or-later

/// The time of a block with all voices, hearing and limiter, compared with FluidSynth's voices
/// alone, which nothing limits: so they are compared at a level that needs no limiting, and the
/// limiter's time is printed with it.
struct VoicesBenchmark {
  /// Of the time a block lasts.
  private static let largestShare = 0.05
  /// Of FluidSynth's time at its cheapest.
  private static let largestRatio = 0.5

  /// At which all voices together stay below the limiter's knee.
  private static let quietDecibels: Float = -40

  let blockCount: Int

  func run() -> Bool {
    print(
      "voices: \(BusyInstrument.voiceCount) sounding, blocks of \(BusyInstrument.blockFrames) frames at "
        + "\(BusyInstrument.sampleRateHz) Hz (\(oneDecimal(BusyInstrument.blockMicroseconds)) µs), "
        + "\(blockCount) of each, taken in turns")
    var instrument = BusyInstrument(gainDecibels: Self.quietDecibels)
    instrument.warmUp()
    var loud = BusyInstrument()
    loud.warmUp()
    guard instrument.soundingVoices >= BusyInstrument.voiceCount else {
      print("  only \(instrument.soundingVoices) voices sound: nothing measured")
      return false
    }
    guard let cheap = peer(.none), let usual = peer(.fourthOrder) else {
      var ours = BlockTimes()
      for _ in 0..<blockCount { measure(&instrument, &ours) }
      report("flam, hearing and limiter included", ours)
      print("  FluidSynth is not there: apt install libfluidsynth3 timgm6mb-soundfont")
      return meetsShare(ours)
    }
    var ours = BlockTimes()
    var limited = BlockTimes()
    var cheapest = BlockTimes()
    var asItComes = BlockTimes()
    for _ in 0..<blockCount {
      measure(&instrument, &ours)
      cheapest.measure { cheap.process() }
    }
    for _ in 0..<blockCount {
      measure(&loud, &limited)
      asItComes.measure { usual.process() }
    }
    report("flam, hearing and limiter included", ours)
    report("the same so loud that all of it is limited", limited)
    report("FluidSynth, \(cheap.soundingVoices) voices, no interpolation", cheapest)
    report("FluidSynth, \(usual.soundingVoices) voices, as it comes", asItComes)
    guard abs(cheap.soundingVoices - BusyInstrument.voiceCount) < 4 && cheap.peakAmplitude > 0
    else {
      print("  FluidSynth does not sound as it should: not compared")
      return false
    }
    let ratio = ours.ratio(to: cheapest)
    let isCheap = ratio < Self.largestRatio
    print(
      "  \(oneDecimal(100 * ratio)) % of FluidSynth's cheapest, target below "
        + "\(oneDecimal(100 * Self.largestRatio)) %: \(isCheap ? "met" : "MISSED")")
    let isMeetingMany = ManyVoicesBenchmark(blockCount: blockCount).run()
    return meetsShare(limited) && isCheap && isMeetingMany
  }

  private func peer(_ interpolation: FluidSynth.Interpolation) -> FluidSynthStrings? {
    FluidSynthStrings(
      voiceCount: BusyInstrument.voiceCount, interpolation: interpolation,
      sampleRateHz: BusyInstrument.sampleRateHz, frameCount: BusyInstrument.blockFrames)
  }

  private func measure(_ instrument: inout BusyInstrument, _ times: inout BlockTimes) {
    times.measure { instrument.process() }
    _ = instrument.fetchHits()
  }

  private func meetsShare(_ times: BlockTimes) -> Bool {
    let share = times.medianMicroseconds / BusyInstrument.blockMicroseconds
    let isMet = share <= Self.largestShare
    print(
      "  \(oneDecimal(100 * share)) % of the block's time, target at most "
        + "\(oneDecimal(100 * Self.largestShare)) %: \(isMet ? "met" : "MISSED")")
    return isMet
  }

  private func report(_ name: String, _ times: BlockTimes) {
    let share = 100 * times.medianMicroseconds / BusyInstrument.blockMicroseconds
    print(
      "  \(name): median \(oneDecimal(times.medianMicroseconds)) µs (\(oneDecimal(share)) % of the block), "
        + "minimum \(oneDecimal(times.minimumMicroseconds)) µs")
  }

  private func oneDecimal(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}
