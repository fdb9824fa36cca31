// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc
import Simulation
import Testing

@testable import Instrument

/// What is heard and not answered, with its reason and what it lacked.
@Suite struct RefusalTests {
  private static let rateHz = 48_000
  private static let spacingSeconds = 0.25

  private static func hearing(thresholdDecibels: Float? = nil) -> HitTracker {
    var hearing = HitTracker(
      detector: OnsetDetector(sampleRateHz: Float(rateHz)),
      recogniser: SoundRecogniser(
        classifier: Classifier(model: .anyHit(), sampleRateHz: Float(rateHz)),
        judge: HitValidator(model: .none, sampleRateHz: Float(rateHz)), usualPeaksDecibels: [nil],
        pads: [PadChoice(.other).addresses]), sampleRateHz: Float(rateHz))
    hearing.apply(.threshold(sound: 0, decibels: thresholdDecibels))
    return hearing
  }

  private struct Heard {
    var settled: [Hit] = []
    /// Withdrawn for good or never begun.
    var refused: [Hit] = []

    /// The refusal of something that began there, to 2 ms.
    func refusal(at frame: Int) -> Hit? { refused.first { abs($0.onsetFrame - frame) <= 96 } }
  }

  private static func hear(
    _ samples: [Float], _ hearing: consuming HitTracker, blockFrames: Int? = nil
  ) -> Heard {
    var hearing = hearing
    var heard = Heard()
    let take = samples + [Float](repeating: 0, count: 4800)
    take.withUnsafeBufferPointer { take in
      guard let base = take.baseAddress else { return }
      var frame = 0
      while frame < take.count {
        if let blockFrames {
          frame += hearing.process(base + frame, count: min(blockFrames, take.count - frame))
        } else {
          hearing.process(take[frame])
          frame += 1
        }
        for index in 0..<hearing.eventCount {
          switch hearing.event(index) {
          case .settled(let hit)?: heard.settled.append(hit)
          case .withdrawn(let hit)?, .refused(let hit)?:
            if hit.refusal != nil { heard.refused.append(hit) }
          default: break
          }
        }
      }
    }
    return heard
  }

  private static func strokes(_ amplitudes: [Float]) -> (samples: [Float], onsetFrames: [Int]) {
    StruckSounds.take(
      StruckSounds.middle, amplitudes: amplitudes, spacingSeconds: spacingSeconds, variation: 0)
  }

  private static func peakDecibels(_ samples: [Float], _ frames: Range<Int>) -> Float {
    Units.decibels(amplitude: samples[frames].map(abs).max() ?? 0)
  }

  @Test("a soft stroke lacks what its peak lies below the threshold", arguments: [0.05, 0.07])
  func tooSoft(amplitude: Float) throws {
    var amplitudes = [Float](repeating: 0.5, count: 8)
    amplitudes[5] = amplitude
    let take = Self.strokes(amplitudes)
    let heard = Self.hear(take.samples, Self.hearing(thresholdDecibels: -18))
    let frame = take.onsetFrames[5]
    let soft = try #require(heard.refusal(at: frame))
    let peak = Self.peakDecibels(take.samples, frame..<frame + 2400)
    #expect(soft.refusal == .tooSoft && soft.thresholdDecibels == -18)
    #expect(abs(try #require(soft.marginDecibels) - (-18 - peak)) < 0.5)
    #expect(heard.settled.count == 7 && heard.settled.map(\.number) == Array(1...7))
  }

  @Test(
    "a touch that was answered lacks what it lies below a grace note", arguments: [-25, -28])
  func precursor(touchDecibels: Float) throws {
    let take = Self.strokes([Float](repeating: 0.5, count: 9))
    var samples = take.samples
    let (frame, gap) = (take.onsetFrames[8], 480)
    let touch = Signal.noise(
      count: gap, amplitude: 0.5 * Units.amplitude(decibels: touchDecibels), seed: 50)
    for (offset, sample) in touch.enumerated() { samples[frame - gap + offset] += sample }
    let heard = Self.hear(samples, Self.hearing())
    let refused = try #require(heard.refusal(at: frame - gap))
    let below =
      Self.peakDecibels(samples, frame..<frame + 480)
      - Self.peakDecibels(samples, frame - gap..<frame)
    let grace = Units.decibels(amplitude: HitTracker.precursorRatio)
    #expect(refused.refusal == .precursor && heard.settled.count == 9)
    // The stroke still rises when the touch is withdrawn.
    let margin = try #require(refused.marginDecibels)
    #expect(margin < below - grace + 0.5 && margin > below - grace - 4)
  }

  @Test("a second stroke within the mask time is masked", arguments: [384, 432])
  func masked(gap: Int) throws {
    let take = Self.strokes([Float](repeating: 0.5, count: 8))
    let second = StruckSounds.take(
      StruckSounds.Sound(frequencyHz: 2000, decaySeconds: 0.015, noise: 0.1), amplitudes: [0.5])
    var samples = take.samples
    for index in [3, 6] {
      for offset in 0..<4800 {
        samples[take.onsetFrames[index] + gap + offset] +=
          second.samples[second.onsetFrames[0] + offset]
      }
    }
    let heard = Self.hear(samples, Self.hearing())
    #expect(heard.settled.count == 8)
    for index in [3, 6] {
      let refused = try #require(heard.refusal(at: take.onsetFrames[index] + gap))
      #expect(refused.refusal == .masked && refused.latest.sound == nil)
      #expect(try #require(refused.marginDecibels) > 0)
    }
    #expect(Self.hear(take.samples, Self.hearing()).refused.isEmpty, "one stroke is no second")
  }

  @Test("a faint stroke lacks what it would have to be louder to be heard")
  func faint() throws {
    func heard(_ decibels: Float) -> (Heard, [Int]) {
      let take = Self.strokes(
        [Float](repeating: Units.amplitude(decibels: decibels), count: 4))
      return (Self.hear(take.samples, Self.hearing()), take.onsetFrames)
    }
    let heardDecibels = try #require(
      stride(from: Float(-75), to: -30, by: 1).first { heard($0).0.settled.count == 4 })
    for lacking: Float in [4, 8] {
      let (faint, onsetFrames) = heard(heardDecibels - lacking)
      #expect(faint.settled.isEmpty)
      for frame in onsetFrames {
        let refused = try #require(faint.refusal(at: frame), "\(lacking) dB")
        #expect(refused.refusal == .faint)
        #expect(abs(try #require(refused.marginDecibels) - lacking) < 3)
      }
    }
  }

  /// Noise from 200 to 3000 Hz in syllables, four a second, as of somebody who talks.
  private static func talk(seconds: Int) -> [Float] {
    var (once, twice, slow): (Float, Float, Float) = (0, 0, 0)
    return Signal.noise(count: seconds * rateHz, amplitude: 0.5, seed: 7).enumerated().map {
      once += 0.3 * ($1 - once)
      twice += 0.3 * (once - twice)
      slow += 0.03 * (twice - slow)
      let syllable = 0.5 + 0.5 * sinf(2 * .pi * 4 * Float($0) / Float(rateHz))
      return syllable * syllable * syllable * (twice - slow)
    }
  }

  @Test("talk is no stroke, by the judge's odds, and floods nobody")
  func noise() throws {
    let heard = Self.hear(Self.talk(seconds: 10), Self.hearing())
    let refused = heard.refused.filter { $0.refusal == .notAStroke }
    #expect(!refused.isEmpty)
    for hit in refused {
      #expect(hit.latest.sound == nil && hit.marginDecibels == nil)
      #expect(try #require(hit.marginLogOdds) > 0)
    }
    for refusal in Refusal.allCases {
      #expect(heard.refused.count { $0.refusal == refusal } <= 200, "\(refusal)")
    }
  }

  @Test("the same is refused in blocks of any size", arguments: [1, 37, 64, 1000])
  func blocks(blockFrames: Int) {
    let samples = Self.talk(seconds: 2) + Self.strokes([0.5, 0.02, 0.001, 0.3]).samples
    let whole = Self.hear(samples, Self.hearing(thresholdDecibels: -20))
    let blocks = Self.hear(
      samples, Self.hearing(thresholdDecibels: -20), blockFrames: blockFrames)
    func text(_ hits: [Hit]) -> [String] {
      hits.map {
        "\($0.onsetFrame) \($0.refusal?.rawValue ?? "") \($0.marginDecibels ?? -1) \($0.identity)"
      }
    }
    #expect(text(whole.refused) == text(blocks.refused) && !whole.refused.isEmpty)
    #expect(text(whole.settled) == text(blocks.settled))
  }
}
