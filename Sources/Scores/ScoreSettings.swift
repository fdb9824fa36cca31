// SPDX-License-Identifier: GPL-3.0-or-later

/// What a score runs with, and how much it may ask for.
public struct ScoreSettings: Sendable {
  /// The rate of its clock.
  public var sampleRateHz: Int
  /// Determines `math.random`.
  public var seed: UInt64
  /// Steps of Lua within one frame, of all scripts together.
  public var mostSteps: UInt64 = 100_000_000
  /// How long scripts may compute between two moves of the clock, in seconds of the processor; nil for as many steps as that.
  public var mostSeconds: Double?
  /// Memory of its Lua.
  public var mostBytes = 128 << 20

  /// How hard drums are struck where nothing is said, 0...1.
  public static let velocity = 0.8

  /// Scripts that run at a time, and functions that wait for events.
  static let mostScripts = 10_000
  /// Statements that are heard, within each so many frames.
  static let mostActions = 1000
  /// See ``mostActions``.
  static let actionFrames = 256
  /// Objects.
  public static let mostObjects = 256
  /// Sounds of all objects together.
  static let mostSounds = 1000
  /// Sounds that play at a time; the oldest gives way.
  public static let mostPlays = 256
  /// The longest wait, in seconds.
  static let longestWaitSeconds = 1e6

  /// What scripts that play live may compute without giving the clock back.
  public static let liveSeconds = 0.05

  /// A clock and a seed.
  public init(sampleRateHz: Int, seed: UInt64) {
    (self.sampleRateHz, self.seed) = (sampleRateHz, seed)
  }
}
