// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// Plays a backing track. If its frames come too late, it fades out before they run out, and fades
/// in when they are back, at the place that it would have reached. If another track follows, it
/// fades out before that begins.
struct Backing {
  private static var fadeSeconds: Float { 0.005 }
  /// How much must wait before it continues after a dropout.
  private static var recoverySeconds: Float { 0.5 }

  private var source: BackingExchange.AudioSide?
  private var next: BackingExchange.AudioSide?
  private var isLeaving = false
  private let fadeFrames: Int
  private let recoveryFrames: Int
  private var level: Float = 1
  private var isStarved = false
  /// Frames that were not there when they were to be played.
  private var missedFrames = 0

  /// The track from its beginning.
  init(_ source: BackingExchange.AudioSide?, sampleRateHz: Float) {
    self.source = source
    if let source { isRecorded = source.isRecorded }
    fadeFrames = Units.frames(seconds: Self.fadeSeconds, sampleRateHz: sampleRateHz)
    recoveryFrames = Units.frames(seconds: Self.recoverySeconds, sampleRateHz: sampleRateHz)
  }

  /// The backing is recorded too, as the last track asked.
  private(set) var isRecorded = true
  /// There is no track.
  var isIdle: Bool { @_noLocks get { source == nil } }

  /// Lets another track begin, or none, once the one before has faded.
  @_noLocks mutating func change(to next: BackingExchange.AudioSide?) {
    self.next?.leave()
    self.next = next
    isLeaving = true
    if isIdle { begin() }
  }

  @_noLocks private mutating func begin() {
    source?.leave()
    source = next
    if let source { isRecorded = source.isRecorded }
    (next, isLeaving, isStarved) = (nil, false, false)
    (level, missedFrames) = (1, 0)
  }

  /// Adds the next frames to a piece of interleaved stereo, as loud as its bus and the one behind
  /// it have it.
  @_noLocks mutating func add(
    to piece: inout MutableSpan<Float>, _ bus: GainRamp, _ master: GainRamp
  ) {
    let count = piece.count / 2
    while missedFrames > 0, case _? = source?.frames.pop() { missedFrames -= 1 }
    watch(count)
    for frame in 0..<count {
      if isLeaving && level * Float(fadeFrames) < 0.5 { begin() }
      guard let source else { return }
      let sample = source.frames.pop()
      if isLeaving || sample != nil {
        let step = (isStarved || isLeaving ? -1 : 1) / Float(fadeFrames)
        level = max(0, min(1, level + step))
      }
      guard let sample else {
        missedFrames += source.hasEnded ? 0 : 1
        continue
      }
      let gain = level * (bus.gain(ahead: frame) * master.gain(ahead: frame))
      piece[2 * frame] += gain.x * sample.left
      piece[2 * frame + 1] += gain.y * sample.right
    }
  }

  /// Notices early enough that frames are about to run out, or that enough of them are back.
  @_noLocks private mutating func watch(_ count: Int) {
    guard let source else { return }
    let waiting = source.frames.count
    let hasEnded = source.hasEnded
    if !isStarved && !hasEnded && waiting < count + fadeFrames {
      isStarved = true
      source.countDropout()
    } else if isStarved && (hasEnded || waiting >= count + recoveryFrames) {
      isStarved = false
    }
  }
}
