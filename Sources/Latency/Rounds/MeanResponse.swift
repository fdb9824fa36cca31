// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// The mean of responses that are shifted against each other, and their shifts. Responses unlike
/// the mean are left out.
struct MeanResponse {
  private static let rounds = 2
  /// The agreement with the mean from which a response is alike. It is part of the mean, so noise
  /// has 0.3.
  private static let leastAgreement = 0.4

  /// Spectrum of the mean.
  private(set) var spectrum: Spectrum
  /// How much later than the mean each similar response comes, in frames.
  private(set) var shiftsFrames: [Double]
  /// The indices of these responses.
  private(set) var alike: [Int]

  /// Aligns the `responses`, spectra of transforms of `size` points, that lie within `nearFrames` of each other.
  init(_ responses: [Spectrum], size: Int, nearFrames: Int) {
    let transform = RealTransform(size: size)
    spectrum = Self.mean(responses, responses.map { _ in 0 }, size: size)
    (shiftsFrames, alike) = ([], [])
    for _ in 0..<Self.rounds {
      (shiftsFrames, alike) = ([], [])
      for (number, response) in responses.enumerated() {
        let cross = response.cross(spectrum)
        let correlation = transform.samples(of: cross)
        let whole = (-nearFrames...nearFrames).max {
          correlation[($0 + size) % size] < correlation[($1 + size) % size]
        }
        let fit = DelayFit(cross, tones: 1...size / 2 - 1, size: size, near: Double(whole ?? 0))
        guard let fit, fit.agreement >= Self.leastAgreement else { continue }
        alike.append(number)
        shiftsFrames.append(fit.frames)
      }
      spectrum = Self.mean(alike.map { responses[$0] }, shiftsFrames, size: size)
    }
  }

  /// The same for some of the `responses`, by their indices; the others can check it.
  func spectrum(
    of responses: [Spectrum], size: Int, where isCounted: (Int) -> Bool
  ) -> Spectrum {
    let counted = zip(alike, shiftsFrames).filter { isCounted($0.0) }
    return Self.mean(counted.map { responses[$0.0] }, counted.map(\.1), size: size)
  }

  private static func mean(_ responses: [Spectrum], _ shifts: [Double], size: Int) -> Spectrum {
    let none = [Float](repeating: 0, count: size / 2 + 1)
    var sum = Spectrum(real: none, imaginary: none)
    for (response, shift) in zip(responses, shifts) {
      var aligned = response
      for bin in aligned.indices where shift != 0 {
        let turns = (Double(bin) * shift / Double(size)).remainder(dividingBy: 1)
        aligned.turn(bin, by: Float(2 * Double.pi * turns))
      }
      sum += aligned
    }
    return sum
  }
}
