// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Simulation
import Testing

@Suite struct OnsetTrackTests {
  private static let sampleRateHz: Float = 48_000
  private static let strikeFrame = 24_000

  /// How many frames after the strike a hit was judged at each horizon, if a finger touched down
  /// before the strike; its touch is 26 dB below.
  private static func judgedFrames(touchSeconds: Float) -> [Int] {
    var samples = Signal.noise(count: 28_800, amplitude: 1e-5, seed: 3)
    let touchFrame = strikeFrame - Int(touchSeconds * sampleRateHz)
    let burst = Signal.noise(count: 2400, amplitude: 0.3, seed: 4)
    for (offset, sample) in burst.enumerated() {
      let isTouch = touchFrame + offset < strikeFrame
      samples[touchFrame + offset] += isTouch ? 0.05 * sample : sample
    }
    var detector = OnsetDetector(sampleRateHz: sampleRateHz)
    var track: OnsetTrack?
    var judged: [Int] = []
    for (frame, sample) in samples.enumerated() {
      let onset = detector.process(sample)
      if let onset, track == nil {
        track = OnsetTrack(
          foundFrame: frame - onset.ageFrames, frameCount: frame + 1,
          horizons: HorizonFrames(sampleRateHz: sampleRateHz))
      }
      if track?.isDue(frameCount: frame + 1, detector: detector, earliestFrame: 0) == true {
        judged.append(frame + 1 - strikeFrame)
        track?.advance()
      }
    }
    return judged
  }

  @Test("a hit that is found at once is judged 0.5 to 45 ms after it was struck")
  func exact() {
    let judged = Self.judgedFrames(touchSeconds: 0)
    #expect(judged.count == HitFeatures.horizonCount)
    for (frames, seconds) in zip(judged, HitFeatures.horizonSeconds) {
      #expect(abs(frames - Int(seconds * 48_000)) <= 24)
    }
  }

  @Test("late decisions count from the strike though the touch before it was found")
  func touched() {
    let judged = Self.judgedFrames(touchSeconds: 0.004)
    #expect(judged.count == HitFeatures.horizonCount)
    let seconds = HitFeatures.horizonSeconds
    for horizon in 0...2 {
      #expect(abs(judged[horizon] - Int((seconds[horizon] - 0.004) * 48_000)) <= 48)
    }
    for horizon in 4...6 {
      #expect(abs(judged[horizon] - Int(seconds[horizon] * 48_000)) <= 24)
    }
  }
}
