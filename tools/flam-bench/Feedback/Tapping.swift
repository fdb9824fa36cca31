// SPDX-License-Identifier: GPL-3.0-or-later
import SoundFiles
import DSP
import Latency

/// Someone who taps: strokes cut from takes, at random distances and levels, over a little noise.
struct Tapping {
  private static let sampleRateHz: Float = 48_000
  private static let leadFrames = 24
  private static let strokeSeconds: Float = 0.09
  private static let spacingSeconds: ClosedRange<Float> = 0.09...0.45
  private static let loudestDecibels: Float = -10
  private static let rangeDecibels: Float = 18
  private static let noiseDecibels: Float = -60
  /// Quiet before the first tap and after the last.
  private static let marginSeconds: Float = 1

  /// The microphone's sound without them, mono.
  let noise: [Float]
  /// The microphone's sound with them.
  private(set) var samples: [Float]
  /// Where each tap begins, and its peak.
  private(set) var taps: [(frame: Int, amplitude: Float)] = []

  /// `count` taps out of `strokes`.
  init(_ strokes: [[Float]], count: Int, seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    func frames(_ seconds: Float) -> Int {
      Units.frames(seconds: seconds, sampleRateHz: Self.sampleRateHz)
    }
    var frame = frames(Self.marginSeconds)
    for _ in 0..<count {
      let decibels = Self.loudestDecibels - Self.rangeDecibels * random.uniform()
      taps.append((frame, Units.amplitude(decibels: decibels)))
      let span = Self.spacingSeconds.upperBound - Self.spacingSeconds.lowerBound
      frame += frames(Self.spacingSeconds.lowerBound + span * random.uniform())
    }
    let length = (frame + frames(Self.marginSeconds)) / 64 * 64
    let noisePeak = Units.amplitude(decibels: Self.noiseDecibels) * Float(3).squareRoot()
    noise = (0..<length).map { _ in noisePeak * (2 * random.uniform() - 1) }
    samples = noise
    for tap in taps {
      let stroke = strokes[min(strokes.count - 1, Int(random.uniform() * Float(strokes.count)))]
      for (index, sample) in stroke.enumerated() {
        samples[tap.frame - Self.leadFrames + index] += tap.amplitude * sample
      }
    }
  }

  /// The strokes of a take that stand alone, with a peak of 1 each; empty if their beginnings are
  /// unknown.
  static func strokes(takePath: String) throws -> [[Float]] {
    guard let onsets = TakeTruth.onsetFrames(ofTake: takePath) else { return [] }
    let take = try Take(path: takePath)
    let length = Units.frames(seconds: strokeSeconds, sampleRateHz: sampleRateHz)
    let fade = length / 4
    var strokes: [[Float]] = []
    for (index, onset) in onsets.enumerated() {
      let next = index + 1 < onsets.count ? onsets[index + 1] : take.samples.count
      guard next - onset > length, onset >= leadFrames else { continue }
      let cut = take.samples[onset - leadFrames..<onset - leadFrames + length]
      let peak = cut.reduce(0) { max($0, abs($1)) }
      strokes.append(
        cut.enumerated().map { $1 / peak * min(1, Float(length - $0) / Float(fade)) })
    }
    return strokes
  }
}
