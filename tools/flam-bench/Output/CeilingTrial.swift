// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc

/// Whether any sample passes the ceiling of the live limiter.
struct CeilingTrial {
  /// Difficult inputs, in turn.
  private enum Kind: CaseIterable {
    case anyBits, noise, steps, tones, clicks, denormals
  }

  private static let blockFrames = 512

  let sampleCount: Int
  let seed: UInt64

  func run() -> Bool {
    var generator = SeededGenerator(seed: seed)
    var limiter = SoftLimiter(channelCount: 1)
    var block = [Float](repeating: 0, count: Self.blockFrames)
    var highest: Float = 0
    var isNumber = true
    var kind = 0
    for _ in 0..<(sampleCount + Self.blockFrames - 1) / Self.blockFrames {
      fill(&block, Kind.allCases[kind % Kind.allCases.count], &generator)
      kind += 1
      var span = block.mutableSpan
      limiter.process(&span)
      for sample in block {
        highest = max(highest, abs(sample))
        isNumber = isNumber && sample.isFinite
      }
    }
    let decibels = Double(Units.decibels(amplitude: highest))
    print(
      "  soft, \(sampleCount) samples of noise, steps of a million, bursts, any bits: "
        + "highest \(decibels.digits(4)) dBFS")
    return verdict(
      "nothing passes -0.3 dBFS, all are numbers",
      isNumber && highest <= SoftLimiter.ceilingAmplitude)
  }

  private func fill(_ block: inout [Float], _ kind: Kind, _ generator: inout SeededGenerator) {
    let amplitude = Units.amplitude(decibels: 60 * generator.uniform() - 20)
    let frequency = 0.5 * generator.uniform()
    for index in block.indices {
      let random = 2 * generator.uniform() - 1
      switch kind {
      case .anyBits: block[index] = Float(bitPattern: UInt32(truncatingIfNeeded: generator.next()))
      case .noise: block[index] = amplitude * random
      case .steps: block[index] = (index / 17) % 2 == 0 ? 1e6 : -1e6
      case .tones: block[index] = amplitude * sin(2 * .pi * frequency * Float(index))
      case .clicks: block[index] = abs(random) > 0.98 ? 100 * random : 0.1 * random
      case .denormals: block[index] = .leastNonzeroMagnitude * (1000 * random).rounded()
      }
    }
  }
}
