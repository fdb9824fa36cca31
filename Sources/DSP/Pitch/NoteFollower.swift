// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime

/// Makes notes of the readings of a ``PitchTracker``.
///
/// A note begins once its pitch has settled, and ends with its tone, with a dip of its level, or where another pitch has
/// settled: vibrato comes back before that, and a glide arrives. Its onset is found looking back: where its tone and its
/// level came up, or where a glide was halfway.
public struct NoteFollower: ~Copyable {
  /// A pitch has settled once so many readings, 40 ms, lie within so many semitones.
  private static var settledReadings: Int { @_noLocks get { 8 } }
  private static var settledSemitones: Float { @_noLocks get { 0.6 } }
  /// A note is left once its pitch has been further from it than this for so many readings, 60 ms, and is steady; or for
  /// longer than vibrato stays away, 150 ms.
  private static var leftSemitones: Float { @_noLocks get { 0.7 } }
  private static var leftReadings: Int { @_noLocks get { 12 } }
  private static var steadySemitones: Float { @_noLocks get { 0.25 } }
  private static var longLeftReadings: Int { @_noLocks get { 30 } }
  /// The pitch of a note at the time is the usual one of so many readings, 0.3 s, that are so near.
  private static var recentReadings: Int { @_noLocks get { 60 } }
  private static var nearSemitones: Float { @_noLocks get { 1.2 } }
  /// So many readings without a tone, 25 ms, end a note.
  private static var missedReadings: Int { @_noLocks get { 5 } }
  /// A note begins at this level at least, and ends this far under its loudest, or under the other level.
  private static var beginDecibels: Float { @_noLocks get { -54 } }
  private static var endDecibels: Float { @_noLocks get { -60 } }
  private static var decayDecibels: Float { @_noLocks get { 25 } }
  /// A dip splits a note if its level falls so far and comes back by so much within so many readings, 60 ms.
  private static var fallDecibels: Float { @_noLocks get { 7 } }
  private static var riseDecibels: Float { @_noLocks get { 5 } }
  private static var riseReadings: Int { @_noLocks get { 12 } }
  /// The level from which a fall counts comes down by this in a reading.
  private static var forgottenDecibels: Float { @_noLocks get { 0.05 } }
  /// The onset is sought so many readings back, 0.25 s.
  private static var onsetReadings: Int { @_noLocks get { 50 } }
  /// A note sets in where its level is this far under what it settles at.
  private static var onsetDecibels: Float { @_noLocks get { 12 } }

  /// What is known of the note that sounds.
  private struct Sounding: BitwiseCopyable {
    var onsetFrame: Int
    var semitones: Float
    var loudest: Float
    var readings = 0
    var away = 0
    /// Its pitch, once it has been away for long: the history may lose its readings before the note ends.
    var heldSemitones: Float = 0
    var missed = 0
    /// The reading that was the last within the note.
    var lastFrame: Int
    var recentLoudest: Float
    /// The lowest level of a dip, and how many readings ago that was.
    var valley: Float = .infinity
    var sinceValley = 0
    var valleyFrame = 0
  }

  private let windowFrames: Int
  private let hopFrames: Int
  private let sampleRateHz: Float
  private var history = PitchHistory()
  private var sounding: Sounding?
  /// What a note leaves behind that has faded: its tail has its pitch and does not rise.
  private var tail: (semitones: Float, levelDecibels: Float)?
  /// Readings up to here belong to notes that have ended.
  private var boundaryFrame = 0

  /// A follower of a tracker.
  public init(_ tracker: borrowing PitchTracker, sampleRateHz: Float) {
    (windowFrames, hopFrames) = (tracker.windowFrames, tracker.hopFrames)
    self.sampleRateHz = sampleRateHz
  }

  /// Follows the next reading, and gives the note that it ends.
  @_noLocks public mutating func follow(_ reading: PitchReading) -> SungNote? {
    history.add(reading)
    guard var note = sounding else {
      if !isTail() { beginIfSettled() }
      return nil
    }
    let ended = isEnded(&note)
    sounding = ended == nil ? note : nil
    if ended != nil && tail == nil { beginIfSettled(after: note.semitones) }
    return ended
  }

  /// Whether the newest reading is the tail of the note before; it belongs to no other.
  @_noLocks private mutating func isTail() -> Bool {
    guard let (semitones, level) = tail else { return false }
    let now = history.moment(ago: 0)
    guard now.levelDecibels < level + Self.riseDecibels, now.levelDecibels >= Self.endDecibels,
      !now.isTone || abs(now.semitones - semitones) <= Self.leftSemitones
    else {
      tail = nil
      return false
    }
    tail = (semitones, min(level, now.levelDecibels))
    boundaryFrame = now.frame
    return true
  }

  /// The note that sounds at the end, if one does.
  @_noLocks public mutating func finish() -> SungNote? {
    guard let note = sounding else { return nil }
    sounding = nil
    return finished(note, endFrame: note.lastFrame)
  }

  /// Takes the newest reading into a note; gives the note if it has ended.
  @_noLocks private mutating func isEnded(_ note: inout Sounding) -> SungNote? {
    let now = history.moment(ago: 0)
    note.readings &+= 1
    if now.levelDecibels < max(Self.endDecibels, note.loudest - Self.decayDecibels) {
      tail = (note.semitones, now.levelDecibels)
      return finished(note, endFrame: now.frame &- windowFrames / 2)
    }
    guard now.isTone else {
      note.missed &+= 1
      guard note.missed >= Self.missedReadings else { return nil }
      return finished(note, endFrame: note.lastFrame &- windowFrames &+ toneFrames(note.semitones))
    }
    note.missed = 0
    if abs(now.semitones - note.semitones) <= Self.leftSemitones {
      note.away = 0
      note.lastFrame = now.frame
    } else {
      note.away &+= 1
    }
    // What has been away for now may belong to the next note.
    note.semitones = history.usual(
      note.away..<max(note.away, min(note.readings, Self.recentReadings)),
      within: Self.nearSemitones, of: note.semitones)
    if note.away == Self.longLeftReadings { note.heldSemitones = wholeSemitones(note) }
    if isSplit(&note, now) { return finished(note, endFrame: note.valleyFrame) }
    note.loudest = max(note.loudest, now.levelDecibels)
    guard isLeft(note) else { return nil }
    return finished(note, endFrame: halfwayFrame(from: note.semitones, to: settledPitch))
  }

  /// Whether another pitch has settled.
  @_noLocks private func isLeft(_ note: Sounding) -> Bool {
    guard note.away >= Self.leftReadings else { return false }
    return history.isSettled(
      Self.leftReadings, within: Self.steadySemitones, after: boundaryFrame)
      || note.away >= Self.longLeftReadings && isSettled
  }

  /// Whether the level has dipped and is back.
  @_noLocks private func isSplit(_ note: inout Sounding, _ now: PitchHistory.Moment) -> Bool {
    note.recentLoudest = max(note.recentLoudest - Self.forgottenDecibels, now.levelDecibels)
    note.sinceValley &+= 1
    if now.levelDecibels <= note.recentLoudest - Self.fallDecibels
      && now.levelDecibels < note.valley
    {
      (note.valley, note.valleyFrame, note.sinceValley) = (now.levelDecibels, now.frame, 0)
    }
    guard note.sinceValley <= Self.riseReadings else {
      note.valley = .infinity
      return false
    }
    return now.levelDecibels >= note.valley + Self.riseDecibels
  }

  /// A note that has ended. What comes next belongs to others.
  @_noLocks private mutating func finished(_ note: Sounding, endFrame: Int) -> SungNote {
    // The next one begins here at the earliest, so that onsets rise.
    boundaryFrame = max(endFrame, note.onsetFrame &+ hopFrames)
    let pitch = note.away < Self.longLeftReadings ? wholeSemitones(note) : note.heldSemitones
    return SungNote(
      onsetFrame: note.onsetFrame, endFrame: boundaryFrame,
      frequencyHz: PitchHistory.hertz(semitones: pitch), levelDecibels: note.loudest)
  }

  /// The pitch of all readings of a note that are still there.
  @_noLocks private func wholeSemitones(_ note: Sounding) -> Float {
    history.usual(
      note.away..<max(note.away, note.readings), within: Self.nearSemitones, of: note.semitones)
  }

  /// So many frames of a tone are needed in a window until its clarity is the least of a tone: silence before or after them
  /// leaves a likeness of 2 (v - t) / (2 v - t), with v the frames and t the period.
  @_noLocks private func toneFrames(_ semitones: Float) -> Int {
    let period = sampleRateHz / PitchHistory.hertz(semitones: semitones)
    let least = PitchReading.leastClarity
    return Int(period * (2 - least) / (2 - 2 * least) + 0.5)
  }

  private var isSettled: Bool {
    @_noLocks get {
      history.isSettled(
        Self.settledReadings, within: Self.settledSemitones, after: boundaryFrame)
    }
  }

  /// The pitch of the settled readings.
  private var settledPitch: Float {
    @_noLocks get {
      history.usual(0..<Self.settledReadings, within: .infinity, of: 0)
    }
  }

  /// - Parameter left: The pitch of the note before, if there was no silence between.
  @_noLocks private mutating func beginIfSettled(after left: Float? = nil) {
    let now = history.moment(ago: 0)
    guard isSettled, now.levelDecibels >= Self.beginDecibels else { return }
    let pitch = settledPitch
    var loudest = -Float.infinity
    for ago in 0..<Self.settledReadings {
      loudest = max(loudest, history.moment(ago: ago).levelDecibels)
    }
    let isGlide = left.map { abs($0 - pitch) > Self.leftSemitones } ?? false
    let onset = isGlide ? boundaryFrame : onsetFrame(pitch, level: loudest)
    sounding = Sounding(
      onsetFrame: onset, semitones: pitch, loudest: loudest, readings: Self.settledReadings,
      lastFrame: now.frame, recentLoudest: loudest)
  }

  /// Where a glide was halfway between two pitches.
  @_noLocks private func halfwayFrame(from left: Float, to new: Float) -> Int {
    var ago = 0
    while ago &+ 1 < history.count {
      let moment = history.moment(ago: ago)
      if moment.isTone && abs(moment.semitones - left) < abs(moment.semitones - new) { break }
      ago &+= 1
    }
    return history.moment(ago: ago).frame &+ (hopFrames &- windowFrames) / 2
  }

  /// Where a note that has settled at a pitch and a level set in: the later one of its tone and its level.
  @_noLocks private func onsetFrame(_ pitch: Float, level: Float) -> Int {
    var first = 0
    while first &+ 1 < min(history.count, Self.onsetReadings) {
      let before = history.moment(ago: first &+ 1)
      guard before.isTone && before.frame > boundaryFrame else { break }
      first &+= 1
    }
    var lowest = level
    for ago in 0...min(first &+ 1, history.count &- 1) {
      lowest = min(lowest, history.moment(ago: ago).levelDecibels)
    }
    let threshold = max(level - Self.onsetDecibels, (level + lowest) / 2)
    var risen = first
    while risen > 0 && history.moment(ago: risen).levelDecibels < threshold { risen &-= 1 }
    let tone = history.moment(ago: first).frame &- hopFrames / 2 &- toneFrames(pitch)
    // A sixteenth of the half window in which the level is measured is 12 dB under it.
    let rise = history.moment(ago: risen).frame &- hopFrames / 2 &- windowFrames / 32
    return max(max(boundaryFrame, 0), max(tone, rise))
  }
}
