// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime

/// A small room. Its output is the dense echoes of its input, with different echoes on both sides
/// and the energy of the input. They fall by 60 dB in ``decaySeconds``. At -120 dB the room is
/// silent and costs nothing.
public struct Reverb: ~Copyable {
  /// The time in which echoes fall by 60 dB.
  public static let decaySeconds: Float = 0.6
  /// Echoes lose higher frequencies over time.
  private static let dampingHz: Float = 6000

  private var network: EchoNetwork
  private let lengths: SIMD8<Int>
  private let decays: SIMD8<Float>
  private let damping: Float
  private let restFrames: Int
  private var level: Float = 1
  private var silentFrames: Int

  /// A silent room.
  public init(sampleRateHz: Float) {
    func frames(_ seconds: Float) -> Int {
      Units.frames(seconds: seconds, sampleRateHz: sampleRateHz)
    }
    lengths = SIMD8(EchoNetwork.lineSeconds.map(frames))
    decays = SIMD8(
      EchoNetwork.lineSeconds.map { Units.amplitude(decibels: -60 * $0 / Self.decaySeconds) })
    network = EchoNetwork(mostFrames: lengths[7], sampleRateHz: sampleRateHz)
    damping = 1 - rt_exp(-2 * .pi * Self.dampingHz / sampleRateHz)
    restFrames = frames(2 * Self.decaySeconds)
    silentFrames = restFrames
    level = 1 / rt_sqrt(answerEnergy())
    reset()
  }

  /// Makes the room silent.
  @_noLocks public mutating func reset() {
    network.reset()
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
      frames[index] = level * echo(frames[index])
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
    network.echo(
      input, arriving: network.arriving(from: lengths), decays: decays, damping: damping)
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
