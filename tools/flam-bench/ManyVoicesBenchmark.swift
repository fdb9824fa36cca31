// SPDX-License-Identifier: GPL-3.0-or-later

/// What many voices cost: each less than FluidSynth's, a thousand in real time, each about as much as one of few.
struct ManyVoicesBenchmark {
  private static let counts = [64, 256, 1000]
  /// Where a voice is compared with FluidSynth's.
  private static let comparedCount = 256
  /// The cost of a voice among many over that of one among few.
  private static let largestGrowth = 2.0

  let blockCount: Int

  func run() -> Bool {
    let costs = Self.counts.map { microseconds(voiceCount: $0) }
    for (count, cost) in zip(Self.counts, costs) {
      print(
        "  \(count) voices: median \(text(cost)) µs a block, "
          + "\(text(100 * cost / BusyInstrument.blockMicroseconds)) % of it")
    }
    func voice(_ index: Int) -> Double { costs[index] / Double(Self.counts[index]) }
    let growth = voice(2) / voice(1)
    let isLinear = growth <= Self.largestGrowth
    let isInTime = costs[2] < BusyInstrument.blockMicroseconds
    print(
      "  a voice among \(Self.counts[2]) takes \(text(growth)) times that of one among \(Self.counts[1]), target at most "
        + "\(text(Self.largestGrowth)): \(verdict(isLinear)); \(Self.counts[2]) voices in real time: \(verdict(isInTime))"
    )
    let isBelow = isBelowPeer(
      costs[1] / Double(Self.comparedCount), .none, "of \(Self.comparedCount) voices each")
    // Strokes of drums with few recordings are read between their frames, as FluidSynth reads at its best.
    let detuned = microseconds(voiceCount: Self.comparedCount, recordings: 1)
    let isDetunedBelow = isBelowPeer(
      detuned / Double(Self.comparedCount), .seventhOrder, "where all are detuned each")
    return isBelow && isDetunedBelow && isLinear && isInTime
  }

  private func isBelowPeer(
    _ cost: Double, _ interpolation: FluidSynth.Interpolation, _ name: String
  ) -> Bool {
    guard
      let peer = FluidSynth(
        voiceCount: Self.comparedCount, interpolation: interpolation,
        sampleRateHz: BusyInstrument.sampleRateHz, frameCount: BusyInstrument.blockFrames)
    else { return true }
    var times = BlockTimes()
    for _ in 0..<blockCount { times.measure { peer.process() } }
    let theirs = times.medianMicroseconds / Double(peer.soundingVoices)
    let isMet = cost < theirs
    print(
      "  \(name) takes \(text(1000 * cost)) ns, of FluidSynth's \(peer.soundingVoices) each at interpolation "
        + "\(interpolation.rawValue) \(text(1000 * theirs)) ns, target below: \(verdict(isMet))")
    return isMet
  }

  private func microseconds(voiceCount: Int, recordings: Int = 4) -> Double {
    var instrument = BusyInstrument(
      voiceCount: voiceCount, gainDecibels: -60, recordings: recordings)
    instrument.warmUp()
    precondition(instrument.soundingVoices >= voiceCount, "all voices sound")
    var times = BlockTimes()
    for _ in 0..<blockCount {
      times.measure { instrument.process() }
      _ = instrument.fetchHits()
    }
    return times.medianMicroseconds
  }

  private func verdict(_ isMet: Bool) -> String { isMet ? "met" : "MISSED" }

  private func text(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}
