// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime

/// A low-pass that delays all frequencies alike: a sinc under a Hamming window. It leaves half of
/// the amplitude at the cutoff; beyond it, it falls the more steeply the more taps it has.
///
/// Formula: `h[i] = sin(2π f (i - m)) / (π (i - m)) (0.54 + 0.46 cos(π (i - m) / m))`, with `m =
/// (taps - 1) / 2` and `f` in cycles a frame, scaled to a sum of 1. Values: cutoff, 20...20,000 Hz;
/// taps, odd, 3...1023. Latency: `m` frames. The transition is `3.3 / taps` of the sample rate
/// wide. Source: R. W. Hamming, "Digital filters", 1977.
///
/// Another filter is computed tap by tap while the old one sounds, in the first half of a glide,
/// and fades in in the second half.
public struct FIRLowPass: StereoEffect, ~Copyable {
  private static var mostTaps: Int { @_noLocks get { 1023 } }
  /// Frames of the ring, all of which are there twice, so that none wraps while read.
  private static var ringFrames: Int { @_noLocks get { 1024 } }

  private let sampleRateHz: Float
  private let ring: UnsafeMutablePointer<SIMD2<Float>>
  private var frame = 0
  private var silentFrames = Self.ringFrames
  private var sounding: FIRWeights
  private var coming: FIRWeights
  /// Of the glide: its frames, those gone.
  private var glideFrames = 0
  private var goneFrames = 0

  /// A filter of silence. Values: cutoff in Hz, taps.
  public init(_ values: SIMD8<Float>, sampleRateHz: Float) {
    self.sampleRateHz = sampleRateHz
    sounding = FIRWeights(mostTaps: Self.mostTaps)
    coming = FIRWeights(mostTaps: Self.mostTaps)
    ring = .allocate(capacity: 2 * Self.ringFrames)
    ring.initialize(repeating: .zero, count: 2 * Self.ringFrames)
    Self.begin(&sounding, values, sampleRateHz)
    sounding.compute(count: Self.mostTaps)
  }

  deinit {
    ring.deallocate()
    sounding.free()
    coming.free()
  }

  @_noLocks private static func begin(
    _ weights: inout FIRWeights, _ values: SIMD8<Float>, _ sampleRateHz: Float
  ) {
    let cutoffHz = EffectInput.held(values[0], 20, min(20_000, 0.49 * sampleRateHz))
    weights.begin(cyclesPerSample: cutoffHz / sampleRateHz, side: latencyFrames(values))
  }

  /// The latency with such values: half of the taps.
  @_noLocks public static func latencyFrames(_ values: SIMD8<Float>) -> Int {
    Int(0.5 * EffectInput.held(values[1], 3, Float(mostTaps)))
  }

  /// Half of the taps; those to come count, if others are to come.
  public var latencyFrames: Int {
    @_noLocks get { goneFrames < glideFrames ? coming.side : sounding.side }
  }

  /// Becomes another filter within `frameCount` frames; the latency changes with the taps.
  @_noLocks public mutating func glide(to values: SIMD8<Float>, frameCount: Int) {
    // What is heard of two filters is a filter.
    if goneFrames < glideFrames { sounding.mix(coming, share: fadeShare) }
    Self.begin(&coming, values, sampleRateHz)
    (glideFrames, goneFrames) = (max(2, frameCount), 0)
  }

  /// How much the coming filter is heard.
  private var fadeShare: Float {
    @_noLocks get {
      let half = glideFrames / 2
      guard goneFrames > half else { return 0 }
      let share = Float(goneFrames &- half) / Float(glideFrames &- half)
      return share * share * (3 - 2 * share)
    }
  }

  /// Filters frames of interleaved stereo in place.
  @_noLocks public mutating func process(_ frames: UnsafeMutablePointer<Float>, count: Int) {
    for index in 0..<count {
      let samples = frames + 2 * index
      let input = EffectInput.frame(samples)
      silentFrames = input == .zero ? silentFrames &+ 1 : 0
      // The newest frame comes first.
      frame = (frame &- 1) & (Self.ringFrames &- 1)
      ring[frame] = input
      ring[frame &+ Self.ringFrames] = input
      let isSilent = silentFrames > Self.ringFrames
      var output = isSilent ? .zero : sounding.product(ring + frame)
      if goneFrames < glideFrames {
        goneFrames &+= 1
        let half = glideFrames / 2
        if goneFrames <= half { coming.compute(count: (coming.side &+ half) / half) }
        let share = fadeShare
        if share > 0 && !isSilent { output += share * (coming.product(ring + frame) - output) }
        if goneFrames == glideFrames { swap(&sounding, &coming) }
      }
      (samples[0], samples[1]) = (output.x, output.y)
    }
  }
}

/// The taps of a filter, symmetric, computed from its ends to its middle.
private struct FIRWeights: BitwiseCopyable {
  /// Each twice, for both channels; zeros up to a whole number of four.
  private let weights: UnsafeMutablePointer<SIMD2<Float>>
  private let capacity: Int
  /// The taps on either side of the middle.
  private(set) var side = 1
  private var cyclesPerSample: Float = 0
  /// The taps of a side that are there, and the sum of all taps.
  private var done = 0
  private var sum: Float = 0

  init(mostTaps: Int) {
    capacity = (mostTaps + 3) / 4 * 4
    weights = .allocate(capacity: capacity)
    weights.initialize(repeating: .zero, count: capacity)
  }

  func free() { weights.deallocate() }

  /// Has a filter be computed next.
  @_noLocks mutating func begin(cyclesPerSample: Float, side: Int) {
    (self.cyclesPerSample, self.side, done, sum) = (cyclesPerSample, side, 0, 0)
  }

  /// Computes so many more taps of a side.
  @_noLocks mutating func compute(count: Int) {
    let last = min(side, done &+ count)
    while done < last {
      let distance = Float(side &- done)
      let turns = Double(cyclesPerSample) * Double(side &- done)
      let sine = rt_sin(Float(2 * Double.pi * (turns - Double(Int(turns)))))
      let window = 0.54 + 0.46 * rt_cos(.pi * distance / Float(side))
      set(done, sine / (.pi * distance) * window)
      done &+= 1
      if done == side { finish() }
    }
  }

  @_noLocks private mutating func set(_ tap: Int, _ weight: Float) {
    sum += 2 * weight
    weights[tap] = SIMD2(repeating: weight)
    weights[2 &* side &- tap] = weights[tap]
  }

  /// The middle, and a sum of 1.
  @_noLocks private mutating func finish() {
    let middle = 2 * cyclesPerSample
    weights[side] = SIMD2(repeating: middle)
    let scale = 1 / (sum + middle)
    for tap in 0...2 &* side { weights[tap] *= scale }
    for tap in 2 &* side &+ 1..<capacity { weights[tap] = .zero }
  }

  /// Becomes a mixture with another filter.
  @_noLocks mutating func mix(_ other: FIRWeights, share: Float) {
    guard share > 0 else { return }
    for tap in 0..<capacity { weights[tap] += share * (other.weights[tap] - weights[tap]) }
    side = max(side, other.side)
  }

  /// The sum of the frames, the newest first, each times its tap.
  @_noLocks func product(_ frames: UnsafePointer<SIMD2<Float>>) -> SIMD2<Float> {
    let source = UnsafeRawPointer(frames)
    let taps = UnsafeRawPointer(weights)
    var even = SIMD8<Float>.zero
    var odd = SIMD8<Float>.zero
    var offset = 0
    while offset <= 16 &* side {
      even +=
        source.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self)
        * taps.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self)
      odd +=
        source.loadUnaligned(fromByteOffset: offset &+ 32, as: SIMD8<Float>.self)
        * taps.loadUnaligned(fromByteOffset: offset &+ 32, as: SIMD8<Float>.self)
      offset &+= 64
    }
    let all = even + odd
    let half = all.lowHalf + all.highHalf
    return half.lowHalf + half.highHalf
  }
}
