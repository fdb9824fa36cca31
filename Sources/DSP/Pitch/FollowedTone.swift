// SPDX-License-Identifier: GPL-3.0-or-later

/// The tone of one voice, as what plays along with it needs it: a frequency at each frame, and how
/// loud it is.
///
/// From one reading of a ``PitchTracker`` to the next the frequency glides. A reading that is far
/// from the note so far counts once others say the same. Two suffice mostly. But where a note goes
/// over into another, both repeat after some periods: a reading that is far lower counts once it
/// lasts. It gives the same bits whatever the block size.
struct FollowedTone: ~Copyable {
  /// Readings that differ by less than this ratio, a semitone, are of one note.
  private static var nearRatio: Float { @_noLocks get { 1.059_463 } }
  /// A reading below this share of the frequency so far is far lower.
  private static var lowShare: Float { @_noLocks get { 0.8 } }
  /// Readings in a row that make another note, and those that make one that is far lower.
  private static var sureReadings: Int { @_noLocks get { 2 } }
  private static var sureLowReadings: Int { @_noLocks get { 6 } }
  /// The tracker hears at most at this rate: more would cost more, and tell nothing more.
  private static let mostRateHz: Float = 64_000

  private var tracker: PitchTracker
  /// The tracker hears the means of so many frames.
  private let meanFrames: Int
  private var sum: Float = 0
  private var sumFrames = 0
  /// A glide lasts as long as from one reading to the next.
  private let glideFrames: Int
  private var remainingFrames = 0
  private var step: Float = 0
  private var aimHz: Float = 0
  /// The newest reading, and how many in a row are like it; 0 for none.
  private var newestHz: Float = 0
  private var likeReadings = 0

  /// How often the tone repeats in a second, at this frame; that of the last one where there is
  /// none, and 0 before the first one.
  private(set) var frequencyHz: Float = 0
  /// Its root mean square, by the newest reading; 0 where there is no tone.
  private(set) var level: Float = 0

  /// Nothing was heard yet.
  init(sampleRateHz: Float) {
    var meanFrames = 1
    while sampleRateHz / Float(meanFrames) > Self.mostRateHz { meanFrames *= 2 }
    self.meanFrames = meanFrames
    tracker = PitchTracker(sampleRateHz: sampleRateHz / Float(meanFrames))
    glideFrames = tracker.hopFrames * meanFrames
  }

  /// Hears a frame.
  ///
  /// - Parameter isHeard: What plays along sounds: its frequency glides. Otherwise it is there at
  ///   once.
  @_noLocks mutating func hear(_ sample: Float, isHeard: Bool) {
    if remainingFrames > 0 {
      remainingFrames &-= 1
      frequencyHz = remainingFrames == 0 ? aimHz : frequencyHz + step
    }
    sum += sample
    sumFrames &+= 1
    guard sumFrames == meanFrames else { return }
    let mean = sum / Float(meanFrames)
    (sum, sumFrames) = (0, 0)
    if tracker.hear(mean) { take(tracker.reading, isHeard: isHeard) }
  }

  @_noLocks private mutating func take(_ reading: PitchReading, isHeard: Bool) {
    guard reading.isTone else {
      (level, newestHz) = (0, 0)
      if !isHeard { aimHz = 0 }
      return
    }
    let hertz = reading.frequencyHz
    likeReadings = Self.isNear(hertz, newestHz) ? likeReadings &+ 1 : 1
    newestHz = hertz
    guard isSure(hertz) else { return }
    level = Units.amplitude(decibels: reading.levelDecibels)
    aimHz = hertz
    if isHeard {
      step = (aimHz - frequencyHz) / Float(glideFrames)
      remainingFrames = glideFrames
    } else {
      (frequencyHz, remainingFrames) = (aimHz, 0)
    }
  }

  /// The newest reading is of the note so far, or of another one for long enough.
  @_noLocks private func isSure(_ hertz: Float) -> Bool {
    if Self.isNear(hertz, aimHz) { return true }
    let isLow = hertz < Self.lowShare * aimHz
    return likeReadings >= (isLow ? Self.sureLowReadings : Self.sureReadings)
  }

  @_noLocks private static func isNear(_ one: Float, _ other: Float) -> Bool {
    one < nearRatio * other && other < nearRatio * one
  }
}
