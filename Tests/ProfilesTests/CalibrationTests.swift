// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc
import Testing

@testable import Profiles

@Suite struct CalibrationTests {
  /// Trials of two sounds, normal around 0 and 2 with a deviation of 1, whose distances are `exaggeration` times the
  /// true ones; the known posterior is what remains when they are divided by it. One in a hundred goes by the other's
  /// name.
  private func trials(
    _ count: Int, exaggeration: Float, seed: UInt64 = 1
  ) -> [Calibration.Trial] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { index in
      let radius = sqrtf(-2 * logf(1 - generator.uniform()))
      let position = 2 * Float(index % 2) + radius * cosf(2 * .pi * generator.uniform())
      let distances = [position * position, (position - 2) * (position - 2)]
      let isLapse = index % 100 == 99
      return (
        isLapse ? 0 : index % 2, Array(repeating: distances.map { exaggeration * $0 }, count: 7)
      )
    }
  }

  @Test(
    "distances that count twice or half are brought back to the true posterior",
    arguments: [
      Float(0.5), 1, 2,
    ])
  func posterior(exaggeration: Float) {
    let calibration = Calibration(trials(4000, exaggeration: exaggeration))
    for sharpness in calibration.sharpness {
      #expect(abs(sharpness * exaggeration - 1) < 0.15)
    }
  }

  @Test("few examples that are all right do not make certain")
  func few() {
    let sure = (0..<6).map { index -> Calibration.Trial in
      (index % 2, Array(repeating: index % 2 == 0 ? [0, 50] : [50, 0], count: 7))
    }
    #expect(Calibration(sure).sharpness.allSatisfy { $0 < 2 })
  }

  @Test("one wrong example hardly changes what the others show")
  func lapse() {
    let plain = trials(200, exaggeration: 1)
    let spoiled = plain + [(0, Array(repeating: [150, 0], count: 7))]
    for (one, other) in zip(Calibration(plain).sharpness, Calibration(spoiled).sharpness) {
      #expect(other > 0.8 * one)
    }
  }

  @Test("a horizon is as sure as its neighbours if it says nothing itself")
  func smooth() {
    let reported = trials(1000, exaggeration: 4).map { trial -> Calibration.Trial in
      var distances = trial.distances
      distances[3] = [0, 0]
      return (trial.sound, distances)
    }
    let sharpness = Calibration(reported).sharpness
    #expect(sharpness[3] < 0.5)
  }
}
