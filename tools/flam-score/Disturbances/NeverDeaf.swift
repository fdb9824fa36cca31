// SPDX-License-Identifier: GPL-3.0-or-later

/// Strikes once a second after ten seconds of noise, and strikes over noise that goes on.
enum NeverDeaf {
  static let strikeCount = 87
  private static let noiseSeconds = 10.0
  private static let noiseDecibels = -30.0
  private static let peakDecibels = -20.0
  /// Noise that goes on, and how far the strikes stand over it: the loudest 10 ms of each, root mean square.
  private static let lastingDecibels = -40.0
  private static let overNoiseDecibels = 12.0
  private static let loudestSeconds = 0.010

  /// Noise at -30 dBFS that ends, then a strike a second with its peak at -20 dBFS.
  static func afterNoise(_ strikes: StrikeSet, seed: UInt64) -> TestSignal {
    var maker = NoiseMaker(seed: seed)
    var stage = TestSignal(
      seconds: noiseSeconds + Double(strikeCount) + 1, sampleRateHz: strikes.sampleRateHz)
    stage.addNoise(decibels: TestSignal.quietDecibels, &maker)
    stage.add(
      maker.noise(
        count: Int(noiseSeconds) * strikes.sampleRateHz, decibels: noiseDecibels,
        sampleRateHz: strikes.sampleRateHz))
    for number in 0..<strikeCount {
      stage.strike(
        strikes.clips[number % strikes.clips.count], peakDecibels: peakDecibels,
        atSeconds: noiseSeconds + Double(number + 1))
    }
    return stage
  }

  /// Noise at -40 dBFS that goes on, and a strike a second 12 dB over it.
  static func inNoise(_ strikes: StrikeSet, seed: UInt64) -> TestSignal {
    var maker = NoiseMaker(seed: seed)
    var stage = TestSignal(seconds: Double(strikeCount) + 6, sampleRateHz: strikes.sampleRateHz)
    stage.addNoise(decibels: lastingDecibels, &maker)
    for number in 0..<strikeCount {
      let clip = strikes.clips[number % strikes.clips.count]
      let loudest = loudestDecibels(clip)
      let gain = lastingDecibels + overNoiseDecibels - loudest
      let peak = [clip.samples.peak].levelDecibels
      stage.strike(clip, peakDecibels: peak + gain, atSeconds: Double(number + 5))
    }
    return stage
  }

  /// Level of the loudest 10 ms of a clip, in dBFS (root mean square).
  static func loudestDecibels(_ clip: Clip) -> Double {
    let length = max(1, Int(loudestSeconds * Double(clip.sampleRateHz)))
    let starts = stride(from: 0, through: max(0, clip.samples.count - length), by: length / 4 + 1)
    return starts.map { Array(clip.samples[$0..<min(clip.samples.count, $0 + length)]) }
      .map(\.levelDecibels).max() ?? -.infinity
  }
}
