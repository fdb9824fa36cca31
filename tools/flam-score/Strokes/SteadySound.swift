// SPDX-License-Identifier: GPL-3.0-or-later

/// A sound that goes on unchanged under the strikes; all of it synthetic.
enum SteadySound: String, CaseIterable {
  /// Hum of the mains with its harmonics, in Europe and in America.
  case hum50, hum60
  /// The pulses of a dimmer.
  case buzz
  /// The blades of a fan, with its air.
  case fan
  /// An alarm that does not pause.
  case alarm
  /// Low noise of feet, traffic and wind, 10 to 30 Hz.
  case rumble

  /// For tables.
  var name: String {
    switch self {
    case .hum50: "hum of 50 Hz"
    case .hum60: "hum of 60 Hz"
    case .buzz: "buzz of a dimmer"
    case .fan: "tone of a fan"
    case .alarm: "alarm"
    case .rumble: "rumble"
    }
  }

  /// So much of it, at a level in dBFS (root mean square); `seed` determines phases and noise.
  func sound(count: Int, decibels: Double, sampleRateHz: Int, seed: UInt64) -> [Float] {
    var maker = NoiseMaker(seed: seed)
    var sound = tones(&maker).sound(count: count, sampleRateHz: sampleRateHz)
    if self == .fan {
      let air = maker.noise(
        .pink, count: count, decibels: sound.levelDecibels - 24, sampleRateHz: sampleRateHz)
      for frame in sound.indices { sound[frame] += air[frame] }
    }
    sound.setLevel(decibels: decibels)
    return sound
  }

  private func tones(_ maker: inout NoiseMaker) -> [Tone] {
    switch self {
    case .hum50, .hum60:
      Tone.hum(frequencyHz: self == .hum50 ? 50 : 60, isPulsed: false, &maker)
    case .buzz: Tone.hum(frequencyHz: 50, isPulsed: true, &maker)
    case .fan:
      (1...4).map { Tone(frequencyHz: 236 * $0, amplitude: 1 / Double($0), phase: 0) }
    case .alarm:
      [1, 3].map { Tone(frequencyHz: 2900 * $0, amplitude: 1 / Double($0 * $0), phase: 0) }
    case .rumble:
      (10...30).map { Tone(frequencyHz: $0, amplitude: 1, phase: maker.number(in: 0...1)) }
    }
  }
}
