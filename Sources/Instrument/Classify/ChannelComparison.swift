// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import DSP

/// Compares how two microphones hear the beginning of a hit, up to each horizon.
///
/// Levels are those of three bands from ``leadSeconds`` before the onset to the horizon, or to
/// ``directSeconds`` after the onset: later the room hides the place of the hit. The delay is that
/// of the highest normalised cross-correlation; a parabola through it and the values half a frame
/// to each side finds it to a fraction of a frame. A value is unknown if it does not stand out from
/// the sound just before, of noise or of our own drums. Nothing is waited for: frames after the
/// horizon are not used. Sources: C. Knapp, G. Carter, "The generalized correlation method for
/// estimation of time delay", IEEE Trans. ASSP 24, 1976; J. Smith, "Spectral Audio Signal
/// Processing", 2011, "Quadratic interpolation of spectral peaks".
public struct ChannelComparison: ~Copyable {
  /// The longest delay that is looked for, in seconds: 0.69 m of air.
  public static var mostDelaySeconds: Float { @_noLocks get { 0.002 } }
  /// The boundary of the lower two bands.
  public static var lowHz: Float { @_noLocks get { 700 } }
  /// The boundary of the upper two bands.
  public static var highHz: Float { @_noLocks get { 2800 } }
  /// Below this nothing is compared.
  private static var leastHz: Float { @_noLocks get { 100 } }
  /// The comparison begins this long before the onset, in seconds; a hit that the second microphone
  /// hears first has begun there.
  private static var leadSeconds: Float { @_noLocks get { 0.002 } }
  /// Later the room hides the place of the hit, in seconds after the onset.
  private static var directSeconds: Float { @_noLocks get { 0.0056 } }
  /// Length of the earlier sound, in seconds before the compared one.
  private static var beforeSeconds: Float { @_noLocks get { 0.008 } }
  /// A hit stands out from the earlier sound by this ratio of powers at least: 6 dB.
  private static var leastRise: Float { @_noLocks get { 4 } }
  /// No levels differ by more, as a ratio of powers: 30 dB.
  private static var mostRatio: Float { @_noLocks get { 1000 } }
  /// The delay is known from this correlation on, 0...1.
  private static var leastCorrelation: Float { @_noLocks get { 0.3 } }
  /// Points are taken about so often a second at the least; higher sample rates are thinned.
  private static var pointHz: Float { @_noLocks get { 44_000 } }

  private let sampleRateHz: Float
  /// Frames a point.
  private let stride: Int
  private let leadPoints: Int
  private let beforePoints: Int
  private let mostLag: Int
  private var endFrames = InlineArray<7, Int>(repeating: 0)
  /// All compared frames, and those before, with room for the lags: of each channel.
  private let points: UnsafeMutablePointer<Float>
  private let pointCapacity: Int
  private let correlations: UnsafeMutablePointer<SIMD8<Float>>
  private var decay = SIMD4<Float>.zero
  /// Weights of the lags on either side, of a sinc under a Hann window, which give the correlation
  /// halfway between two.
  private var halfWeights = InlineArray<8, Float>(repeating: 0)

  /// A comparison at a sample rate.
  public init(sampleRateHz: Float) {
    self.sampleRateHz = sampleRateHz
    let stride = max(1, Int(sampleRateHz / Self.pointHz))
    let rateHz = sampleRateHz / Float(stride)
    func points(_ seconds: Float) -> Int { Units.frames(seconds: seconds, sampleRateHz: rateHz) }
    self.stride = stride
    leadPoints = points(Self.leadSeconds)
    beforePoints = points(Self.beforeSeconds)
    mostLag = points(Self.mostDelaySeconds)
    for (horizon, seconds) in HitFeatures.horizonSeconds.enumerated() {
      endFrames[horizon] = Units.frames(
        seconds: min(seconds, Self.directSeconds), sampleRateHz: sampleRateHz)
    }
    pointCapacity = leadPoints + points(Self.directSeconds) + 2 * mostLag + 16
    self.points = .allocate(capacity: 2 * pointCapacity)
    self.points.initialize(repeating: 0, count: 2 * pointCapacity)
    correlations = .allocate(capacity: (2 * mostLag + 1 + 7) / 8)
    for (lane, cutoffHz) in [Self.leastHz, Self.lowHz, Self.highHz].enumerated() {
      decay[lane] = 1 - rt_exp(-2 * .pi * cutoffHz / rateHz)
    }
    for offset in 0..<8 {
      let distance = Float(offset) + 0.5
      let sinc = (offset % 2 == 0 ? 1 : -1) / (Float.pi * distance)
      halfWeights[offset] = sinc * (0.5 + 0.5 * rt_cos(.pi * distance / 8.5))
    }
  }

  deinit {
    points.deallocate()
    correlations.deallocate()
  }

  /// Frames that must be remembered to compare a hit at the last horizon.
  public static func memoryFrames(sampleRateHz: Float) -> Int {
    let seconds =
      beforeSeconds + leadSeconds + (HitFeatures.horizonSeconds.last ?? 0)
      + 2 * OnsetTrack.touchSeconds
    return Units.frames(seconds: seconds, sampleRateHz: sampleRateHz)
  }

  /// How the channels differ in the hit at `onsetFrame`, by the frames up to a horizon, which must
  /// have been heard.
  @_noLocks public func difference(
    first: borrowing InputHistory, second: borrowing InputHistory, onsetFrame: Int, horizon: Int
  ) -> ChannelDifference {
    var difference = ChannelDifference()
    let count = leadPoints + endFrames[horizon] / stride
    let start = onsetFrame + endFrames[horizon] - count * stride
    let one = compared(first, from: start, count: count, into: points + mostLag)
    let other = compared(second, from: start, count: count, into: points + pointCapacity + mostLag)
    guard !isSame(count), !one.isSilent, !other.isSilent else { return difference }
    for band in 0..<ChannelDifference.bandCount {
      let (power, otherPower) = (one.power[band], other.power[band])
      let stands =
        power > Self.leastRise * one.before[band]
        || otherPower > Self.leastRise * other.before[band]
      guard stands else { continue }
      let ratio = (otherPower + 1e-12) / (power + 1e-12)
      difference.values[band] = Units.decibels(
        power: min(Self.mostRatio, max(1 / Self.mostRatio, ratio)))
      difference.known[band] = 1
    }
    let lane = ChannelDifference.bandCount
    let areHeard =
      one.power[lane] > Self.leastRise * one.before[lane]
      && other.power[lane] > Self.leastRise * other.before[lane]
    guard areHeard else { return difference }
    let delay = delayPoints(count)
    guard delay.isKnown else { return difference }
    difference.values[ChannelDifference.delayLane] =
      delay.points * Float(stride) / sampleRateHz / ChannelDifference.delayUnitSeconds
    difference.known[ChannelDifference.delayLane] = 1
    return difference
  }

  /// Powers of the bands and of all of them, for the compared sound and the one before.
  private struct Powers: BitwiseCopyable {
    let power: SIMD4<Float>
    let before: SIMD4<Float>

    @_noLocks init(power: SIMD4<Float>, before: SIMD4<Float>) {
      (self.power, self.before) = (power, before)
    }

    /// Nothing comes from the channel, not even noise: it is muted, or there is no microphone.
    var isSilent: Bool { @_noLocks get { power.sum() + before.sum() == 0 } }
  }

  /// Writes a channel's compared sound, without low frequencies, and returns its powers.
  @_noLocks private func compared(
    _ history: borrowing InputHistory, from start: Int, count: Int,
    into points: UnsafeMutablePointer<Float>
  ) -> Powers {
    var slow = SIMD4<Float>.zero
    var (power, before) = (SIMD4<Float>.zero, SIMD4<Float>.zero)
    for index in -beforePoints..<count {
      var sample: Float = 0
      for frame in 0..<stride { sample += history[start + index * stride + frame] }
      sample /= Float(stride)
      slow += decay * (SIMD4<Float>(repeating: sample) - slow)
      let bands = SIMD4<Float>(
        slow[1] - slow[0], slow[2] - slow[1], sample - slow[2], sample - slow[1])
      if index < 0 {
        before += bands * bands
      } else {
        power += bands * bands
        points[index] = bands[3]
      }
    }
    return Powers(
      power: power / Float(max(1, count)), before: before / Float(max(1, beforePoints)))
  }

  /// The channels are copies of each other.
  @_noLocks private func isSame(_ count: Int) -> Bool {
    let other = points + pointCapacity
    for index in mostLag..<mostLag + count where points[index] != other[index] { return false }
    return true
  }

  /// How many points later the second channel hears the compared sound.
  @_noLocks private func delayPoints(_ count: Int) -> (isKnown: Bool, points: Float) {
    let first = points + mostLag
    let other = points + pointCapacity
    for index in 0..<mostLag { other[index] = 0 }
    for index in mostLag + count..<pointCapacity { other[index] = 0 }
    var (energy, otherEnergy) = (Float(1e-20), Float(1e-20))
    for index in 0..<count {
      energy += first[index] * first[index]
      otherEnergy += other[mostLag + index] * other[mostLag + index]
    }
    let vectors = (2 * mostLag + 1 + 7) / 8
    for vector in 0..<vectors {
      var sum = SIMD8<Float>.zero
      for index in 0..<count {
        sum +=
          first[index]
          * UnsafeRawPointer(other + index + 8 * vector).loadUnaligned(as: SIMD8<Float>.self)
      }
      correlations[vector] = sum
    }
    var best = 1
    for lag in 1..<2 * mostLag where correlation(lag) > correlation(best) { best = lag }
    let (left, middle, right) = (correlation(best - 1), correlation(best), correlation(best + 1))
    let isPeak = middle >= left && middle >= right && middle > 0
    let isAlike =
      middle * middle > Self.leastCorrelation * Self.leastCorrelation * energy * otherEnergy
    guard isPeak && isAlike else { return (false, 0) }
    let (before, after) = (halfway(best - 1), halfway(best))
    let lag = Float(best - mostLag)
    if after > middle { return (true, lag + 0.5 + Self.summit(middle, after, right)) }
    if before > middle { return (true, lag - 0.5 + Self.summit(left, before, middle)) }
    return (true, lag + Self.summit(before, middle, after))
  }

  /// The highest point of a parabola through three points half a lag apart, in lags from the middle
  /// one, which is the highest.
  @_noLocks private static func summit(_ before: Float, _ middle: Float, _ after: Float) -> Float {
    let curve = before - 2 * middle + after
    return curve < 0 ? 0.25 * (before - after) / curve : 0
  }

  /// The correlation at a lag, counted from the most that the second channel may be early; 0
  /// outside the range.
  @_noLocks private func correlation(_ lag: Int) -> Float {
    guard lag >= 0 && lag <= 2 * mostLag else { return 0 }
    return correlations[lag / 8][lag % 8]
  }

  /// Between a lag and the next.
  @_noLocks private func halfway(_ lag: Int) -> Float {
    var sum: Float = 0
    for offset in 0..<8 {
      sum += halfWeights[offset] * (correlation(lag - offset) + correlation(lag + 1 + offset))
    }
    return sum
  }
}
