// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc
import Instrument
import Simulation
import Testing

@Suite struct SteadySoundFilterTests {
  static let sampleRateHz: Float = 48_000

  /// Mains hum of a fundamental with six harmonics, at a level in dBFS (root mean square).
  static func hum(seconds: Float, fundamentalHz: Float = 50, decibels: Float) -> [Float] {
    let amplitudes: [Float] = [1, 0.4, 0.6, 0.2, 0.3, 0.1, 0.2]
    let power = amplitudes.reduce(0) { $0 + $1 * $1 / 2 }
    let gain = Units.amplitude(decibels: decibels) / power.squareRoot()
    return (0..<Int(seconds * sampleRateHz)).map { frame in
      var sum: Float = 0
      for (index, amplitude) in amplitudes.enumerated() {
        let turns = Double(fundamentalHz) * Double(index + 1) * Double(frame) / 48_000
        sum += amplitude * Float(sin(2 * .pi * turns + Double(index)))
      }
      return gain * sum
    }
  }

  static func filtered(_ signal: [Float], strokeFrame: Int = .max) -> [Float] {
    var filter = SteadySoundFilter(sampleRateHz: sampleRateHz)
    return signal.indices.map {
      filter.process(signal[$0], isStrokeSounding: $0 >= strokeFrame)
    }
  }

  static func decibels(_ signal: ArraySlice<Float>) -> Float {
    Units.decibels(power: signal.reduce(0) { $0 + $1 * $1 } / Float(signal.count))
  }

  @Test(
    "an offset is gone from the first sample on", arguments: [-0.5, -0.05, 0.05, 0.5] as [Float])
  func offset(_ offset: Float) {
    let noise = Signal.noise(count: 24_000, amplitude: 0.01)
    let clean = Self.filtered(noise)
    let shifted = Self.filtered(noise.map { $0 + offset })
    #expect(zip(clean, shifted).allSatisfy { abs($0 - $1) < 1e-5 })
  }

  @Test(
    "hum is removed by 30 dB within two seconds, at any mains frequency and a little beside it",
    arguments: [50, 49.8, 50.2, 60, 100] as [Float], [-40, -20] as [Float])
  func hum(fundamentalHz: Float, decibels: Float) {
    let signal = Self.hum(seconds: 3, fundamentalHz: fundamentalHz, decibels: decibels)
    let left = Self.filtered(signal)
    #expect(Self.decibels(left.suffix(48_000)) < decibels - 30)
  }

  @Test("a stroke beside a hum keeps its samples within 2 % of its peak")
  func strokeBesideHum() {
    var stroke = [Float](repeating: 0, count: 48_000 * 4)
    OnsetDetectorTests.addTap(&stroke, frame: 144_000, amplitude: 0.5, sampleRateHz: 48_000)
    let hum = Self.hum(seconds: 4, decibels: -20)
    let alone = Self.filtered(stroke.map { $0 + 1e-9 })
    let beside = Self.filtered(zip(stroke, hum).map { $0 + $1 }, strokeFrame: 144_000)
    let errors = zip(alone, beside).map { abs($0 - $1) }[144_000..<145_000]
    #expect(errors.max() ?? 1 < 0.01)
  }

  @Test(
    "hum is removed from 16 bit samples, many of which are zero", arguments: [-52, -46] as [Float])
  func quantised(decibels: Float) {
    let hum = Self.hum(seconds: 3, decibels: decibels).map { ($0 * 32_768).rounded() / 32_768 }
    #expect(hum.count { $0 == 0 } > 50)
    #expect(Self.decibels(Self.filtered(hum).suffix(48_000)) < decibels - 20)
  }

  @Test("samples that are no numbers leave no trace")
  func noNumbers() {
    var signal = Signal.noise(count: 96_000, amplitude: 0.01)
    let clean = Self.filtered(signal)
    signal[1000] = .nan
    signal[2000] = .infinity
    let left = Self.filtered(signal)
    #expect(zip(clean, left).suffix(48_000).allSatisfy { abs($0 - $1) < 1e-3 })
  }

  @Test("a fading tone and a gliding one are left as they are")
  func passing() {
    let fading = (0..<96_000).map { frame in
      0.3 * exp(-Float(frame) / 24_000) * sin(2 * .pi * 220 * Float(frame) / 48_000)
    }
    let gliding = (0..<96_000).map { frame in
      let seconds = Float(frame) / 48_000
      return 0.3 * sin(2 * .pi * (220 * seconds + 30 * seconds * seconds))
    }
    for signal in [fading, gliding] {
      let left = Self.filtered(signal)
      #expect(
        abs(Self.decibels(left[48_000...]) - Self.decibels(signal[48_000...])) < 0.5)
    }
  }

  @Test(
    "neither the end, a pause, nor the return after a pause of a hum is a stroke",
    arguments: [0, 0.0003, 0.003] as [Float])
  func cuts(noise: Float) {
    let hum = Self.hum(seconds: 4, decibels: -25)
    let room = Signal.noise(count: hum.count, amplitude: noise)
    let signal = zip(hum, room).map { $0 + $1 + 0.02 }
    let silence = [Float](repeating: 0, count: 16_017)
    let paused = signal[..<96_000] + silence + signal[96_111...] + silence
    let muted = signal[..<96_000] + silence + signal[(96_000 + silence.count)...] + silence
    for take in [paused, muted] {
      let found = OnsetDetectorTests.onsets(Array(take), sampleRateHz: 48_000)
      // Until then the hum is not known.
      #expect(!found.contains { $0.frame > 60_000 })
    }
  }

  @Test(
    "strokes are found beside a hum as loud as they are", arguments: [-30, -25, -20] as [Float])
  func strokesInHum(decibels: Float) {
    var signal = Self.hum(seconds: 20, decibels: decibels)
    let room = Signal.noise(count: signal.count, amplitude: 0.0005)
    for frame in signal.indices { signal[frame] += room[frame] }
    let frames = (0..<30).map { 96_000 + 28_000 * $0 }
    for (index, frame) in frames.enumerated() {
      OnsetDetectorTests.addTap(
        &signal, frame: frame, amplitude: [0.2, 0.3, 0.4][index % 3], sampleRateHz: 48_000,
        seed: UInt64(index))
    }
    let found = OnsetDetectorTests.onsets(signal, sampleRateHz: 48_000)
      .filter { $0.frame > 60_000 }
    #expect(found.count == 30)
    for (onset, frame) in zip(found, frames) { #expect(abs(onset.frame - frame) <= 48) }
  }
}
