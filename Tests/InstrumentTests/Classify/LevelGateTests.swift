// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import Instrument

@Suite struct LevelGateTests {
  @Test(
    "a learned sound needs its usual peak less 20 dB, and 20 dB more or less at the ends",
    arguments: [(0, -18), (50, -38), (100, -58)] as [(Float, Float)])
  func sensitivity(sensitivity: Float, threshold: Float) {
    var gate = LevelGate(usualPeaksDecibels: [-18, -6])
    gate.set(sensitivity: sensitivity)
    #expect(gate.thresholdDecibels(sound: 0) == threshold)
    #expect(gate.thresholdDecibels(sound: 1) == threshold + 12)
  }

  @Test("a threshold of the player's own holds as it is, until it is taken back")
  func ownThreshold() {
    var gate = LevelGate(usualPeaksDecibels: [-18, -6])
    gate.set(thresholdDecibels: -25, sound: 1)
    gate.set(thresholdDecibels: -1, sound: 2)
    for _ in 0..<8 { gate.add(peakDecibels: -33, sound: 0) }
    gate.set(sensitivity: 100)
    #expect(gate.thresholdDecibels(sound: 1) == -25)
    #expect(gate.thresholdDecibels(sound: 0) == -73)
    gate.set(thresholdDecibels: nil, sound: 1)
    #expect(gate.thresholdDecibels(sound: 1) == -61)
  }

  @Test(
    "the earlier it is judged, the further below its threshold a hit may seem to be",
    arguments: zip(0..<7, [24, 14, 5, 0, 0, 0, 0] as [Float]))
  func doubt(horizon: Int, decibels: Float) {
    let gate = LevelGate(usualPeaksDecibels: [-18])
    let least = -38 - decibels
    let refused = [least, least - 0.1].map {
      gate.isTooSoft($0, thresholdDecibels: -38, horizon: horizon)
    }
    #expect(refused == [false, true])
  }

  @Test("a change of the gain by -15 dB is followed within 8 strokes of a player's dynamics")
  func drift() {
    var gate = LevelGate(usualPeaksDecibels: [-18, -6])
    let dynamics: [Float] = [0, -5, 3, -2, 4, -4, 1, -1]
    for (index, decibels) in dynamics.enumerated() {
      gate.add(peakDecibels: -18 + 12 * Float(index % 2) + decibels, sound: index % 2)
    }
    #expect(gate.driftDecibels == 0 && gate.thresholdDecibels(sound: 0) == -38)
    for (index, decibels) in dynamics.enumerated() {
      gate.add(peakDecibels: -33 + 12 * Float(index % 2) + decibels, sound: index % 2)
    }
    #expect(abs(gate.driftDecibels + 15) <= 1)
    #expect(abs(gate.thresholdDecibels(sound: 0) + 53) <= 1)
    #expect(abs(gate.thresholdDecibels(sound: 1) + 41) <= 1)
  }

  @Test("a player's usual dynamics are no change of the gain, and none is followed beyond 30 dB")
  func driftLimits() {
    var gate = LevelGate(usualPeaksDecibels: [-18])
    for _ in 0..<8 { gate.add(peakDecibels: -23.9, sound: 0) }
    #expect(gate.driftDecibels == 0)
    for _ in 0..<8 { gate.add(peakDecibels: -68, sound: 0) }
    #expect(gate.driftDecibels == -30)
    for _ in 0..<8 { gate.add(peakDecibels: 22, sound: 0) }
    #expect(gate.driftDecibels == 30)
  }

  @Test("without a learned level, nothing is too soft before four strokes show what is usual")
  func general() {
    var gate = LevelGate(usualPeaksDecibels: [nil, nil])
    for peak in [-20, -10, -30] as [Float] { gate.add(peakDecibels: peak, sound: 0) }
    #expect(gate.thresholdDecibels(sound: 0) == -.infinity)
    let isRefused = gate.isTooSoft(-120, thresholdDecibels: -.infinity, horizon: 6)
    #expect(!isRefused)
    gate.add(peakDecibels: -40, sound: 1)
    for sound in 0...1 { #expect(gate.thresholdDecibels(sound: sound) == -40) }
    gate.set(sensitivity: 0)
    #expect(gate.thresholdDecibels(sound: 0) == -20)
    gate.set(sensitivity: 100)
    #expect(gate.thresholdDecibels(sound: 0) == -60)
    #expect(gate.driftDecibels == 0)
  }
}
