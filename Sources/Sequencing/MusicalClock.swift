// SPDX-License-Identifier: GPL-3.0-or-later

/// Where beats and bars lie on the frames of what is played: a map of tempi and meters, from where the clock was started to
/// where it is stopped. All that has to do with beats asks it.
///
/// The audio thread holds the ``TempoSegment`` that is in force alone.
public struct MusicalClock: Codable, Sendable, Equatable {
  /// A moment in music.
  public struct Position: Sendable, Equatable {
    /// Counted from 0 where the clock was started.
    public let bar: Int
    /// Beats since the beginning of the bar, with their fraction.
    public let beat: Double
  }

  /// A whole beat.
  public struct Beat: Sendable, Equatable {
    /// Counted from 0 where the clock was started.
    public let number: Int
    /// The frame on which it begins.
    public let frame: Int
    /// A bar begins with it.
    public let isFirst: Bool
  }

  /// What holds from a frame on; without a segment the clock stands still.
  private struct Change: Codable, Sendable, Equatable {
    let frame: Int
    let segment: TempoSegment?
  }

  /// What was set longer ago does not matter where it is set live.
  private static let keptSeconds = 60

  /// The rate of the frames.
  public let sampleRateHz: Int
  /// In order of their frames.
  private var changes: [Change] = []

  /// A clock that stands still.
  public init(sampleRateHz: Int) { self.sampleRateHz = sampleRateHz }

  /// It goes on beyond all that was set.
  public var isRunning: Bool { changes.last?.segment != nil }

  /// The frame from which it stands still; nil where it runs, or was never started.
  public var stopFrame: Int? { isRunning ? nil : changes.last?.frame }

  /// Starts on a frame, with a bar; what was set for later frames is forgotten, as by all that sets it.
  public mutating func start(_ tempo: Tempo, _ meter: Meter, atFrame frame: Int) {
    append(TempoSegment(tempo, meter, startFrame: frame, sampleRateHz: sampleRateHz), frame)
  }

  /// Goes on from a frame at another tempo or meter, as ``TempoSegment/changed(to:_:atFrame:)`` says; nothing where it stands
  /// still.
  public mutating func change(to tempo: Tempo, _ meter: Meter, atFrame frame: Int) {
    guard let segment = segment(atFrame: frame) else { return }
    append(segment.changed(to: tempo, meter, atFrame: frame), frame)
  }

  /// Goes on from a whole beat at another tempo or meter; nothing where it stands still.
  public mutating func change(to tempo: Tempo, _ meter: Meter, onBeat beat: Int) {
    guard let segment = changes.last?.segment else { return }
    let next = segment.changed(to: tempo, meter, onBeat: max(beat, segment.firstBeat))
    append(next, next.startFrame)
  }

  /// Stands still from a frame on.
  public mutating func stop(atFrame frame: Int) { append(nil, frame) }

  /// Does ``follow(_:atFrame:)`` live: what was set more than a minute before is forgotten.
  public mutating func set(_ tempo: PlayedTempo, atFrame frame: Int) {
    changes.removeFirst(
      max(0, (index(atFrame: frame - Self.keptSeconds * sampleRateHz) ?? 0)))
    follow(tempo, atFrame: frame)
  }

  /// Does from a frame on what a metronome does: starts with a bar where it stood still, goes on otherwise, or stands still.
  public mutating func follow(_ tempo: PlayedTempo, atFrame frame: Int) {
    guard tempo.isClicking else { return stop(atFrame: frame) }
    let next = Tempo(tempo.beatsPerMinute)
    if segment(atFrame: frame) == nil {
      start(next, tempo.meter, atFrame: frame)
    } else {
      change(to: next, tempo.meter, atFrame: frame)
    }
  }

  private mutating func append(_ segment: TempoSegment?, _ frame: Int) {
    changes.removeAll { $0.frame > frame }
    changes.append(Change(frame: frame, segment: segment))
  }

  /// What holds at a frame; nil where the clock stands still.
  public func segment(atFrame frame: Int) -> TempoSegment? {
    index(atFrame: frame).flatMap { changes[$0].segment }
  }

  /// The last change on a frame or before it; nil where there is none.
  private func index(atFrame frame: Int) -> Int? {
    var (lower, upper) = (0, changes.count)
    while lower < upper {
      let middle = (lower + upper) / 2
      if changes[middle].frame <= frame { lower = middle + 1 } else { upper = middle }
    }
    return lower > 0 ? lower - 1 : nil
  }

  /// Where a beat lies of those since the clock was started last; it may be between two frames. Nil where it was never started.
  public func frame(ofBeat beat: Double) -> Double? {
    segment { $0.startBeat <= beat }?.frame(ofBeat: beat)
  }

  /// Where a quarter note lies of those since the clock was started last; it may be between two frames. Nil where it was never
  /// started.
  public func frame(ofQuarter quarter: Double) -> Double? {
    segment { $0.startQuarter <= quarter }?.frame(ofQuarter: quarter)
  }

  /// The last segment since the clock was started last that a condition holds for, else the first.
  private func segment(where isReached: (TempoSegment) -> Bool) -> TempoSegment? {
    var found: TempoSegment?
    for change in changes.reversed() {
      guard let segment = change.segment else {
        if found == nil { continue } else { break }
      }
      found = segment
      if isReached(segment) || segment.startBeat == 0 { break }
    }
    return found
  }

  /// The beat at a frame, counted from where the clock was started; nil where it stands still.
  public func beat(atFrame frame: Int) -> Double? {
    segment(atFrame: frame)?.beat(atFrame: Double(frame))
  }

  /// Bar and beat at a frame; nil where the clock stands still.
  public func position(atFrame frame: Int) -> Position? {
    guard let segment = segment(atFrame: frame) else { return nil }
    let beat = segment.beat(atFrame: Double(frame))
    let whole = Int(beat.rounded(.down))
    let (bar, place) = segment.place(ofBeat: whole)
    return Position(bar: bar, beat: Double(place) + beat - Double(whole))
  }

  /// The first whole beat that begins on a frame or later; nil where none does.
  public func nextBeat(fromFrame frame: Int) -> Beat? {
    for index in (index(atFrame: frame) ?? 0)..<changes.count {
      guard let segment = changes[index].segment else { continue }
      let beat = segment.nextBeat(fromFrame: max(frame, changes[index].frame))
      let onset = segment.onset(ofBeat: beat)
      if index + 1 < changes.count, onset >= changes[index + 1].frame { continue }
      return Beat(number: beat, frame: onset, isFirst: segment.place(ofBeat: beat).place == 0)
    }
    return nil
  }

  /// By how many seconds what lies at a frame comes after the nearest step of a beat, negative for before; also shortly before
  /// the clock is started. Nil where it stands still.
  public func secondsLate(atFrame frame: Double, stepsPerBeat: Int) -> Double? {
    let index = index(atFrame: Int(frame.rounded(.down))) ?? 0
    guard let segment = changes[index...].lazy.compactMap(\.segment).first else { return nil }
    let steps = segment.beat(atFrame: frame) * Double(stepsPerBeat)
    let nearest = segment.frame(ofBeat: steps.rounded() / Double(stepsPerBeat))
    return (frame - nearest) / Double(sampleRateHz)
  }
}
