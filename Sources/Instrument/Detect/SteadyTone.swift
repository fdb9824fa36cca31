// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// A tone that stays, such as mains hum, and is removed from what is heard.
public struct SteadyTone: BitwiseCopyable, Sendable {
  /// In Hz.
  public let frequencyHz: Float
  /// Its mean square.
  let power: Float

  /// Its level, in dBFS as a root mean square.
  public var decibels: Float { @_noLocks get { Units.decibels(power: power) } }
  /// Its peaks, in dBFS.
  var peakDecibels: Float { @_noLocks get { Units.decibels(power: 2 * power) } }
}
