// SPDX-License-Identifier: GPL-3.0-or-later

/// Strikes one after another at even distances, their levels in a cycle.
struct StrokeSeries {
  /// Noise of the room, in dBFS (root mean square).
  let roomDecibels: Double
  let firstSeconds: Double
  let apartSeconds: Double
  /// Peaks of the strikes in turn, in dBFS.
  let peakDecibels: [Double]

  /// Strikes that ring into a lively room, so that what follows each could be taken for another.
  static let ringing = StrokeSeries(
    roomDecibels: -66, firstSeconds: 1, apartSeconds: 0.7,
    peakDecibels: [-8, -11, -14, -17, -20])
  /// Strikes of a player at ease, for steady sounds under them.
  static let even = StrokeSeries(
    roomDecibels: -70, firstSeconds: 2, apartSeconds: 0.75, peakDecibels: [-8, -12, -16, -20])
  /// Soft to hard strikes, whose velocities are compared.
  static let dynamics = StrokeSeries(
    roomDecibels: -75, firstSeconds: 1, apartSeconds: 0.6, peakDecibels: [-34, -26, -18, -10])

  /// Sixteenths at 110 beats a minute in a silent room: an accent, then three ghost notes so far under it.
  static func ghosts(underAccentDecibels: Double) -> StrokeSeries {
    let accent = -6.0
    let ghost = accent - underAccentDecibels
    return StrokeSeries(
      roomDecibels: -85, firstSeconds: 1, apartSeconds: 60 / 110 / 4,
      peakDecibels: [accent, ghost, ghost, ghost])
  }

  /// So many strikes of a set in turn, and a second after the last.
  func signal(_ strikes: StrikeSet, count: Int, seed: UInt64) -> TestSignal {
    var maker = NoiseMaker(seed: seed)
    var signal = TestSignal(
      seconds: firstSeconds + Double(count) * apartSeconds + 1, sampleRateHz: strikes.sampleRateHz)
    signal.addNoise(decibels: roomDecibels, &maker)
    for number in 0..<count {
      signal.strike(
        strikes.clips[number % strikes.clips.count],
        peakDecibels: peakDecibels[number % peakDecibels.count],
        atSeconds: firstSeconds + Double(number) * apartSeconds)
    }
    return signal
  }
}
