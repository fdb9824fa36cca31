// SPDX-License-Identifier: GPL-3.0-or-later

/// Rolls: bursts of one sound, as fast as hands can play.
enum RollSignal {
  private static let rollCount = 8
  private static let strokesPerRoll = 10
  static let strokeCount = rollCount * strokesPerRoll
  private static let roomDecibels = -66.0
  private static let peakDecibels = -18.0 ... -12.0
  private static let pauseSeconds = 1.0
  /// How far hands stray from even, as a share of the gap.
  private static let unevenShare = -0.05...0.05

  /// Rolls with pauses between them, each of one sound, at a speed in strokes a second.
  static func make(_ strikes: StrikeSet, strokesPerSecond: Double, seed: UInt64) -> TestSignal {
    var maker = NoiseMaker(seed: seed)
    let gap = 1 / strokesPerSecond
    let rollSeconds = Double(strokesPerRoll) * gap + pauseSeconds
    var signal = TestSignal(
      seconds: pauseSeconds + Double(rollCount) * rollSeconds, sampleRateHz: strikes.sampleRateHz)
    signal.addNoise(decibels: roomDecibels, &maker)
    let bySound = Dictionary(grouping: strikes.clips, by: \.label).sorted { $0.key < $1.key }
    for roll in 0..<rollCount {
      let clips = bySound[roll % bySound.count].value
      for stroke in 0..<strokesPerRoll {
        let uneven = gap * maker.number(in: unevenShare)
        signal.strike(
          clips[maker.index(below: clips.count)], peakDecibels: maker.number(in: peakDecibels),
          atSeconds: pauseSeconds + Double(roll) * rollSeconds + Double(stroke) * gap + uneven)
      }
    }
    return signal
  }
}
