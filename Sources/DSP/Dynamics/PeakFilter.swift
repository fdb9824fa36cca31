// SPDX-License-Identifier: GPL-3.0-or-later

/// Finds values between samples with little delay: eight times as many. They show how high a wave
/// rises.
///
/// Frequencies are relative to the sample rate. Those below a third of it (16.4 kHz at 48 kHz) are
/// read correctly, so that a tone always has the same height. Higher ones depend on samples that
/// have not come yet, and may be read too low; ``PeakGuard`` handles these.
struct PeakFilter: @unchecked Sendable {
  /// The number of values for each sample.
  static var factor: Int { @_noLocks get { 8 } }
  /// The frames from which a group of 8 values is computed.
  static var frames: Int { @_noLocks get { 24 } }
  /// How much later the first value of a group is than the frame with which it is returned.
  static var delayFrames: Int { @_noLocks get { 5 } }

  /// The weights of the last frames, the newest first, for each of 8 values.
  let weights: UnsafePointer<SIMD8<Float>>

  /// The same filter for all; it is never freed.
  static let shared = PeakFilter()

  private static let passband = 16.4 / 48

  private init() {
    let taps = Self.design().taps
    let weights = UnsafeMutablePointer<SIMD8<Float>>.allocate(capacity: Self.frames)
    weights.initialize(repeating: .zero, count: Self.frames)
    for phase in 0..<Self.factor {
      let own = (0..<Self.frames).map { taps[$0 * Self.factor + phase] }
      // A constant signal is read as it is.
      let scale = 1 / own.reduce(0, +)
      for frame in 0..<Self.frames { weights[frame][phase] = Float(scale * own[frame]) }
    }
    self.weights = UnsafePointer(weights)
  }

  private static func design() -> LeastSquaresFilter {
    LeastSquaresFilter(count: frames * factor, regularisation: 1e-11) { frequency in
      let cycles = frequency * Double(factor)
      let delay = LeastSquaresFilter.Response(
        amplitude: cycles < 0.5 ? 1 : 0, angle: 2 * .pi * cycles * Double(delayFrames))
      return LeastSquaresFilter.Aim(delay, weight: weight(cycles))
    }
  }

  private static func weight(_ cycles: Double) -> Double {
    if cycles < passband { return 100 }
    if cycles < 0.5 { return 0.2 }
    if cycles < 1 - passband { return 1e-6 }
    let isImage = abs(cycles - cycles.rounded()) < passband
    return isImage ? 1e6 : 100
  }
}
