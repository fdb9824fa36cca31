// SPDX-License-Identifier: GPL-3.0-or-later

/// Foretells each sample of a sound from those before it; what it cannot foretell is new.
///
/// What hums, rings or hisses on is foretold, so that even a soft new strike stands out of the residual.
/// Source: J. Makhoul, "Linear Prediction: A Tutorial Review", Proc. IEEE 63(4), 1975, the autocorrelation method, and
/// the Levinson-Durbin recursion.
struct LinearPrediction {
  /// What the samples before it contribute to the next, the last one first.
  let coefficients: [Double]

  /// Learns from `sound`.
  ///
  /// - Parameters:
  ///   - order: How many samples a foretelling looks back.
  ///   - whiteShare: White noise that is assumed in the sound, as a part of its power: keeps what was filtered out of a
  ///     recording from being blown up.
  init(of sound: ArraySlice<Float>, order: Int, whiteShare: Double) {
    let samples = sound.map(Double.init)
    var correlation = (0...order).map { lag in
      (lag..<max(lag, samples.count)).reduce(0) { $0 + samples[$1] * samples[$1 - lag] }
    }
    correlation[0] = correlation[0] * (1 + whiteShare) + 1e-20
    var coefficients = [Double](repeating: 0, count: order)
    var error = correlation[0]
    for step in 0..<order {
      var reflection = correlation[step + 1]
      for index in 0..<step { reflection -= coefficients[index] * correlation[step - index] }
      reflection /= error
      let before = coefficients
      for index in 0..<step {
        coefficients[index] = before[index] - reflection * before[step - 1 - index]
      }
      coefficients[step] = reflection
      error *= 1 - reflection * reflection
    }
    self.coefficients = coefficients
  }

  /// What is new in `samples` in each frame of `range`; before the first sample there was silence.
  func residual(of samples: [Float], in range: Range<Int>) -> [Double] {
    range.map { frame in
      var new = Double(samples[frame])
      for (index, coefficient) in coefficients.enumerated() where frame > index {
        new -= coefficient * Double(samples[frame - 1 - index])
      }
      return new
    }
  }
}
