// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// One way in which a body vibrates: a resonance that rings after a blow.
package struct Mode: Sendable {
  package var hz: Double
  /// Time to fall by 60 dB.
  package var ringSeconds: Double
  /// Amplitude after a unit impulse.
  package var level: Double
  /// Its place in the stereo image, -1 (left) to 1 (right).
  package var pan: Double
  /// The phase by which the right side leads the left: this makes metal sound wide.
  package var phaseRadians: Double

  package init(
    hz: Double, ringSeconds: Double, level: Double, pan: Double = 0, phaseRadians: Double = 0
  ) {
    (self.hz, self.ringSeconds, self.level) = (hz, ringSeconds, level)
    (self.pan, self.phaseRadians) = (pan, phaseRadians)
  }
}

extension Mode {
  /// The two directions in which a disc rings in a mode with nodal diameters.
  ///
  /// On an even disc both have one pitch. A hammered one is uneven: they lie a little apart, and the tone swells and fades.
  /// Source: Fletcher and Rossing, sections 3.6 and 20.1.
  ///
  /// - Parameters:
  ///   - apartHz: How far apart they are.
  ///   - share: How loud the second is compared with the first.
  func pair(apartHz: Double, share: Double) -> [Mode] {
    var second = self
    second.hz += apartHz
    second.level *= share
    second.pan = -pan
    return [self, second]
  }
}

/// The pitch of a stretched head after a stroke has tightened it, falling back, as a factor on
/// frequency for each frame. Source: Fletcher and Rossing, section 18.2 (tension modulation).
package func tensionGlide(depth: Double, fallSeconds: Double) -> [Double] {
  (0..<Int(fallSeconds * 8 * sampleRateHz)).map {
    1 + depth * exp(-Double($0) / (fallSeconds * sampleRateHz))
  }
}

extension Sound {
  /// Modes that are computed at the same time.
  private typealias Lanes = SIMD8<Double>

  /// Adds the sound of modes that a force drives.
  ///
  /// Each mode is a rotating phasor with a decay (a one-pole complex resonator), which holds its
  /// amplitude exactly while its frequency glides.
  package mutating func ring(_ modes: [Mode], drivenBy force: [Double], glide: [Double] = []) {
    // Modes that end together are computed together.
    let heard = modes.filter { $0.hz < 0.45 * sampleRateHz }.sorted {
      ($0.ringSeconds, $0.hz) > ($1.ringSeconds, $1.hz)
    }
    for start in stride(from: 0, to: heard.count, by: Lanes.scalarCount) {
      let group = heard[start..<min(heard.count, start + Lanes.scalarCount)]
      ring(lanes: Array(group), drivenBy: force, glide: glide)
    }
  }

  private mutating func ring(lanes modes: [Mode], drivenBy force: [Double], glide: [Double]) {
    func lanes(_ value: (Mode) -> Double) -> Lanes {
      var lanes = Lanes.zero
      for (index, mode) in modes.enumerated() { lanes[index] = value(mode) }
      return lanes
    }
    let radians = modes.map { 2 * Double.pi * $0.hz / sampleRateHz }
    let decays = modes.map { decayPerFrame(ringSeconds: $0.ringSeconds) }
    func steps(_ factor: Double) -> (real: Lanes, imaginary: Lanes) {
      var (real, imaginary) = (Lanes.zero, Lanes.zero)
      for index in modes.indices {
        real[index] = decays[index] * cos(radians[index] * factor)
        imaginary[index] = decays[index] * sin(radians[index] * factor)
      }
      return (real, imaginary)
    }
    let leftGain = lanes { $0.level * panGains($0.pan).left }
    let rightGain = lanes { $0.level * panGains($0.pan).right }
    let rightReal = rightGain * lanes { sin($0.phaseRadians) }
    let rightImaginary = rightGain * lanes { cos($0.phaseRadians) }
    var step = steps(1)
    var (real, imaginary) = (Lanes.zero, Lanes.zero)
    for frame in 0..<frameCount {
      if frame < glide.count { step = steps(glide[frame]) }
      let nextReal = real * step.real - imaginary * step.imaginary
      imaginary = real * step.imaginary + imaginary * step.real
      real = nextReal
      if frame < force.count {
        real += force[frame]
      } else if frame & 1023 == 0, (real * real + imaginary * imaginary).max() < 1e-14 {
        return
      }
      left[frame] += (leftGain * imaginary).sum()
      right[frame] += (rightImaginary * imaginary + rightReal * real).sum()
    }
  }
}
