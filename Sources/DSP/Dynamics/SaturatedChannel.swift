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
  /// Frames that are worked on at a time.
  private static var pieceFrames: Int { @_noLocks get { 64 } }
  /// Frames before a piece that it depends on.
  private static var pastFrames: Int { @_noLocks get { SaturationFilters.fallFrames } }
  /// A sample has gone from the output after so many frames.
  private static var reachFrames: Int {
    @_noLocks get { SaturationFilters.riseFrames &+ SaturationFilters.fallFrames }
  }

  private let rise: UnsafePointer<SIMD8<Float>>
  private let fall: UnsafePointer<SIMD8<Float>>
  /// The past, and then a piece.
  private let inputs: UnsafeMutablePointer<Float>
  /// For each frame the largest amplitude of those that its 8 samples are made of.
  private let loudest: UnsafeMutablePointer<Float>
  /// What saturating takes away, 8 samples a frame; the past, and then a piece.
  private let reductions: UnsafeMutablePointer<SIMD8<Float>>
  /// Four numbers a frame of the piece, whose sum is taken away from what leaves.
  private let partSums: UnsafeMutablePointer<SIMD4<Float>>
  /// Frames since a sample was louder than the knee.
  private var quietFrames = Self.reachFrames

  /// A channel at rest.
  init(filters: SaturationFilters) {
    rise = filters.rise
    fall = filters.fall
    let count = Self.pastFrames + Self.pieceFrames
    inputs = .allocate(capacity: count)
    inputs.initialize(repeating: 0, count: count)
    loudest = .allocate(capacity: count)
    loudest.initialize(repeating: 0, count: count)
    reductions = .allocate(capacity: count)
    reductions.initialize(repeating: .zero, count: count)
    partSums = .allocate(capacity: Self.pieceFrames)
    partSums.initialize(repeating: .zero, count: Self.pieceFrames)
  }

  /// Gives its memory back.
  func free() {
    inputs.deallocate()
    loudest.deallocate()
    reductions.deallocate()
    partSums.deallocate()
  }

  /// Limits `count` samples, `stride` apart.
  @_noLocks mutating func process(
    _ samples: UnsafeMutablePointer<Float>, count: Int, stride: Int
  ) {
    var first = 0
    while first < count {
      let frames = min(Self.pieceFrames, count &- first)
      processPiece(samples + (first &* stride), count: frames, stride: stride)
      first &+= frames
    }
  }

  @_noLocks private mutating func processPiece(
    _ samples: UnsafeMutablePointer<Float>, count: Int, stride: Int
  ) {
    let piece = inputs + Self.pastFrames
    var isHeard = quietFrames < Self.reachFrames
    for frame in 0..<count {
      let input = Self.sane(samples[frame &* stride])
      piece[frame] = input
      let isLoud = abs(input) > SoftLimiter.kneeAmplitude
      isHeard = isHeard || isLoud
      quietFrames = isLoud ? 0 : min(Self.reachFrames, quietFrames &+ 1)
    }
    let delayed = piece - SaturationFilters.latencyFrames
    if isHeard {
      saturate(count)
      findTakenAway(count)
      for frame in 0..<count {
        let parts = partSums[frame]
        let taken = (parts.x + parts.y) + (parts.z + parts.w)
        samples[frame &* stride] =
          taken == 0
          ? delayed[frame] : Self.held(delayed[frame] - taken, SoftLimiter.ceilingAmplitude)
      }
      for frame in 0..<Self.pastFrames { reductions[frame] = reductions[frame &+ count] }
    } else {
      for frame in 0..<count { samples[frame &* stride] = delayed[frame] }
    }
    for frame in 0..<Self.pastFrames { inputs[frame] = inputs[frame &+ count] }
  }

  /// Finds what is to be taken away around each frame of the piece.
  @_noLocks private func saturate(_ count: Int) {
    findLoudest(count)
    let piece = inputs + Self.pastFrames
    let weights = UnsafeRawPointer(rise).assumingMemoryBound(to: SIMD4<Float>.self)
    for frame in 0..<count {
      var first = SIMD4<Float>.zero
      var second = SIMD4<Float>.zero
      for age in 0..<SaturationFilters.riseFrames {
        let input = piece[frame &- age]
        first += input * weights[2 &* age]
        second += input * weights[2 &* age &+ 1]
      }
      let samples = SIMD8(lowHalf: first, highHalf: second)
      let t = min(1, max(0, (loudest[frame] - SoftLimiter.kneeAmplitude) * (1 / Self.onset)))
      let share = t * t * (3 - 2 * t)
      reductions[Self.pastFrames &+ frame] = share * (samples - Self.curve.saturated(samples))
    }
  }

  /// The largest amplitude of each frame of the piece and the nine before it.
  @_noLocks private func findLoudest(_ count: Int) {
    // Of two, of four, of eight, of ten: each from those before, the last frames first.
    let first = Self.pastFrames &- SaturationFilters.riseFrames &+ 1
    let total = count &+ SaturationFilters.riseFrames &- 1
    for frame in 0..<total { loudest[frame] = abs(inputs[first &+ frame]) }
    for frame in 0..<total &- 1 { loudest[frame] = max(loudest[frame], loudest[frame &+ 1]) }
    for frame in 0..<total &- 3 { loudest[frame] = max(loudest[frame], loudest[frame &+ 2]) }
    for frame in 0..<count {
      let four = max(loudest[frame], loudest[frame &+ 4])
      loudest[frame] = max(four, loudest[frame &+ 6])
    }
  }

  /// What is taken away from the frame that leaves as each frame of the piece comes, in four parts.
  @_noLocks private func findTakenAway(_ count: Int) {
    // Halves of eight: what the processor adds at a time.
    let weights = UnsafeRawPointer(fall).assumingMemoryBound(to: SIMD4<Float>.self)
    let piece = UnsafeRawPointer(reductions + Self.pastFrames)
      .assumingMemoryBound(to: SIMD4<Float>.self)
    for frame in 0..<count {
      let newest = piece + (2 &* frame)
      var first = SIMD4<Float>.zero
      var second = SIMD4<Float>.zero
      for age in 0..<SaturationFilters.fallFrames {
        first += newest[-2 &* age] * weights[2 &* age]
        second += newest[1 &- 2 &* age] * weights[2 &* age &+ 1]
      }
      partSums[frame] = first + second
    }
  }

  @_noLocks private static func sane(_ sample: Float) -> Float {
    guard sample == sample else { return 0 }
    return held(sample, mostAmplitude)
  }

  @_noLocks private static func held(_ sample: Float, _ ceiling: Float) -> Float {
    sample > ceiling ? ceiling : sample < -ceiling ? -ceiling : sample
  }
}
