// SPDX-License-Identifier: GPL-3.0-or-later

/// A stretch of what the microphone heard, in a loop.
public struct LoopStretch: Sendable, Equatable {
  /// What was heard.
  public let sound: LoopSound
  /// The output frame in time with which it was heard.
  let heardFrame: Int
  /// Where it begins, behind its rise, in frames since the beginning of the loop; negative shortly before the seam.
  public let position: Int

  /// The same so many frames later, as far as it begins before a place in the loop, and only until there.
  func moved(by frames: Int, cutAt end: Int) -> LoopStretch? {
    let position = position + frames
    guard position < end else { return nil }
    // A beat need not be a whole number of frames.
    let isWhole = position + sound.frameCount <= end + 1
    return LoopStretch(
      sound: isWhole ? sound : sound.cut(toFrames: end - position), heardFrame: heardFrame,
      position: position)
  }

  /// What the same, so many frames later, has behind a place in the loop; nil where it begins behind it or ends before it.
  func moved(by frames: Int, cutBefore begin: Int) -> LoopStretch? {
    let past = begin - (position + frames)
    // What is shorter than its fades can't be heard.
    guard past > 0, sound.frameCount - past > sound.fadeFrames else { return nil }
    return LoopStretch(
      sound: sound.cut(fromFrame: past), heardFrame: heardFrame + past, position: begin)
  }
}

/// A stretch of what the microphone heard that a loop plays.
public struct LoopedSound: Sendable, Equatable {
  /// What is played.
  public let sound: LoopSound
  /// Its layer.
  public let layer: Int
  /// The output frame of its first sample.
  public let beginFrame: Int
  /// The output frame from which on it is heard: later than its beginning if it comes in while it runs.
  public let frame: Int

  /// The output frame behind its last sample.
  public var endFrame: Int { beginFrame + sound.samples.count }
}
