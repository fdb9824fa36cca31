// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc

/// A knock on a plate: a pulse of the knuckle's rings several modes, and scrapes a little.
enum PlateTap {
  private static let seconds = 0.3

  /// The sound with a peak of 1, from its first sample on; each seed gives another plate.
  static func samples(sampleRateHz: Double, seed: UInt64) -> [Float] {
    var generator = SeededGenerator(seed: seed)
    func pick(_ lowest: Double, _ highest: Double) -> Double {
      lowest + (highest - lowest) * Double(generator.uniform())
    }
    let lowestHz = 80 * pow(30, pick(0, 1))
    let modes = (0..<3 + Int(pick(0, 5))).map { index in
      (
        hertz: lowestHz * (1 + Double(index) * pick(0.4, 1.6)),
        amplitude: pick(0.2, 1), phase: pick(-1, 1),
        decaySeconds: pick(0.005, 0.05) / (1 + Double(index) / 2)
      )
    }.filter { $0.hertz < 0.45 * sampleRateHz }
    let scrape = (level: pick(0.02, 0.4), decaySeconds: pick(0.001, 0.006))
    let contactFrames = 1 + Int(pick(0.0002, 0.0015) * sampleRateHz)
    let count = Int(seconds * sampleRateHz)
    let ringing = (0..<count).map { frame in
      let time = Double(frame) / sampleRateHz
      return modes.reduce(0) {
        $0 + $1.amplitude * exp(-time / $1.decaySeconds)
          * cos(2 * Double.pi * $1.hertz * time + $1.phase)
      }
    }
    let pulse = (1...contactFrames).map { sin(Double.pi * Double($0) / Double(contactFrames + 1)) }
    var knock = (0..<count).map { frame in
      (0..<min(contactFrames, frame + 1)).reduce(0) { $0 + pulse[$1] * ringing[frame - $1] }
    }
    let peak = knock.reduce(1e-9) { max($0, abs($1)) }
    for frame in knock.indices {
      let fall = exp(-Double(frame) / sampleRateHz / scrape.decaySeconds)
      knock[frame] = knock[frame] / peak + scrape.level * fall * pick(-1, 1)
    }
    let loudest = knock.reduce(0) { max($0, abs($1)) }
    return knock.map { Float($0 / loudest) }
  }
}
