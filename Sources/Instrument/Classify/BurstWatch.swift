// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// Watches an onset that may be of the burst of the last hit (``Burst``) until it is louder than
/// that, or is dismissed.
struct BurstWatch: BitwiseCopyable {
  /// This long after a hit was found, it shows whether it belongs to the burst of the one before,
  /// in seconds: as long as the detector may correct it.
  private static let suspicionSeconds: Float = 0.012

  /// An onset that may be of a burst.
  struct Suspect: BitwiseCopyable {
    let onsetFrame: Int
    /// The amplitude that the burst may have.
    let loudest: Float
    fileprivate let endFrame: Int
    fileprivate var nextFrame: Int
  }

  private let suspicionFrames: Int
  private var suspect: Suspect?

  init(sampleRateHz: Float) {
    suspicionFrames = Units.frames(seconds: Self.suspicionSeconds, sampleRateHz: sampleRateHz)
  }

  /// There is an onset that is suspected.
  var isWatching: Bool { @_noLocks get { suspect != nil } }

  /// Watches the onset at `onsetFrame` from now on, found after `frameCount` frames; the burst may
  /// be as loud as `loudest`.
  @_noLocks mutating func watch(onsetFrame: Int, loudest: Float, frameCount: Int) {
    suspect = Suspect(
      onsetFrame: onsetFrame, loudest: loudest, endFrame: frameCount + suspicionFrames,
      nextFrame: onsetFrame)
  }

  /// Forgets the suspected burst; it, if there was one.
  @discardableResult
  @_noLocks mutating func clear() -> Suspect? {
    defer { suspect = nil }
    return suspect
  }

  /// The onset that proves louder than the burst it was taken for, or nil.
  @_noLocks mutating func acquitted(_ history: borrowing InputHistory) -> Int? {
    guard let current = suspect else { return nil }
    for frame in current.nextFrame..<history.frameCount where abs(history[frame]) > current.loudest
    {
      suspect = nil
      return current.onsetFrame
    }
    suspect?.nextFrame = history.frameCount
    return nil
  }

  /// The onset that was of the burst for certain after `frameCount` heard frames, or nil.
  @_noLocks mutating func dismissed(frameCount: Int) -> Suspect? {
    guard let current = suspect, frameCount >= current.endFrame else { return nil }
    return clear()
  }
}
