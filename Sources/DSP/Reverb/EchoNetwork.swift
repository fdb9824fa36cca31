// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime

/// Dense echoes: eight delays feed each other through a Householder matrix, and each is damped as
/// by walls. Two all-passes before them spread the sound in time.
///
/// Sources: J.-M. Jot, A. Chaigne, "Digital delay networks for designing artificial reverberators",
/// 90th AES Convention, 1991; M. Schroeder, "Natural sounding artificial reverberation", J. AES 10,
/// 1962 (the all-passes).
struct EchoNetwork: ~Copyable {
  /// The distances of the walls; no length is a multiple of another.
  static let lineSeconds: [Float] = [
    0.02983, 0.03335, 0.03719, 0.04131, 0.04547, 0.04957, 0.05351, 0.05727,
  ]
  private static let diffusionSeconds: [Float] = [0.00297, 0.00789]
  private static var diffusion: Float { @_noLocks get { 0.6 } }
  /// Lower frequencies are kept out of the room, so that it does not boom.
  private static let lowCutHz: Float = 120
  /// What is below -500 dB is silence, so that no number becomes denormal.
  private static var silence: Float { @_noLocks get { 1e-25 } }
  /// Rows of a Hadamard matrix: the sides are uncorrelated.
  private static var leftSigns: SIMD8<Float> { @_noLocks get { SIMD8(1, 1, -1, -1, 1, 1, -1, -1) } }
  private static var rightSigns: SIMD8<Float> {
    @_noLocks get { SIMD8(1, -1, -1, 1, 1, -1, -1, 1) }
  }

  private let lines: UnsafeMutablePointer<SIMD8<Float>>
  private let lineMask: Int
  private let diffusers: UnsafeMutablePointer<SIMD2<Float>>
  private let diffuserMask: Int
  private let diffuserLengths: SIMD2<Int>
  private let lowShare: Float
  private var damped = SIMD8<Float>.zero
  private var low = SIMD2<Float>.zero
  private var frame = 0

  /// A silent room, whose walls are at most `mostFrames` away.
  init(mostFrames: Int, sampleRateHz: Float) {
    func capacity(_ frames: Int) -> Int { 1 << (Int.bitWidth - frames.leadingZeroBitCount) }
    let diffuserLengths = Self.diffusionSeconds.map {
      Units.frames(seconds: $0, sampleRateHz: sampleRateHz)
    }
    self.diffuserLengths = SIMD2(diffuserLengths)
    lineMask = capacity(mostFrames) - 1
    diffuserMask = capacity(diffuserLengths[1]) - 1
    lines = .allocate(capacity: lineMask + 1)
    lines.initialize(repeating: .zero, count: lineMask + 1)
    diffusers = .allocate(capacity: 2 * (diffuserMask + 1))
    diffusers.initialize(repeating: .zero, count: 2 * (diffuserMask + 1))
    lowShare = 1 - rt_exp(-2 * .pi * Self.lowCutHz / sampleRateHz)
  }

  deinit {
    lines.deallocate()
    diffusers.deallocate()
  }

  /// Makes the room silent.
  @_noLocks mutating func reset() {
    for index in 0...lineMask { lines[index] = .zero }
    for index in 0..<2 &* (diffuserMask &+ 1) { diffusers[index] = .zero }
    damped = .zero
    low = .zero
  }

  /// What arrives from walls at whole distances, in frames.
  @inline(__always) @_noLocks func arriving(from lengths: SIMD8<Int>) -> SIMD8<Float> {
    var arriving = SIMD8<Float>.zero
    for line in 0..<8 { arriving[line] = lines[(frame &- lengths[line]) & lineMask][line] }
    return arriving
  }

  /// What arrives from walls that move: between two frames.
  @_noLocks func arriving(fromMoving lengths: SIMD8<Float>) -> SIMD8<Float> {
    var arriving = SIMD8<Float>.zero
    for line in 0..<8 {
      let whole = Int(lengths[line])
      let newer = lines[(frame &- whole) & lineMask][line]
      let older = lines[(frame &- whole &- 1) & lineMask][line]
      arriving[line] = newer + (lengths[line] - Float(whole)) * (older - newer)
    }
    return arriving
  }

  /// Processes the next frame. Returns both sides of what arrives.
  ///
  /// - Parameters:
  ///   - decays: What is left of each line's sound each time.
  ///   - damping: The share of the way in a frame of the low-pass at the walls; 1 for none.
  @inline(__always) @_noLocks mutating func echo(
    _ input: SIMD2<Float>, arriving: SIMD8<Float>, decays: SIMD8<Float>, damping: Float
  ) -> SIMD2<Float> {
    low += lowShare * (input - low)
    if abs(low.x) + abs(low.y) < Self.silence { low = .zero }
    let early = diffused(diffused(input - low, by: 0), by: 1)
    damped += damping * (arriving - damped)
    let decayed = damped * decays
    let entering = early.x * Self.leftSigns + early.y * Self.rightSigns
    lines[frame & lineMask] = decayed - 0.25 * decayed.sum() + entering
    frame &+= 1
    return SIMD2((arriving * Self.leftSigns).sum(), (arriving * Self.rightSigns).sum())
  }

  /// Spreads a frame in time: all frequencies keep their level.
  @_noLocks private func diffused(_ input: SIMD2<Float>, by index: Int) -> SIMD2<Float> {
    let ring = diffusers + index &* (diffuserMask &+ 1)
    let old = ring[(frame &- diffuserLengths[index]) & diffuserMask]
    let kept = input + Self.diffusion * old
    ring[frame & diffuserMask] = abs(kept.x) + abs(kept.y) < Self.silence ? .zero : kept
    return old - Self.diffusion * kept
  }
}
