// SPDX-License-Identifier: GPL-3.0-or-later

/// One channel of a ``SoftLimiter``. It finds how high the wave rises between its samples, holds
/// the highest value of 22 frames, and reduces the wave by what ``ReductionCurve`` gives. The
/// reduction is smoothed over 4 frames, most of which are still to come. A ``PeakGuard`` handles
/// what rises too steeply for that.
///
/// It has no `reset()`: use a new one for a new stream.
struct LimitedChannel: BitwiseCopyable {
  /// The delay of the output.
  static var latencyFrames: Int {
    @_noLocks get { PeakFilter.delayFrames &+ ReductionWindow.frames &- 1 }
  }
  /// Samples more than 24 dB over full scale count as this much.
  private static var mostAmplitude: Float { @_noLocks get { 16 } }
  /// Limiting sets in while a sample goes from the knee to this much above it.
  private static var onset: Float { @_noLocks get { 0.03 } }
  /// Peaks count if one of this many samples around them is above the knee.
  private static var nearFrames: Int { @_noLocks get { 7 } }
  /// The frames until a sample has no effect on the output's gain any more.
  private static var reachFrames: Int {
    @_noLocks get { nearFrames &- 1 &+ PeakHold.frames &+ ReductionWindow.frames &- 1 }
  }
  /// The frames that are processed at a time.
  private static var pieceFrames: Int { @_noLocks get { 64 } }
  /// The frames before a piece that are kept.
  private static var pastFrames: Int { @_noLocks get { 32 } }
  private static var capacityFrames: Int { @_noLocks get { pastFrames &+ pieceFrames } }

  private let filter = PeakFilter.shared.weights
  private let window = ReductionWindow.shared.weights
  /// The past, and then a piece; the same is true of the following buffers.
  private let inputs: UnsafeMutablePointer<Float>
  /// For each frame the largest amplitude of those near it.
  private let loudest: UnsafeMutablePointer<Float>
  /// Eight amplitudes a frame.
  private let amplitudes: UnsafeMutablePointer<Float>
  /// How far peaks are above the knee, 8 values a frame.
  private let excesses = PeakHold(pieceFrames: Self.pieceFrames)
  /// The shares that are taken away, 8 values a frame.
  private let reductions: UnsafeMutablePointer<SIMD8<Float>>
  private var peakGuard = PeakGuard()
  /// The frames since the last sample louder than the knee.
  private var quietFrames = Self.reachFrames

  /// A channel at rest.
  init() {
    func silence(_ count: Int) -> UnsafeMutablePointer<Float> {
      let samples = UnsafeMutablePointer<Float>.allocate(capacity: count)
      samples.initialize(repeating: 0, count: count)
      return samples
    }
    inputs = silence(Self.capacityFrames)
    loudest = silence(Self.capacityFrames)
    amplitudes = silence(8 * Self.capacityFrames)
    reductions = .allocate(capacity: Self.capacityFrames)
    reductions.initialize(repeating: .zero, count: Self.capacityFrames)
  }

  /// Frees its memory.
  func free() {
    inputs.deallocate()
    loudest.deallocate()
    amplitudes.deallocate()
    excesses.free()
    peakGuard.free()
    reductions.deallocate()
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
    let knee = ReductionCurve.knee
    for frame in 0..<count { piece[frame] = Self.sane(samples[frame &* stride]) }
    let isHeard = isHeard(count)
    let delayed = piece - Self.latencyFrames
    if isHeard {
      findAmplitudes(count)
      findExcesses(count)
      findReductions(count)
      let (ceiling, windowFrames) = (SoftLimiter.ceilingAmplitude, ReductionWindow.frames)
      for frame in 0..<count {
        let newest = reductions + (Self.pastFrames &+ frame)
        var taken = SIMD8<Float>.zero
        for age in 0..<windowFrames { taken += newest[-age] * window[age] }
        let gain = 1 - taken.sum()
        let left = peakGuard.gain(
          beside: gain, newest: piece + frame, leastAmplitude: knee + Self.onset)
        samples[frame &* stride] = Self.held(delayed[frame] * gain * left, ceiling)
      }
      for frame in 0..<Self.pastFrames { reductions[frame] = reductions[frame &+ count] }
    } else {
      for frame in 0..<count { samples[frame &* stride] = delayed[frame] }
      peakGuard.rest(frameCount: count)
    }
    for frame in 0..<Self.pastFrames { inputs[frame] = inputs[frame &+ count] }
  }

  /// Whether anything is above the knee in the piece, or in what comes before it and reaches into
  /// it.
  @_noLocks private mutating func isHeard(_ count: Int) -> Bool {
    let piece = inputs + Self.pastFrames
    let wasHeard = quietFrames < Self.reachFrames
    quietFrames = min(Self.reachFrames, quietFrames &+ count)
    guard LargestAmplitude.of(piece, count: count) > ReductionCurve.knee else { return wasHeard }
    var last = count &- 1
    while abs(piece[last]) <= ReductionCurve.knee { last &-= 1 }
    quietFrames = min(Self.reachFrames, count &- 1 &- last)
    return true
  }

  /// Finds the eight amplitudes of each frame of the piece, and of the one before it.
  @_noLocks private func findAmplitudes(_ count: Int) {
    let piece = inputs + Self.pastFrames
    let weights = UnsafeRawPointer(filter).assumingMemoryBound(to: SIMD4<Float>.self)
    let found = UnsafeMutableRawPointer(amplitudes + 8 &* Self.pastFrames)
      .assumingMemoryBound(to: SIMD4<UInt32>.self)
    let ages = PeakFilter.frames
    for frame in -1..<count {
      // Halves of eight: what the processor adds at a time.
      var first = SIMD4<Float>.zero
      var second = SIMD4<Float>.zero
      for age in 0..<ages {
        let input = piece[frame &- age]
        first += input * weights[2 &* age]
        second += input * weights[2 &* age &+ 1]
      }
      found[2 &* frame] = unsafeBitCast(first, to: SIMD4<UInt32>.self) & 0x7fff_ffff
      found[2 &* frame &+ 1] = unsafeBitCast(second, to: SIMD4<UInt32>.self) & 0x7fff_ffff
    }
  }

  /// Finds how far peaks of the piece are above the knee: those of parabolas through three
  /// amplitudes each.
  @_noLocks private func findExcesses(_ count: Int) {
    findLoudest(count)
    let knee = ReductionCurve.knee
    for frame in 0..<count {
      let newest = UnsafeRawPointer(amplitudes + 8 &* (Self.pastFrames &+ frame))
      let after = newest.loadUnaligned(as: SIMD8<Float>.self)
      let middle = newest.loadUnaligned(fromByteOffset: -4, as: SIMD8<Float>.self)
      let before = newest.loadUnaligned(fromByteOffset: -8, as: SIMD8<Float>.self)
      let slope = after - before
      let bend = 2 * middle - before - after
      let isPeak = slope .< bend .& -slope .< bend
      var raised = slope * slope / (8 * bend)
      raised.replace(with: 0, where: .!isPeak)
      var excess = middle + raised - knee
      excess.replace(with: 0, where: excess .< 0)
      let t = min(1, max(0, (loudest[frame] - knee) * (1 / Self.onset)))
      UnsafeMutableRawPointer(excesses.piece + 8 &* frame)
        .storeBytes(of: t * t * (3 - 2 * t) * excess, as: SIMD8<Float>.self)
    }
  }

  /// The largest amplitude of each frame of the piece and the six before it.
  @_noLocks private func findLoudest(_ count: Int) {
    // The largest of two, of four, of seven: each from those before, the last frames first.
    let first = Self.pastFrames &- Self.nearFrames &+ 1
    let total = count &+ Self.nearFrames &- 1
    for frame in 0..<total { loudest[frame] = abs(inputs[first &+ frame]) }
    for frame in 0..<total &- 1 { loudest[frame] = max(loudest[frame], loudest[frame &+ 1]) }
    for frame in 0..<total &- 3 { loudest[frame] = max(loudest[frame], loudest[frame &+ 2]) }
    for frame in 0..<count { loudest[frame] = max(loudest[frame], loudest[frame &+ 3]) }
  }

  /// Holds each peak, and finds what it takes away.
  @_noLocks private func findReductions(_ count: Int) {
    ReductionCurve.findShares(
      excesses: excesses.held(frameCount: count), frameCount: count,
      into: reductions + Self.pastFrames)
  }

  @_noLocks private static func sane(_ sample: Float) -> Float {
    guard sample == sample else { return 0 }
    return held(sample, mostAmplitude)
  }

  @_noLocks private static func held(_ sample: Float, _ ceiling: Float) -> Float {
    sample > ceiling ? ceiling : sample < -ceiling ? -ceiling : sample
  }
}
