// SPDX-License-Identifier: GPL-3.0-or-later

/// Smooths a gain that was found at eight times the sample rate, and reduces it to the sample rate:
/// a mean under a Kaiser window of 31 values.
struct ReductionWindow: @unchecked Sendable {
  /// The length in frames.
  static var frames: Int { @_noLocks get { 4 } }

  /// The weights of the last groups of 8 values, the newest first. The very oldest value has none.
  let weights: UnsafePointer<SIMD8<Float>>

  /// The same window for all; it is never freed.
  static let shared = ReductionWindow()

  private init() {
    let count = Self.frames * PeakFilter.factor
    let window = KaiserWindow(beta: 6)
    var values = (1..<count).map { window.value(at: 2 * Double($0) / Double(count) - 1) } + [0]
    let sum = values.reduce(0, +)
    for index in values.indices { values[index] /= sum }
    let weights = UnsafeMutablePointer<SIMD8<Float>>.allocate(capacity: Self.frames)
    for frame in 0..<Self.frames {
      var group = SIMD8<Float>.zero
      for phase in 0..<8 { group[phase] = Float(values[8 * frame + 7 - phase]) }
      (weights + frame).initialize(to: group)
    }
    self.weights = UnsafePointer(weights)
  }
}
