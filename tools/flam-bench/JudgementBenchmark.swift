// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import Instrument
import Profiles
import Simulation

/// The time of one judgement: whether an onset is a stroke of one of nine learned sounds. Each onset is judged three times.
/// And the time of comparing a hit at two microphones, seven times a hit.
struct JudgementBenchmark {
  private static let soundCount = 9
  private static let targetMicroseconds = 20.0

  let judgementCount: Int

  func run() -> Bool {
    let sounds = (0..<Self.soundCount).map { index in
      let take = StruckSounds.take(
        StruckSounds.Sound(frequencyHz: 150 * Double(index + 1)),
        amplitudes: StruckSounds.dynamics(count: 10))
      var reader = ExampleReader(sampleRateHz: 48_000)
      return Profile.SoundClass(
        name: "\(index)", role: .other, examples: reader.examples(in: take.samples))
    }
    let profile = Profile(sounds: sounds, noiseDecibels: -80)
    var judge = HitValidator(model: profile.strangers, sampleRateHz: 48_000)
    var shapes = ShapeHistory(sampleRateHz: 48_000)
    let take = StruckSounds.take(StruckSounds.middle, amplitudes: [0.5, 0.5, 0.5])
    for sample in take.samples { shapes.process(sample) }
    let onsetFrame = take.onsetFrames[2]
    var times = BlockTimes()
    var strokes = 0
    for _ in 0..<judgementCount {
      times.measure {
        let opinion = judge.opinion(shapes.shape(onsetFrame: onsetFrame), peakDecibels: -6)
        if opinion.ruling == .stroke { strokes += 1 }
      }
    }
    let isMet = times.medianMicroseconds < Self.targetMicroseconds
    print("judgement: of a whole shape by a profile of \(Self.soundCount) sounds")
    print(
      "  \((times.medianMicroseconds * 10).rounded() / 10) µs in the middle, "
        + "\((times.minimumMicroseconds * 10).rounded() / 10) µs undisturbed; "
        + "target below \(Int(Self.targetMicroseconds)) µs: \(isMet ? "met" : "MISSED")")
    let isComparisonMet = isComparisonMet()
    return isMet && isComparisonMet
  }

  /// Whether two microphones are compared in time, at the horizon with the longest look.
  private func isComparisonMet() -> Bool {
    let take = StruckTable(seed: 1, sampleRateHz: 48_000)
      .take(StruckSounds.middle, places: [2], amplitudes: [0.5])
    let comparison = ChannelComparison(sampleRateHz: 48_000)
    var first = InputHistory(minimumCapacity: take.first.count, sampleRateHz: 48_000)
    var second = InputHistory(minimumCapacity: take.first.count, sampleRateHz: 48_000)
    for (one, other) in zip(take.first, take.second) {
      first.append(one)
      second.append(other)
    }
    var times = BlockTimes()
    var knownCount = 0
    for _ in 0..<judgementCount {
      times.measure {
        let difference = comparison.difference(
          first: first, second: second, onsetFrame: take.onsetFrames[0], horizon: 3)
        if difference.isKnown { knownCount += 1 }
      }
    }
    let isMet = times.medianMicroseconds < Self.targetMicroseconds && knownCount == judgementCount
    print(
      "comparison of two microphones: \((times.medianMicroseconds * 10).rounded() / 10) µs in the middle; "
        + "target below \(Int(Self.targetMicroseconds)) µs: \(isMet ? "met" : "MISSED")")
    return isMet
  }
}
