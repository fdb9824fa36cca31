// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Limiters

/// What a limiter did to a sound.
struct LimiterSummary: Encodable, CustomStringConvertible {
  /// Levels of a sound; -infinity for silence, null in JSON.
  struct Levels: Encodable {
    let peakDecibels: Float
    let truePeakDecibels: Float
    /// Integrated, in LUFS: of a mono sound as if it came from one side, of more than two channels
    /// the first two; a sound shorter than 400 ms as if silence followed.
    let loudness: Float
    let loudestMomentary: Float

    init(_ samples: [Float], channelCount: Int, sampleRateHz: Int) {
      let sane = samples.map { $0.isFinite ? $0 : 0 }
      peakDecibels = Units.decibels(amplitude: sane.reduce(0) { max($0, abs($1)) })
      var peak = TruePeakMeter(channelCount: channelCount)
      let late = TruePeakMeter.latencyFrames * channelCount
      peak.process(sane + [Float](repeating: 0, count: late))
      truePeakDecibels = Units.decibels(amplitude: peak.amplitude)
      var meter = IntegratedLoudness(sampleRateHz: Float(sampleRateHz))
      for first in stride(from: 0, to: sane.count, by: channelCount) {
        meter.process(SIMD2(sane[first], channelCount > 1 ? sane[first + 1] : 0))
      }
      let whole = Units.frames(
        seconds: IntegratedLoudness.blockSeconds, sampleRateHz: Float(sampleRateHz))
      for _ in 0..<max(0, whole - sane.count / channelCount) { meter.process(.zero) }
      loudness = meter.loudness
      loudestMomentary = meter.loudestMomentary
    }

    func encode(to encoder: Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      // By `encode`, which writes null; `encodeIfPresent` writes nothing.
      func encode(_ decibels: Float, _ key: Key) throws {
        try container.encode(decibels.isFinite ? decibels : nil, forKey: key)
      }
      try encode(peakDecibels, .peakDecibels)
      try encode(truePeakDecibels, .truePeakDecibels)
      try encode(loudness, .loudness)
      try encode(loudestMomentary, .loudestMomentary)
    }

    private enum Key: String, CodingKey {
      case peakDecibels, truePeakDecibels, loudness, loudestMomentary
    }
  }

  let kind: String
  let driveDecibels: Float
  let latencyFrames: Int
  let latencyMilliseconds: Double
  let input: Levels
  let output: Levels

  init(
    kind: LimiterKind, driveDecibels: Float, _ sound: WholeSound, driven: [Float],
    limited: [Float]
  ) {
    self.kind = kind.rawValue
    self.driveDecibels = driveDecibels
    latencyFrames = kind.latencyFrames(sampleRateHz: Float(sound.sampleRateHz))
    latencyMilliseconds = 1000 * Double(latencyFrames) / Double(sound.sampleRateHz)
    input = Levels(driven, channelCount: sound.channelCount, sampleRateHz: sound.sampleRateHz)
    output = Levels(limited, channelCount: sound.channelCount, sampleRateHz: sound.sampleRateHz)
  }

  var description: String {
    func line(_ levels: Levels) -> String {
      "\(levels.peakDecibels.text(places: 1)) dBFS, \(levels.truePeakDecibels.text(places: 1)) dBTP, "
        + "\(levels.loudness.text(places: 1)) LUFS"
    }
    return "\(line(input)) became \(line(output))"
  }
}
