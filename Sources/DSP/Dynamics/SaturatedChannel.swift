// SPDX-License-Identifier: GPL-3.0-or-later

/// One channel of a ``SoftLimiter``.
struct SaturatedChannel: BitwiseCopyable {
  /// What is saturated is lifted by 2 dB where it is high, so this knee leaves any tone below -6 dBFS alone.
  private static var curve: SaturationCurve {
    @_noLocks get { SaturationCurve(knee: 0.64, ceiling: 0.93) }
  }
  /// Samples beyond 24 dB over full scale are taken for as much.
  private static var mostAmplitude: Float { @_noLocks get { 16 } }
  /// Saturating sets in while a sample goes from the knee to this much more.
  private static var onset: Float { @_noLocks get { 0.03 } }
  /// Frames kept; a power of two.
  private static var capacity: Int { @_noLocks get { 16 } }
  /// A sample has gone from the output after so many frames.
  private static var reachFrames: Int {
    @_noLocks get { SaturationFilters.riseFrames &+ SaturationFilters.fallFrames }
  }

  private let rise: UnsafePointer<SIMD16<Float>>
  private let fall: UnsafePointer<SIMD16<Float>>
  private let inputs: UnsafeMutablePointer<Float>
  /// What saturating takes away, 16 samples a frame.
  private let reductions: UnsafeMutablePointer<SIMD16<Float>>
  private var frame = 0
  /// Frames since a sample was louder than the knee.
  private var quietFrames = Self.reachFrames

  /// A channel at rest.
  init(filters: SaturationFilters) {
    rise = filters.rise
    fall = filters.fall
    inputs = .allocate(capacity: Self.capacity)
    inputs.initialize(repeating: 0, count: Self.capacity)
    reductions = .allocate(capacity: SaturationFilters.fallFrames)
    reductions.initialize(repeating: .zero, count: SaturationFilters.fallFrames)
  }

  /// Gives its memory back.
  func free() {
    inputs.deallocate()
    reductions.deallocate()
  }

  /// The sample that leaves as `sample` comes.
  @_noLocks mutating func process(_ sample: Float) -> Float {
    let input = Self.sane(sample)
    let slot = frame & (Self.capacity &- 1)
    inputs[slot] = input
    let delayed = inputs[(frame &- SaturationFilters.latencyFrames) & (Self.capacity &- 1)]
    let isLoud = abs(input) > SoftLimiter.kneeAmplitude
    quietFrames = isLoud ? 0 : min(Self.reachFrames, quietFrames &+ 1)
    var output = delayed
    if quietFrames < Self.reachFrames {
      saturate()
      output = Self.held(delayed - takenAway(), SoftLimiter.ceilingAmplitude)
    }
    frame &+= 1
    return output
  }

  /// Finds what is to be taken away around the newest frame.
  @_noLocks private func saturate() {
    guard quietFrames < SaturationFilters.riseFrames else {
      reductions[frame & (SaturationFilters.fallFrames &- 1)] = .zero
      return
    }
    var samples = SIMD16<Float>.zero
    var loudest: Float = 0
    for age in 0..<SaturationFilters.riseFrames {
      let input = inputs[(frame &- age) & (Self.capacity &- 1)]
      loudest = max(loudest, abs(input))
      samples += input * rise[age]
    }
    let t = min(1, max(0, (loudest - SoftLimiter.kneeAmplitude) * (1 / Self.onset)))
    let share = t * t * (3 - 2 * t)
    reductions[frame & (SaturationFilters.fallFrames &- 1)] =
      share * (samples - Self.curve.saturated(samples))
  }

  /// What is taken away from the frame that leaves now.
  @_noLocks private func takenAway() -> Float {
    var sum = SIMD16<Float>.zero
    for age in 0..<SaturationFilters.fallFrames {
      sum += reductions[(frame &- age) & (SaturationFilters.fallFrames &- 1)] * fall[age]
    }
    let half = sum.lowHalf + sum.highHalf
    let quarter = half.lowHalf + half.highHalf
    let pair = quarter.lowHalf + quarter.highHalf
    return pair.x + pair.y
  }

  @_noLocks private static func sane(_ sample: Float) -> Float {
    guard sample == sample else { return 0 }
    return held(sample, mostAmplitude)
  }

  @_noLocks private static func held(_ sample: Float, _ ceiling: Float) -> Float {
    sample > ceiling ? ceiling : sample < -ceiling ? -ceiling : sample
  }
}
