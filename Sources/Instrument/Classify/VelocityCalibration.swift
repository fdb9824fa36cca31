// SPDX-License-Identifier: GPL-3.0-or-later

/// How strong a hit counts by the level of its peak: a straight line over decibels, bent as the
/// player likes it.
public struct VelocityCalibration: BitwiseCopyable, Sendable, Equatable {
  /// The velocity of a hit at ``softDecibels`` on the line.
  public static var soft: Float { @_noLocks get { 0.2 } }
  /// The least velocity a hit can have.
  public static var least: Float { @_noLocks get { 0.02 } }

  /// Peak level of a soft hit, in dBFS.
  public var softDecibels: Float
  /// Peak level of the hardest hit, in dBFS; above ``softDecibels``.
  public var hardDecibels: Float
  /// How the line is bent.
  public var shape: VelocityCurve

  /// A curve between two levels; the defaults serve a microphone that was not measured.
  public init(
    softDecibels: Float = -28, hardDecibels: Float = -4, shape: VelocityCurve = .linear
  ) {
    precondition(softDecibels < hardDecibels, "a hard hit is louder than a soft one")
    self.softDecibels = softDecibels
    self.hardDecibels = hardDecibels
    self.shape = shape
  }

  /// Velocity of a hit with a peak at `peakDecibels`, 0...1.
  @_noLocks public func velocity(peakDecibels: Float) -> Float {
    let position = (peakDecibels - softDecibels) / (hardDecibels - softDecibels)
    let strength = min(1, max(0, Self.soft + (1 - Self.soft) * position))
    return max(Self.least, shape.velocity(strength: strength))
  }
}
