// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// The two filters between which a signal is saturated, at 8 times its sample rate.
///
/// Both are as short-lived as they can be: ``latencyFrames`` together. The first lifts what is high by 2 dB, the second
/// lowers it again. So a high tone, whose harmonics do not pass the second filter and hence cannot flatten its peaks,
/// is held lower than a low one; and the corners of a low one are rounded before they overshoot. No tone up to 10 kHz
/// and 12 dB over full scale leaves the second filter above 0.966 where it was saturated at 0.93.
///
/// Frequencies are relative to the sample rate. Images of what lies below 5.5 kHz (at 48 kHz) are 94 dB down after the
/// first filter; what lies above 24.5 kHz is 84 dB down after the second.
struct SaturationFilters: @unchecked Sendable {
  /// Samples made of one.
  static var factor: Int { @_noLocks get { 8 } }
  /// Frames that a group of 8 samples is made of.
  static var riseFrames: Int { @_noLocks get { 10 } }
  /// Groups of 8 samples that a frame is made of.
  static var fallFrames: Int { @_noLocks get { 16 } }
  /// By how much later a signal leaves both.
  static var latencyFrames: Int { @_noLocks get { 7 } }

  /// Weights of the last frames, the newest first, for each of 8 samples.
  let rise: UnsafePointer<SIMD8<Float>>
  /// Weights of the last groups, the newest first.
  let fall: UnsafePointer<SIMD8<Float>>

  /// They are the same for all, and stay.
  static let shared = SaturationFilters()

  private static let passband = 14.0 / 48
  private static let stopband = 24.5 / 48
  private static let wellHeard = 6.0 / 48
  private static let imagesOf = 5.5 / 48
  private static let riseDelayFrames = 2.5

  private init() {
    let scale = Double(Self.factor)
    let first = Self.riseFilter()
    let second = Self.fallFilter(after: first)
    let rise = UnsafeMutablePointer<SIMD8<Float>>.allocate(capacity: Self.riseFrames)
    for frame in 0..<Self.riseFrames {
      var weights = SIMD8<Float>.zero
      for phase in 0..<Self.factor {
        weights[phase] = Float(scale * first.taps[frame * Self.factor + phase])
      }
      (rise + frame).initialize(to: weights)
    }
    let fall = UnsafeMutablePointer<SIMD8<Float>>.allocate(capacity: Self.fallFrames)
    for frame in 0..<Self.fallFrames {
      var weights = SIMD8<Float>.zero
      for phase in 0..<Self.factor {
        weights[phase] = Float(second.taps[frame * Self.factor + Self.factor - 1 - phase])
      }
      (fall + frame).initialize(to: weights)
    }
    self.rise = UnsafePointer(rise)
    self.fall = UnsafePointer(fall)
  }

  private static func riseFilter() -> LeastSquaresFilter {
    LeastSquaresFilter(count: riseFrames * factor, regularisation: 1e-11) { frequency in
      let cycles = frequency * Double(factor)
      let nearest = abs(cycles - cycles.rounded())
      let weight =
        cycles < passband
        ? 1 : cycles < 1 - passband ? 1e-6 : nearest < imagesOf ? 1e5 : 100
      let gain = cycles < 0.42 ? emphasis(cycles) : 0
      return LeastSquaresFilter.Aim(
        LeastSquaresFilter.Response(
          amplitude: gain, angle: 2 * .pi * cycles * riseDelayFrames),
        weight: weight)
    }
  }

  /// Undoes the first filter, and completes the delay. A frame is made when the last of its 8 samples is there.
  private static func fallFilter(after first: LeastSquaresFilter) -> LeastSquaresFilter {
    LeastSquaresFilter(count: fallFrames * factor, regularisation: 1e-12) { frequency in
      let cycles = frequency * Double(factor)
      guard cycles < passband else {
        return LeastSquaresFilter.Aim(.init(0), weight: cycles > stopband ? 2e5 : 1e-6)
      }
      let frames = Double(latencyFrames) + 1 - 1 / Double(factor)
      let delay = LeastSquaresFilter.Response(amplitude: 1, angle: 2 * .pi * cycles * frames)
      return LeastSquaresFilter.Aim(
        delay * first.response(at: frequency).inverse, weight: cycles < wellHeard ? 100 : 1)
    }
  }

  /// 1 up to 1.5 kHz, 1.25 from 8 kHz on, at 48 kHz.
  private static func emphasis(_ cycles: Double) -> Double {
    let t = min(1, max(0, log(cycles * 48 / 1.5) / log(8 / 1.5)))
    return 1 + 0.25 * t * t * (3 - 2 * t)
  }
}
