// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Instrument

/// What the room did around a moment.
public struct MomentLevel: BitwiseCopyable, Sendable, Equatable {
  /// Its level where it was quietest, over ``MomentMeter/blockSeconds``: root mean square, in dBFS.
  public var roomDecibels: Float
  /// By how much the loudest rise would have had to be louder to be found as a hit, in decibels;
  /// 0 or less if it was loud enough.
  public var riseMarginDecibels: Float

  /// A room that was so loud, with a rise that lacked so much.
  public init(roomDecibels: Float, riseMarginDecibels: Float) {
    (self.roomDecibels, self.riseMarginDecibels) = (roomDecibels, riseMarginDecibels)
  }
}

/// Measures what is heard around a moment.
public struct MomentMeter: BitwiseCopyable, Sendable {
  /// How far around the moment it measures, in seconds.
  public static let reachSeconds = 0.05
  /// The time over which the level of the room is averaged, in seconds.
  public static let blockSeconds = 0.01
  /// A mean square that counts as silence.
  private static var silence: Float { @_noLocks get { 1e-20 } }

  /// What was measured so far; nil before the first block.
  private(set) var level: MomentLevel?
  private let firstFrame: Int
  private let endFrame: Int
  private let blockFrames: Int
  private var squares: Float = 0
  private var leastMargin: Float = .infinity

  init(seconds: Double, sampleRateHz: Int) {
    firstFrame = Int((seconds - Self.reachSeconds) * Double(sampleRateHz))
    endFrame = Int((seconds + Self.reachSeconds) * Double(sampleRateHz))
    blockFrames = Int(Self.blockSeconds * Double(sampleRateHz))
  }

  /// Hears a sample that `hearing` has just heard.
  @_noLocks mutating func hear(_ sample: Float, _ hearing: borrowing HitTracker) {
    let frame = hearing.frameCount
    guard frame > firstFrame && frame <= endFrame else { return }
    squares += sample * sample
    if frame % hearing.lookFrames == 0 {
      leastMargin = min(leastMargin, hearing.riseMarginDecibels)
    }
    guard (frame - firstFrame) % blockFrames == 0 else { return }
    let decibels = Units.decibels(power: max(Self.silence, squares / Float(blockFrames)))
    level = MomentLevel(
      roomDecibels: min(decibels, level?.roomDecibels ?? .infinity),
      riseMarginDecibels: leastMargin)
    squares = 0
  }
}
