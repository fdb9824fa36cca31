// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc
import Simulation
import TestSupport
import Testing

@Suite struct RoomReverbTests {
  private func energy(_ frames: some Sequence<Float>) -> Double {
    frames.reduce(0) { $0 + Double($1) * Double($1) }
  }

  private func click(seconds: Double, rateHz: Float) -> [Float] {
    [1, 0] + EffectRig.constant(0, count: Int(seconds * Double(rateHz)))
  }

  /// The time of 60 dB by the slope of Schroeder's integral, from -5 to -35 dB.
  private func decaySeconds(_ echoes: [Float], rateHz: Float) -> Double {
    var left = energy(echoes)
    let whole = left
    var (first, last) = (0, 0)
    for frame in 0..<echoes.count / 2 {
      left -= energy(echoes[2 * frame...2 * frame + 1])
      if left > whole * pow(10, -0.5) { first = frame }
      if left > whole * pow(10, -3.5) { last = frame }
    }
    return 2 * Double(last - first) / Double(rateHz)
  }

  @Test(
    "echoes fall by 60 dB in the decay time", .slow,
    arguments: [(0, 0.3), (0.5, 0.3), (0.5, 1.2), (1, 0.6), (1, 2)] as [(Float, Float)],
    [48_000] as [Float])
  func decay(room: (size: Float, seconds: Float), rateHz: Float) {
    let echoes = EffectRig.play(
      RoomReverb.init, [room.size, room.seconds, 0, 1],
      click(seconds: 1.2 * Double(room.seconds), rateHz: rateHz), rateHz: rateHz)
    let seconds = decaySeconds(echoes, rateHz: rateHz)
    #expect(abs(seconds / Double(room.seconds) - 1) < 0.1, "\(room): \(seconds) s")
  }

  @Test("the energy of a click stays about the same", arguments: [0, 0.5, 1] as [Float])
  func energy(damping: Float) {
    for (size, seconds) in [(0.2, 0.3), (0.6, 1), (1, 2)] as [(Float, Float)] {
      let echoes = EffectRig.play(
        RoomReverb.init, [size, seconds, damping, 1],
        click(seconds: 1.2 * Double(seconds), rateHz: 48_000))
      let level = 10 * log10(energy(echoes))
      #expect(abs(level) < 1.5, "\(size), \(seconds) s: \(level) dB")
    }
  }

  @Test("damping lets high echoes end sooner")
  func damping() {
    func highs(_ damping: Float) -> Double {
      let echoes = EffectRig.play(
        RoomReverb.init, [0.5, 1, damping, 1], click(seconds: 0.5, rateHz: 48_000))
      let late = Array(EffectRig.left(echoes)[12_000..<12_000 + 8192])
      let powers = EffectRig.powers(late)
      return powers[1700...].reduce(0, +) / powers[100..<170].reduce(0, +)
    }
    #expect(highs(1) < 1e-3 * highs(0))
  }

  @Test("the sides are nearly uncorrelated, and the sound itself passes by the mix")
  func sides() {
    let echoes = EffectRig.play(
      RoomReverb.init, [0.5, 0.6, 0.3, 1], click(seconds: 0.6, rateHz: 48_000))
    let common = zip(EffectRig.left(echoes), EffectRig.right(echoes)).reduce(0.0) {
      $0 + Double($1.0) * Double($1.1)
    }
    #expect(abs(common) / energy(echoes) < 0.1)
    let noise = Signal.noise(count: 1000)
    #expect(EffectRig.play(RoomReverb.init, [0.5, 0.6, 0.3, 0], noise) == noise)
  }
}
