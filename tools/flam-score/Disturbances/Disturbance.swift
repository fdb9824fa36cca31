// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc

/// A sound that begins around the strikes and ends again; all of it synthetic.
enum Disturbance: String, CaseIterable {
  /// White noise that steps between -70 and -30 dBFS.
  case steps
  /// A motor that spins up, blows and spins down.
  case fan
  /// Low noise and a diesel's pulses that swell and fade.
  case lorry
  /// Chords and a bass line, no drums.
  case music
  /// Hiss and drops on a window pane.
  case rain
  /// The gain of the microphone turned down by 20 dB and up again, over and over.
  case gain
  /// 50 Hz and its harmonics, switched on and off: softly mixed, and as the pulses of a dimmer.
  case hum
  case buzz
  /// One loud crash near full scale.
  case crash
  /// Nothing at all, not even noise, for an hour.
  case silence

  /// For tables.
  var name: String {
    switch self {
    case .steps: "noise in steps of 40 dB"
    case .fan: "fan"
    case .lorry: "passing lorry"
    case .music: "music"
    case .rain: "rain on the window"
    case .gain: "gain turned by 20 dB"
    case .hum: "hum"
    case .buzz: "buzz of a dimmer"
    case .crash: "one loud crash"
    case .silence: "an hour of silence"
    }
  }

  /// How long it lasts, in seconds.
  var seconds: Double {
    switch self {
    case .crash: 3
    case .lorry: 16
    case .silence: 3600
    default: 24
    }
  }

  /// Nothing is struck while it lasts.
  var isWithoutStrikes: Bool { self == .silence }

  /// The noise of the room with it, in dBFS (root mean square).
  var roomDecibels: Double {
    switch self {
    case .gain: -60
    case .silence: -.infinity
    default: TestSignal.quietDecibels
    }
  }

  /// The linear gain of everything, `seconds` after its begin, as long as it lasts.
  func gain(afterSeconds seconds: Double) -> Float {
    guard self == .gain, (0..<self.seconds).contains(seconds) else { return 1 }
    // Triangles of 6 s between 0 and -20 dB.
    let phase = (seconds / 6).truncatingRemainder(dividingBy: 1)
    return Units.amplitude(decibels: Float(-20 * (1 - abs(2 * phase - 1))))
  }

  /// Its sound.
  func sound(sampleRateHz: Int, seed: UInt64) -> [Float] {
    let count = Int(seconds * Double(sampleRateHz))
    var maker = NoiseMaker(seed: seed)
    switch self {
    case .steps: return steps(count: count, sampleRateHz, &maker)
    case .fan: return fan(count: count, sampleRateHz, &maker)
    case .lorry: return lorry(count: count, sampleRateHz, &maker)
    case .music: return SyntheticMusic(sampleRateHz: sampleRateHz).sound(count: count)
    case .rain: return SyntheticRain(sampleRateHz: sampleRateHz).sound(count: count, &maker)
    case .hum: return hum(count: count, sampleRateHz, &maker, isPulsed: false)
    case .buzz: return hum(count: count, sampleRateHz, &maker, isPulsed: true)
    case .crash: return crash(count: count, sampleRateHz, &maker)
    case .gain, .silence: return []
    }
  }

  private func steps(count: Int, _ sampleRateHz: Int, _ maker: inout NoiseMaker) -> [Float] {
    let loud = maker.noise(count: count, decibels: -30, sampleRateHz: sampleRateHz)
    let low = Units.amplitude(decibels: -40)
    return loud.indices.map { frame in
      let step = 4 * frame / count
      return loud[frame] * (step % 2 == 0 ? 1 : low)
    }
  }

  private func fan(count: Int, _ sampleRateHz: Int, _ maker: inout NoiseMaker) -> [Float] {
    var air = maker.noise(.pink, count: count, decibels: -40, sampleRateHz: sampleRateHz)
    let length = Double(count) / Double(sampleRateHz)
    var turns = 0.0
    for frame in air.indices {
      let time = Double(frame) / Double(sampleRateHz)
      // Spins up and down within 4 s; its blades pass 118 times a second.
      let speed = max(0, min(1, time / 4, (length - time) / 4))
      turns += 118 * speed / Double(sampleRateHz)
      let blades = (1...5).reduce(0.0) { $0 + sin(2 * .pi * Double($1) * turns) / Double($1) }
      air[frame] = Float(speed * speed) * (air[frame] + 0.004 * Float(blades))
    }
    return air
  }

  private func lorry(count: Int, _ sampleRateHz: Int, _ maker: inout NoiseMaker) -> [Float] {
    var rumble = maker.noise(.brown, count: count, decibels: -20, sampleRateHz: sampleRateHz)
    for frame in rumble.indices {
      // Six cylinders fire 60 times a second.
      let turns = 60 * Double(frame) / Double(sampleRateHz)
      rumble[frame] += Float(0.3 * exp(-10 * turns.truncatingRemainder(dividingBy: 1)))
    }
    for _ in 0..<2 { rumble.smooth(step: Float(2 * .pi * 120 / Double(sampleRateHz))) }
    let mean = rumble.reduce(0, +) / Float(max(1, count))
    for frame in rumble.indices { rumble[frame] -= mean }
    rumble.setLevel(decibels: -24)
    for frame in rumble.indices {
      rumble[frame] *= Float(pow(sin(.pi * Double(frame) / Double(count)), 4))
    }
    return rumble
  }

  private func hum(
    count: Int, _ sampleRateHz: Int, _ maker: inout NoiseMaker, isPulsed: Bool
  ) -> [Float] {
    var hum = Tone.hum(frequencyHz: 50, isPulsed: isPulsed, &maker)
      .sound(count: count, sampleRateHz: sampleRateHz)
    hum.setLevel(decibels: -34)
    hum.fadeEnds(frames: sampleRateHz / 200)
    return hum
  }

  private func crash(count: Int, _ sampleRateHz: Int, _ maker: inout NoiseMaker) -> [Float] {
    var crash = maker.noise(count: count, decibels: 0, sampleRateHz: sampleRateHz)
    for frame in crash.indices {
      let time = Double(frame) / Double(sampleRateHz)
      crash[frame] *= Float((1 - exp(-time / 0.001)) * exp(-time / 0.4))
    }
    crash.fadeEnds(frames: 2)
    let gain = 0.9 / max(1e-9, crash.peak)
    return crash.map { gain * $0 }
  }
}
