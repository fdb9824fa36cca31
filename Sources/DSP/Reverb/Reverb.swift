// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime

/// A small room. Its output is the dense echoes of its input, with different echoes on both sides
/// and the energy of the input. They fall by 60 dB in ``decaySeconds``. At -120 dB the room is
/// silent and costs nothing.
///
/// Eight delays feed each other through a Householder matrix, and each is damped as by walls.
/// Sources: J.-M. Jot, A. Chaigne, "Digital delay networks for designing artificial reverberators",
/// 90th AES Convention, 1991; M. Schroeder, "Natural sounding artificial reverberation", J. AES 10,
/// 1962 (the all-passes before them).
public struct Reverb: ~Copyable {
  /// The time in which echoes fall by 60 dB.
  public static let decaySeconds: Float = 0.6
  /// The distances of the walls; no length is a multiple of another.
  private static let lineSeconds: [Float] = [
    0.02983, 0.03335, 0.03719, 0.04131, 0.04547, 0.04957, 0.05351, 0.05727,
  ]
  private static let diffusionSeconds: [Float] = [0.00297, 0.00789]
  private static var diffusion: Float { @_noLocks get { 0.6 } }
  /// Echoes lose higher frequencies over time.
  private static let dampingHz: Float = 6000
  /// Lower frequencies are kept out of the room, so that it does not boom.
  private static let lowCutHz: Float = 120
  /// Rows of a Hadamard matrix: the sides are uncorrelated.
  private static var leftSigns: SIMD8<Float> { @_noLocks get { SIMD8(1, 1, -1, -1, 1, 1, -1, -1) } }
  private static var rightSigns: SIMD8<Float> {
    @_noLocks get { SIMD8(1, -1, -1, 1, 1, -1, -1, 1) }
  }

  private let lines: UnsafeMutablePointer<SIMD8<Float>>
  private let lineMask: Int
  private let lengths: SIMD8<Int>
  private let decays: SIMD8<Float>
  private let diffusers: UnsafeMutablePointer<SIMD2<Float>>
  private let diffuserMask: Int
  private let diffuserLengths: SIMD2<Int>
  private let damping: Float
  private let lowShare: Float
  private let restFrames: Int
  private var level: Float = 1
  private var damped = SIMD8<Float>.zero
  private var low = SIMD2<Float>.zero
  private var frame = 0
  private var silentFrames: Int

  /// A silent room.
  public init(sampleRateHz: Float) {
    func frames(_ seconds: Float) -> Int {
      Units.frames(seconds: seconds, sampleRateHz: sampleRateHz)
    }
    func capacity(_ frames: Int) -> Int { 1 << (Int.bitWidth - frames.leadingZeroBitCount) }
    let lengths = Self.lineSeconds.map(frames)
    self.lengths = SIMD8(lengths)
    decays = SIMD8(
      Self.lineSeconds.map { Units.amplitude(decibels: -60 * $0 / Self.decaySeconds) })
    let diffuserLengths = Self.diffusionSeconds.map(frames)
    self.diffuserLengths = SIMD2(diffuserLengths)
    lineMask = capacity(lengths[7]) - 1
    diffuserMask = capacity(diffuserLengths[1]) - 1
    lines = .allocate(capacity: lineMask + 1)
    lines.initialize(repeating: .zero, count: lineMask + 1)
    diffusers = .allocate(capacity: 2 * (diffuserMask + 1))
    diffusers.initialize(repeating: .zero, count: 2 * (diffuserMask + 1))
    damping = 1 - rt_exp(-2 * .pi * Self.dampingHz / sampleRateHz)
    lowShare = 1 - rt_exp(-2 * .pi * Self.lowCutHz / sampleRateHz)
    restFrames = frames(2 * Self.decaySeconds)
    silentFrames = restFrames
    level = 1 / rt_sqrt(answerEnergy())
    reset()
  }

  deinit {
    lines.deallocate()
    diffusers.deallocate()
  }

  /// Makes the room silent.
  @_noLocks public mutating func reset() {
    for index in 0...lineMask { lines[index] = .zero }
    for index in 0..<2 &* (diffuserMask &+ 1) { diffusers[index] = .zero }
    damped = .zero
    low = .zero
    silentFrames = restFrames
  }

  /// Replaces the input by its echoes, in place. Returns false, with all frames zero, if nothing
  /// has been sent for so long that the echoes have ended. What is not a number counts as silence;
  /// if the room's state overflows, the room becomes silent.
  @_noLocks public mutating func process(
    _ frames: UnsafeMutablePointer<SIMD2<Float>>, count: Int
  ) -> Bool {
    var isHeard = false
    for index in 0..<count {
      if !Self.isFinite(frames[index]) { frames[index] = .zero }
      silentFrames = frames[index] == .zero ? silentFrames &+ 1 : 0
      guard silentFrames < restFrames else { continue }
      isHeard = true
      frames[index] = echo(frames[index])
      guard !Self.isFinite(frames[index]) else { continue }
      frames[index] = .zero
      reset()
    }
    return isHeard
  }

  @_noLocks private static func isFinite(_ frame: SIMD2<Float>) -> Bool {
    frame.x.isFinite && frame.y.isFinite
  }

  /// Processes the next frame.
  @_noLocks private mutating func echo(_ input: SIMD2<Float>) -> SIMD2<Float> {
    low += lowShare * (input - low)
    let early = diffused(diffused(input - low, by: 0), by: 1)
    var arriving = SIMD8<Float>.zero
    for line in 0..<8 { arriving[line] = lines[(frame &- lengths[line]) & lineMask][line] }
    damped += damping * (arriving - damped)
    let decayed = damped * decays
    let entering = early.x * Self.leftSigns + early.y * Self.rightSigns
    lines[frame & lineMask] = decayed - 0.25 * decayed.sum() + entering
    frame &+= 1
    return level * SIMD2((arriving * Self.leftSigns).sum(), (arriving * Self.rightSigns).sum())
  }

  /// Spreads a frame in time: all frequencies keep their level.
  @_noLocks private func diffused(_ input: SIMD2<Float>, by index: Int) -> SIMD2<Float> {
    let ring = diffusers + index &* (diffuserMask &+ 1)
    let old = ring[(frame &- diffuserLengths[index]) & diffuserMask]
    let kept = input + Self.diffusion * old
    ring[frame & diffuserMask] = kept
    return old - Self.diffusion * kept
  }

  /// The energy that a click on one side gives on both.
  private mutating func answerEnergy() -> Float {
    var energy: Float = 0
    for frame in 0..<restFrames {
      let answer = echo(frame == 0 ? SIMD2(1, 0) : .zero)
      energy += (answer * answer).sum()
    }
    return energy
  }
}
