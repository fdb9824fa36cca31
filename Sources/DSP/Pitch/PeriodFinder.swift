// SPDX-License-Identifier: GPL-3.0-or-later

/// Finds after how many frames a piece of sound repeats.
///
/// For each lag it compares the sound with itself that much later: the likeness is 1 minus the
/// squared difference over the sum of both powers, 1 where they are equal and 0 where they have
/// nothing in common. The first of the highest peaks is the period. Its place is refined at two,
/// four, eight… periods, where a share of a frame weighs less.
///
/// Sources: P. McLeod, G. Wyvill, "A smarter way to find pitch", ICMC 2005, for the likeness and the
/// choice of the peak; A. de Cheveigné, H. Kawahara, "YIN, a fundamental frequency estimator for
/// speech and music", JASA 111(4), 2002, for the difference that it is made of.
struct PeriodFinder: ~Copyable {
  /// The first peak with this share of the highest one is the period.
  private static var peakShare: Float { @_noLocks get { 0.9 } }
  /// Peaks are looked at as far as this share of a period to both sides.
  private static var reachShare: Float { @_noLocks get { 1 / 48 } }
  private static let leastLagRateHz: Float = 44_100

  /// Frames of a piece.
  let windowFrames: Int
  /// The piece: whoever looks for its period writes it here.
  let window: UnsafeMutablePointer<Float>
  /// Lags of a frame: several where frames are far apart, so that no peak lies between them.
  private let frameLags: Int
  private let lags: ClosedRange<Float>
  private let lagCount: Int
  /// The squares of all frames that are compared at a lag of whole frames, both sides.
  private let powers: UnsafeMutablePointer<Double>
  private let likeness: UnsafeMutablePointer<Float>
  private let peaks: UnsafeMutablePointer<Int>
  private let forward: RealTransform
  private let inverse: RealTransform
  private let spectrum: UnsafeMutablePointer<SIMD8<Float>>
  private let correlation: UnsafeMutablePointer<SIMD8<Float>>

  /// A finder of frequencies in a range.
  init(range: ClosedRange<Float>, sampleRateHz: Float, windowFrames: Int) {
    var frameLags = 1
    while Float(frameLags) * sampleRateHz < Self.leastLagRateHz { frameLags *= 2 }
    let lagRateHz = Float(frameLags) * sampleRateHz
    let longest = lagRateHz / range.lowerBound
    let lagCount = Int(longest * (1 + 3 * Self.reachShare)) + 4
    let longestFrames = lagCount / frameLags + 2
    precondition(longestFrames < windowFrames, "a piece is longer than the longest period")
    let size = RealTransform.size(holding: windowFrames + longestFrames)
    self.windowFrames = windowFrames
    self.frameLags = frameLags
    self.lagCount = lagCount
    lags = lagRateHz / range.upperBound...longest
    window = .allocate(capacity: windowFrames)
    window.initialize(repeating: 0, count: windowFrames)
    powers = .allocate(capacity: longestFrames)
    powers.initialize(repeating: 0, count: longestFrames)
    likeness = .allocate(capacity: lagCount)
    likeness.initialize(repeating: 0, count: lagCount)
    peaks = .allocate(capacity: lagCount)
    peaks.initialize(repeating: 0, count: lagCount)
    spectrum = .allocate(capacity: size / 8 + 2)
    spectrum.initialize(repeating: .zero, count: size / 8 + 2)
    correlation = .allocate(capacity: frameLags * size / 8 + 2)
    correlation.initialize(repeating: .zero, count: frameLags * size / 8 + 2)
    forward = RealTransform(size: size)
    inverse = RealTransform(size: frameLags * size)
  }

  deinit {
    window.deallocate()
    powers.deallocate()
    likeness.deallocate()
    peaks.deallocate()
    spectrum.deallocate()
    correlation.deallocate()
  }

  /// The period of the window in frames, 0 where it has none in the range, and the likeness one
  /// period later.
  @_noLocks func find() -> (periodFrames: Float, clarity: Float) {
    compare()
    guard let peak = firstHighPeak() else { return (0, 0) }
    let clarity = max(0, min(1, likeness[peak]))
    let period = refined(peak)
    // As far out of the range as a reading may be off.
    let isInRange = period >= 0.99 * lags.lowerBound && period <= 1.01 * lags.upperBound
    return (isInRange ? period / Float(frameLags) : 0, clarity)
  }

  /// Computes the likeness for each lag.
  @_noLocks private func compare() {
    for index in 0..<windowFrames { forward.signal[index] = window[index] }
    for index in windowFrames..<forward.size { forward.signal[index] = 0 }
    forward.forward(into: spectrum)
    // The lines of the longer transform that have none here stay 0.
    let imaginary = spectrum + forward.vectorCount
    for index in 0..<forward.vectorCount {
      correlation[index] =
        spectrum[index] * spectrum[index] + imaginary[index] * imaginary[index]
    }
    inverse.inverse(of: correlation)
    var power = 0.0
    for index in 0..<windowFrames { power += 2 * Self.square(window[index]) }
    for frame in 0...(lagCount &- 1) / frameLags &+ 1 {
      powers[frame] = power
      power -= Self.square(window[frame]) + Self.square(window[windowFrames &- 1 &- frame])
    }
    let scale = 2 * Double(frameLags)
    for lag in 0..<lagCount {
      let frame = lag / frameLags
      let share = Double(lag &- frame &* frameLags) / Double(frameLags)
      let power = powers[frame] + share * (powers[frame &+ 1] - powers[frame])
      likeness[lag] = power > 0 ? Float(scale * Double(inverse.signal[lag]) / power) : 0
    }
  }

  @inline(__always) @_noLocks private static func square(_ sample: Float) -> Double {
    Double(sample) * Double(sample)
  }

  /// The top of the first hill that is high enough; nil without hills.
  @_noLocks private func firstHighPeak() -> Int? {
    var lag = 1
    while lag < lagCount && likeness[lag] > 0 { lag &+= 1 }
    var count = 0
    var highest: Float = 0
    while true {
      while lag < lagCount && likeness[lag] <= 0 { lag &+= 1 }
      guard lag < lagCount else { break }
      var top = lag
      while lag < lagCount && likeness[lag] > 0 {
        if likeness[lag] > likeness[top] { top = lag }
        lag &+= 1
      }
      // A hill that rises up to the last lag has its top elsewhere.
      guard top < lagCount &- 1 else { break }
      peaks[count] = top
      count &+= 1
      highest = max(highest, likeness[top])
    }
    for index in 0..<count where likeness[peaks[index]] >= Self.peakShare * highest {
      return peaks[index]
    }
    return nil
  }

  /// The period whose first peak this is.
  @_noLocks private func refined(_ peak: Int) -> Float {
    var period = top(near: Float(peak), period: Float(peak)) ?? Float(peak)
    var count: Float = 2
    while let lag = top(near: count * period, period: period),
      abs(lag - count * period) < 0.1 * period
    {
      period = lag / count
      count *= 2
    }
    return period
  }

  /// The top of the hill at a lag; nil where there is none, or beyond the last lag.
  @_noLocks private func top(near lag: Float, period: Float) -> Float? {
    let reach = max(2, Int(Self.reachShare * period))
    var middle = Int(lag + 0.5)
    var found: Float?
    // From where the highest lag is, which noise may have moved, to the top in a few looks.
    for _ in 0..<4 {
      guard middle >= reach && middle &+ reach < lagCount,
        let offset = CubicPeak.offset(likeness, middle: middle, reach: reach)
      else { return found }
      let top = Float(Double(middle) + offset)
      found = top
      guard Int(top + 0.5) != middle else { return found }
      middle = Int(top + 0.5)
    }
    return found
  }
}
