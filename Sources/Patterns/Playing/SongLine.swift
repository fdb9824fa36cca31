// SPDX-License-Identifier: GPL-3.0-or-later
import Sequencing

/// A song on frames: what begins when. It moves on with the sound, a little ahead of it, and its tempo can be changed on a
/// beat.
public struct SongLine: Sendable {
  /// Something that is due on a frame.
  public enum Event: Sendable, Equatable {
    /// A note begins.
    case note(SongDrum, velocity: Float, frame: Int)
    /// Beats come at another tempo, or are others, from a frame on.
    case tempo(beatsPerMinute: Double, meter: Meter, frame: Int)
    /// A bar begins, counted from 0 in the song.
    case bar(Int, frame: Int)
    /// The song is over, all repeats played.
    case end(frame: Int)

    /// When it is due.
    public var frame: Int {
      switch self {
      case .note(_, _, let frame), .tempo(_, _, let frame), .bar(_, let frame), .end(let frame):
        frame
      }
    }
  }

  /// A step of the song, in the order in which they are taken.
  private enum Step {
    case tempo(Song.TempoMark)
    case bar(Int)
    case note(Song.Note)
    case end
  }

  /// How long before a note the softer one of its flam comes.
  public static let flamSeconds = 0.03
  /// How hard that one is struck, as a share of the note.
  static let graceShare: Float = 0.5
  private static let keptSegments = 16
  /// What lies nearer to the next frame than this lies on it: beats are numbers with an end.
  private static let frameTolerance = 1e-6
  /// Tempi are the same that differ by no more than the rounding of a ratio.
  private static let tempoTolerance = 1e-9

  /// What is played.
  public let song: Song
  /// How much faster than written it is played.
  public private(set) var pace: Double
  /// The beats as they are now; the song begins with its ``originBeat``.
  public private(set) var segment: TempoSegment {
    didSet { earlier = earlier.suffix(Self.keptSegments - 1) + [oldValue] }
  }
  /// The segments before it, as far as hits may still be heard in them.
  private var earlier: [TempoSegment] = []
  /// The beat of the segment with which the present turn of the song begins.
  private var originBeat: Int
  /// Turns that are left after the present one; nil without an end.
  private var turnsLeft: Int?
  /// Steps of a turn, in order; the next one.
  private let steps: [(beat: Double, step: Step)]
  private var next = 0
  /// What is decided and not yet due, in order.
  private var waiting: [Event] = []
  /// All before this frame was given.
  public private(set) var frame: Int
  /// A tempo that was asked for and waits for its beat, and the first frame on which it may begin.
  public private(set) var asked: (beatsPerMinute: Double, frame: Int)?
  private var hasBegun = false
  /// It is over.
  public private(set) var isOver = false

  /// A song that begins on a frame, with a bar.
  ///
  /// - Parameters:
  ///   - beatsPerMinute: The tempo at its beginning; nil for its own. Later ones change as much.
  ///   - turns: How often it is played, 1 or more; nil without an end.
  public init(
    _ song: Song, atFrame frame: Int, beatsPerMinute: Double? = nil, turns: Int? = nil,
    sampleRateHz: Int
  ) {
    let tempo = beatsPerMinute ?? song.beatsPerMinute
    let segment = TempoSegment(
      Tempo(tempo), song.bars[0].meter, startFrame: frame, sampleRateHz: sampleRateHz)
    self.init(song, on: segment, fromBeat: 0, turns: turns)
  }

  /// A song that begins with a beat of a clock that runs, at its tempo.
  public init(_ song: Song, on segment: TempoSegment, fromBeat beat: Int, turns: Int? = nil) {
    (self.song, self.segment, originBeat) = (song, segment, beat)
    pace = segment.beatsPerMinute(atBeat: Double(beat)) / song.beatsPerMinute
    turnsLeft = turns.map { $0 - 1 }
    steps = Self.steps(of: song)
    frame = segment.onset(ofBeat: beat)
  }

  /// The beat at a frame that is not long past, counted from the beginning of the song's first turn, or of the clock that it
  /// joined.
  public func beat(atFrame frame: Int) -> Double {
    let segments = earlier + [segment]
    return (segments.last { $0.startFrame <= frame } ?? segment).beat(atFrame: Double(frame))
  }

  private static func steps(of song: Song) -> [(beat: Double, step: Step)] {
    var steps: [(beat: Double, rank: Int, step: Step)] = []
    steps += song.tempi.map { ($0.beat, 0, .tempo($0)) }
    steps += song.bars.indices.map { (Double(song.bars[$0].firstBeat), 1, .bar($0)) }
    steps += song.notes.map { ($0.beat, 2, .note($0)) }
    let sorted = steps.enumerated().sorted {
      ($0.element.beat, $0.element.rank, $0.offset) < ($1.element.beat, $1.element.rank, $1.offset)
    }
    return sorted.map { ($0.element.beat, $0.element.step) }
      + [(Double(song.beatCount), .end)]
  }

  private var graceFrames: Int {
    Int((Self.flamSeconds * Double(segment.sampleRateHz)).rounded())
  }

  /// Changes before this frame are settled: a tempo that is asked for begins on a beat behind it.
  public var settledFrame: Int { frame + graceFrames }

  /// Asks for a tempo from the next beat on, on a frame or later. What the song changes afterwards changes as much.
  public mutating func ask(_ beatsPerMinute: Double, fromFrame frame: Int = 0) {
    asked = (beatsPerMinute, frame)
  }

  /// What is due before a frame, and was not given yet, in order.
  public mutating func advance(to end: Int) -> [Event] {
    guard end > frame else { return [] }
    while !isOver {
      let step = steps[next]
      if takeAsked(before: step.beat, end: end + graceFrames) { continue }
      let onset = onset(ofBeat: step.beat)
      guard onset < end + graceFrames else { break }
      take(step.step, onset)
    }
    frame = end
    let count = waiting.firstIndex { $0.frame >= end } ?? waiting.count
    defer { waiting.removeFirst(count) }
    return Array(waiting[..<count])
  }

  private mutating func take(_ step: Step, _ onset: Int) {
    next += 1
    switch step {
    case .tempo(let mark): take(mark)
    case .bar(let bar):
      let meter = song.bars[bar].meter
      if meter != segment.meter {
        change(
          to: segment.beatsPerMinute(atBeat: Double(originBeat + song.bars[bar].firstBeat)), meter,
          onBeat: Double(song.bars[bar].firstBeat))
      }
      insert(.bar(bar, frame: onset))
    case .note(let note):
      let grace = onset - graceFrames
      // Before the very first note there is no time for a softer one.
      if note.isFlam, grace >= frame {
        insert(.note(note.drum, velocity: note.velocity * Self.graceShare, frame: grace))
      }
      insert(.note(note.drum, velocity: note.velocity, frame: onset))
    case .end:
      if turnsLeft == 0 {
        isOver = true
        return insert(.end(frame: onset))
      }
      turnsLeft = turnsLeft.map { $0 - 1 }
      originBeat += song.beatCount
      next = 0
    }
  }

  /// A tempo that is written, unless beats come so anyway.
  private mutating func take(_ mark: Song.TempoMark) {
    let range = PlayedTempo.range
    let tempo = min(range.upperBound, max(range.lowerBound, mark.beatsPerMinute * pace))
    let beat = Double(originBeat) + mark.beat
    let isSame = abs(tempo / segment.beatsPerMinute(atBeat: beat) - 1) < Self.tempoTolerance
    guard hasBegun, isSame else {
      hasBegun = true
      return change(to: tempo, segment.meter, onBeat: mark.beat)
    }
  }

  /// Begins the tempo that was asked for, if that is due before a step and a frame.
  private mutating func takeAsked(before beat: Double, end: Int) -> Bool {
    guard let asked else { return false }
    let from = max(asked.frame, settledFrame)
    // Whole beats before those are played already.
    let whole = max(segment.nextBeat(fromFrame: from), originBeat + firstBeatLeft) - originBeat
    // A beat behind the last belongs to the next turn.
    guard Double(whole) <= beat, whole < song.beatCount, onset(ofBeat: Double(whole)) < end else {
      return false
    }
    self.asked = nil
    let written = song.beatsPerMinute(atBeat: Double(whole))
    pace = asked.beatsPerMinute / written
    change(to: asked.beatsPerMinute, segment.meter, onBeat: Double(whole))
    return true
  }

  /// The first whole beat of the turn on which nothing has begun.
  private var firstBeatLeft: Int {
    next == 0 ? 0 : Int(steps[next - 1].beat.rounded(.down)) + 1
  }

  private mutating func change(to beatsPerMinute: Double, _ meter: Meter, onBeat beat: Double) {
    let frame = onset(ofBeat: beat)
    let place = Double(originBeat) + beat
    let next = Tempo(beatsPerMinute)
    segment =
      place == place.rounded() && Int(place) >= segment.firstBeat
      ? segment.changed(to: next, meter, onBeat: Int(place))
      : segment.changed(to: next, meter, atFrame: frame)
    insert(.tempo(beatsPerMinute: beatsPerMinute, meter: meter, frame: frame))
  }

  /// The first frame that is not before a beat of the present turn.
  private func onset(ofBeat beat: Double) -> Int {
    let place = Double(originBeat) + beat
    guard place != place.rounded() else { return segment.onset(ofBeat: Int(place)) }
    let frame = (segment.frame(ofBeat: place) - Self.frameTolerance).rounded(.up)
    return max(segment.startFrame, Int(frame))
  }

  /// Puts an event behind all that are due no later.
  private mutating func insert(_ event: Event) {
    let place = waiting.lastIndex { $0.frame <= event.frame }.map { $0 + 1 } ?? 0
    waiting.insert(event, at: place)
  }
}
