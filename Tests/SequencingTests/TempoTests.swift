// SPDX-License-Identifier: GPL-3.0-or-later
import Sequencing
import Testing

@Suite struct TempoTests {
  private static let rateHz = 48_000

  /// Frames of `beats` beats of a ramp, by Simpson's rule over `60 / b(n)`.
  private func integrated(_ beats: Double, from first: Double, to last: Double, over all: Double)
    -> Double
  {
    let steps = 20_000
    func secondsPerBeat(_ beat: Double) -> Double { 60 / (first + (last - first) * beat / all) }
    var sum = secondsPerBeat(0) + secondsPerBeat(beats)
    for step in 1..<steps {
      sum += (step % 2 == 0 ? 2 : 4) * secondsPerBeat(beats * Double(step) / Double(steps))
    }
    return sum * beats / Double(steps) / 3 * Double(Self.rateHz)
  }

  @Test(
    "a ramp's beats agree with the integral of a beat's time, and later ones with its last tempo",
    arguments: [
      (60, 180, 16), (200, 20, 7), (120, 120.001, 32), (20, 500, 1), (97.3, 96, 400),
    ] as [(Double, Double, Double)])
  func ramps(first: Double, last: Double, beats: Double) {
    let segment = TempoSegment(
      Tempo(from: first, to: last, overBeats: beats), .common, startFrame: 1000,
      sampleRateHz: Self.rateHz)
    for share in [0.01, 0.25, 0.5, 0.999, 1] {
      let frame = segment.frame(ofBeat: share * beats)
      let expected = 1000 + integrated(share * beats, from: first, to: last, over: beats)
      #expect(abs(frame - expected) < 1e-3, "\(share)")
      #expect(abs(segment.beat(atFrame: frame) - share * beats) < 1e-9)
    }
    let end = segment.frame(ofBeat: beats)
    #expect(abs(segment.frame(ofBeat: beats + 3) - end - 180 * 48_000 / last) < 1e-6)
    #expect(abs(segment.beat(atFrame: segment.frame(ofBeat: beats + 3)) - beats - 3) < 1e-9)
    // Before it, as fast as it begins.
    #expect(segment.frame(ofBeat: -2) == 1000 - 120 * 48_000 / first)
    #expect(abs(segment.beatsPerMinute(atBeat: beats / 2) - (first + last) / 2) < 1e-9)
  }

  @Test("a ramp to its own first tempo is no ramp")
  func flat() {
    #expect(Tempo(from: 90, to: 90, overBeats: 8) == Tempo(90))
  }
}
