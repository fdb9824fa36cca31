// SPDX-License-Identifier: GPL-3.0-or-later

/// The cost of many voices: each less than FluidSynth's, a thousand in real time, each about as
/// much as one of few.
struct ManyVoicesBenchmark {
  private static let counts = [256, 1000]
  private static let blocksPerTurn = 100
  /// The cost of a voice among many over that of one among few.
  private static let largestGrowth = 2.0

  let blockCount: Int

  func run() -> Bool {
    let costs = costs
    for (count, cost) in zip(Self.counts, costs) {
      print(
        "  \(count) voices: median \(text(cost)) µs a block, "
          + "\(text(100 * cost / BusyInstrument.blockMicroseconds)) % of it")
    }
    func voice(_ index: Int) -> Double { costs[index] / Double(Self.counts[index]) }
    let growth = voice(1) / voice(0)
    let isLinear = growth <= Self.largestGrowth
    let isInTime = costs[1] < BusyInstrument.blockMicroseconds
    print(
      "  a voice among \(Self.counts[1]) takes \(text(growth)) times that of one among \(Self.counts[0]), target at most "
        + "\(text(Self.largestGrowth)): \(verdict(isLinear)); \(Self.counts[1]) voices in real time: \(verdict(isInTime))"
    )
    let isBelow = isBelowPeer(recordings: 4, .none, "voices as recorded")
    // Strokes of drums with few recordings are read between their frames, as FluidSynth reads at its best.
    let isDetunedBelow = isBelowPeer(recordings: 1, .seventhOrder, "voices that are all detuned")
    return isBelow && isDetunedBelow && isLinear && isInTime
  }

  /// Of a block with few voices and one with many, in microseconds.
  private var costs: [Double] {
    var few = instrument(voiceCount: Self.counts[0])
    var many = instrument(voiceCount: Self.counts[1])
    var times = [BlockTimes(), BlockTimes()]
    inTurns {
      measure(&few, &times[0])
    } and: {
      measure(&many, &times[1])
    }
    return times.map(\.medianMicroseconds)
  }

  /// Whether each of our voices costs less than each of FluidSynth's, as many.
  private func isBelowPeer(
    recordings: Int, _ interpolation: FluidSynth.Interpolation, _ name: String
  ) -> Bool {
    let count = Self.counts[0]
    guard
      let peer = FluidSynthStrings(
        voiceCount: count, interpolation: interpolation,
        sampleRateHz: BusyInstrument.sampleRateHz, frameCount: BusyInstrument.blockFrames)
    else { return true }
    var instrument = instrument(voiceCount: count, recordings: recordings)
    var (ours, theirs) = (BlockTimes(), BlockTimes())
    inTurns {
      measure(&instrument, &ours)
    } and: {
      theirs.measure { peer.process() }
    }
    let cost = ours.medianMicroseconds / Double(count)
    let peerCost = theirs.medianMicroseconds / Double(peer.soundingVoices)
    let ratio = ours.ratio(to: theirs) * Double(peer.soundingVoices) / Double(count)
    let isMet = ratio < 1
    print(
      "  \(name) take \(text(1000 * cost)) ns each of \(count), those of FluidSynth \(text(1000 * peerCost)) ns each of "
        + "\(peer.soundingVoices) at interpolation \(interpolation.rawValue): \(text(100 * ratio)) %, target below 100 %: "
        + verdict(isMet))
    return isMet
  }

  /// Both see the same other work of the machine; for some blocks each, as the other's data is out
  /// of the processor's caches by then.
  private func inTurns(_ one: () -> Void, and other: () -> Void) {
    for _ in 0..<blockCount / Self.blocksPerTurn {
      for _ in 0..<Self.blocksPerTurn { one() }
      for _ in 0..<Self.blocksPerTurn { other() }
    }
  }

  private func instrument(voiceCount: Int, recordings: Int = 4) -> BusyInstrument {
    var instrument = BusyInstrument(
      voiceCount: voiceCount, gainDecibels: -60, recordings: recordings)
    instrument.warmUp()
    precondition(instrument.soundingVoices >= voiceCount, "all voices sound")
    return instrument
  }

  private func measure(_ instrument: inout BusyInstrument, _ times: inout BlockTimes) {
    times.measure { instrument.process() }
    _ = instrument.fetchHits()
  }

  private func verdict(_ isMet: Bool) -> String { isMet ? "met" : "MISSED" }

  private func text(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}
