// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// Recorded strikes over real backgrounds that come and go.
enum RoomSignal {
  private static let seconds = 150.0
  private static let bedDecibels = -72.0
  private static let noiseDecibels = -50.0 ... -25.0
  private static let noiseSeconds = 4.0...12.0
  private static let pauseSeconds = 0.0...4.0
  private static let fadeSeconds = 0.020
  private static let peakDecibels = -14.0 ... -4.0
  private static let apartSeconds = 0.4...1.4

  /// Strikes with peaks of -14...-4 dBFS over backgrounds of 4...12 s at -50...-25 dBFS (root mean square).
  static func make(
    _ strikes: StrikeSet, over noises: RoomNoises, seed: UInt64
  ) throws -> TestSignal {
    var maker = NoiseMaker(seed: seed)
    let rate = strikes.sampleRateHz
    var stage = TestSignal(seconds: seconds, sampleRateHz: rate)
    stage.addNoise(decibels: bedDecibels, &maker)
    var time = 0.0
    while time < seconds {
      let length = maker.number(in: noiseSeconds)
      let sound = try noises.sound(maker.index(below: noises.count))
      let gain = Units.amplitude(decibels: Float(maker.number(in: noiseDecibels)))
      var piece = (0..<Int(length * Double(rate))).map { gain * sound[$0 % sound.count] }
      piece.fadeEnds(frames: Int(fadeSeconds * Double(rate)))
      stage.add(piece, atSeconds: time)
      time += length + maker.number(in: pauseSeconds)
    }
    time = 2
    while time < seconds - 1 {
      stage.strike(
        strikes.clips[maker.index(below: strikes.clips.count)],
        peakDecibels: maker.number(in: peakDecibels), atSeconds: time)
      time += maker.number(in: apartSeconds)
    }
    return stage
  }
}
