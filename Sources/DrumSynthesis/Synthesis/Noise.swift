// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc

/// Factor by which amplitude falls each frame when it falls by 60 dB in `ringSeconds`.
package func decayPerFrame(ringSeconds: Double) -> Double {
  exp(-log(1000) / (ringSeconds * sampleRateHz))
}

/// Normally distributed white noise of deviation 1.
package func whiteNoise(seconds: Double, random: inout SeededGenerator) -> [Double] {
  (0..<Int(seconds * sampleRateHz)).map { _ in random.normal() }
}

/// White noise that starts at full level and falls by 60 dB in `ringSeconds`.
package func noiseBurst(ringSeconds: Double, random: inout SeededGenerator) -> [Double] {
  let decay = decayPerFrame(ringSeconds: ringSeconds)
  var gain = 1.0
  return whiteNoise(seconds: ringSeconds * 1.3, random: &random).map { sample in
    defer { gain *= decay }
    return sample * gain
  }
}

/// The force between two bodies in contact: half a sine, its area 1, so that a longer contact
/// excites less of the high modes. Source: Fletcher and Rossing, "The Physics of Musical
/// Instruments", 2nd ed., section 19.1 (hammer strikes).
package func contactForce(seconds: Double) -> [Double] {
  let count = max(2, Int(seconds * sampleRateHz))
  let pulse = (0..<count).map { sin(Double.pi * (Double($0) + 0.5) / Double(count)) }
  let area = pulse.reduce(0, +)
  return pulse.map { $0 / area }
}

/// The sound of the contact itself, before anything rings: the change of a force that rises and
/// falls smoothly, one period of a sine. Source: L. Koss, R. Alfredson, "Transient sound radiated
/// by spheres undergoing an elastic collision", J. Sound Vib. 27, 1973 (the air feels the
/// acceleration).
package func contactClick(seconds: Double) -> [Double] {
  let count = max(4, Int(seconds * sampleRateHz))
  return (0..<count).map { sin(2 * Double.pi * (Double($0) + 0.5) / Double(count)) }
}
