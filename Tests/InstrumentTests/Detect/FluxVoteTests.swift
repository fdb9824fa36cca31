// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc
import Simulation
import Testing

@testable import Instrument

@Suite struct FluxVoteTests {
  /// The vote on `frame`, 3 ms of it heard.
  static func decibels(_ signal: [Float], frame: Int, sampleRateHz: Float = 48_000) -> Float {
    var history = InputHistory(minimumCapacity: signal.count, sampleRateHz: 48_000)
    let heard = frame + Int(0.003 * sampleRateHz)
    for sample in signal[..<heard] { history.append(sample) }
    var vote = FluxVote(sampleRateHz: sampleRateHz)
    return vote.decibels(history, onsetFrame: frame)
  }

  static func tone(frequencyHz: (Float) -> Float, amplitude: (Float) -> Float) -> [Float] {
    var phase: Float = 0
    return (0..<9600).map { index in
      let time = Float(index) / 48_000
      phase += 2 * .pi * frequencyHz(time) / 48_000
      return amplitude(time) * sin(phase)
    }
  }

  @Test(
    "noise that rises by 20 dB is in favour in every band", arguments: [44_100, 96_000] as [Float])
  func burst(sampleRateHz: Float) {
    var signal = Signal.noise(count: Int(0.2 * sampleRateHz), amplitude: 0.01)
    let frame = signal.count / 2
    for index in frame..<signal.count { signal[index] *= 10 }
    #expect(Self.decibels(signal, frame: frame, sampleRateHz: sampleRateHz) > 6)
  }

  @Test("steady noise stays below 2 dB at any time", arguments: [3000, 4000, 5000, 6000])
  func steadyNoise(frame: Int) {
    let signal = Signal.noise(count: 9600, amplitude: 0.1)
    #expect(Self.decibels(signal, frame: frame) < 2)
  }

  @Test("a partial that swells by 20 dB in 10 ms, or that moves, raises little of the spectrum")
  func partials() {
    let noise = Signal.noise(count: 9600, amplitude: 0.003)
    let swelling = Self.tone(
      frequencyHz: { _ in 1000 }, amplitude: { 0.01 + 0.09 * min(max(($0 - 0.1) / 0.01, 0), 1) })
    let moving = Self.tone(
      frequencyHz: { 1000 + 60 * sin(40 * $0) }, amplitude: { _ in 0.1 })
    for tone in [swelling, moving] {
      #expect(Self.decibels(zip(tone, noise).map(+), frame: 4800) < 2)
    }
  }

  @Test("silence is no rise")
  func silence() {
    #expect(Self.decibels([Float](repeating: 0, count: 9600), frame: 4800) == 0)
  }

  @Test("works at 8 kHz with the available bands")
  func lowRate() {
    var signal = Signal.noise(count: 1600, amplitude: 0.01)
    for index in 800..<1600 { signal[index] *= 10 }
    #expect(Self.decibels(signal, frame: 800, sampleRateHz: 8000) > 8)
  }
}
