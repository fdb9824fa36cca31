// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// One way in which a body vibrates: a resonance that rings after a blow.
struct Mode: Sendable {
  var hz: Double
  /// Time to fall by 60 dB.
  var ringSeconds: Double
  /// Amplitude after a unit impulse.
  var level: Double
  /// Where it is heard, -1 (left) to 1 (right).
  var pan = 0.0
  /// How far the right side runs ahead of the left: what makes metal sound wide.
  var phaseRadians = 0.0
}

/// How the pitch of a stretched head falls back after a blow has tightened it, as a factor on
/// frequency for each frame. Source: Fletcher and Rossing, section 18.2 (tension modulation).
func tensionGlide(depth: Double, fallSeconds: Double) -> [Double] {
  (0..<Int(fallSeconds * 8 * sampleRateHz)).map {
    1 + depth * exp(-Double($0) / (fallSeconds * sampleRateHz))
  }
}

extension Sound {
  /// Adds what modes sound like when a force drives them.
  ///
  /// Each mode is a rotating phasor with a decay (a one-pole complex resonator), which holds its
  /// amplitude exactly while its frequency glides.
  mutating func ring(_ modes: [Mode], drivenBy force: [Double], glide: [Double] = []) {
    for mode in modes where mode.hz < 0.45 * sampleRateHz {
      ring(mode, drivenBy: force, glide: glide)
    }
  }

  private mutating func ring(_ mode: Mode, drivenBy force: [Double], glide: [Double]) {
    let decay = decayPerFrame(ringSeconds: mode.ringSeconds)
    let radians = 2 * Double.pi * mode.hz / sampleRateHz
    var (stepReal, stepImaginary) = (decay * cos(radians), decay * sin(radians))
    let angle = (mode.pan + 1) * Double.pi / 4
    let leftGain = mode.level * cos(angle) * 2.squareRoot()
    let rightGain = mode.level * sin(angle) * 2.squareRoot()
    let (turnReal, turnImaginary) = (cos(mode.phaseRadians), sin(mode.phaseRadians))
    var (real, imaginary) = (0.0, 0.0)
    for frame in 0..<frameCount {
      if frame < glide.count {
        stepReal = decay * cos(radians * glide[frame])
        stepImaginary = decay * sin(radians * glide[frame])
      }
      let nextReal = real * stepReal - imaginary * stepImaginary
      imaginary = real * stepImaginary + imaginary * stepReal
      real = nextReal
      if frame < force.count {
        real += force[frame]
      } else if frame & 1023 == 0, abs(real) + abs(imaginary) < 1e-7 {
        return
      }
      left[frame] += leftGain * imaginary
      right[frame] += rightGain * (imaginary * turnReal + real * turnImaginary)
    }
  }
}
