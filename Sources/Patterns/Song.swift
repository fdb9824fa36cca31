// SPDX-License-Identifier: GPL-3.0-or-later
import Sequencing

/// Music for drums: a pattern of a few bars, or a song. Its beats are those of its meters, counted from 0.
public struct Song: Sendable, Equatable {
  /// A note.
  public struct Note: Sendable, Equatable {
    /// Where it begins, in beats from the beginning of the song.
    public let beat: Double
    /// The drum that it strikes.
    public let drum: SongDrum
    /// 0...1.
    public let velocity: Float
    /// A softer note of the same drum comes just before it.
    public let isFlam: Bool

    /// A note.
    public init(beat: Double, drum: SongDrum, velocity: Float, isFlam: Bool = false) {
      (self.beat, self.drum, self.velocity, self.isFlam) = (beat, drum, velocity, isFlam)
    }
  }

  /// A bar.
  public struct Bar: Sendable, Equatable {
    /// The beat with which it begins.
    public let firstBeat: Int
    /// Its time signature.
    public let meter: Meter
    /// Steps of a beat, as it is written.
    public let stepsPerBeat: Int
    /// How its steps swing.
    public let swing: SongSwing
    /// The name of its section; nil for none.
    public let section: String?

    /// Steps of the bar.
    public var steps: Int { meter.beatsPerBar * stepsPerBeat }
  }

  /// A tempo, from a beat on.
  public struct TempoMark: Sendable, Equatable {
    /// Where it begins.
    public let beat: Double
    /// Beats of the meter a minute, 20...500.
    public let beatsPerMinute: Double
  }

  /// As many bars as a song may have, all repeats written out.
  public static let mostBars = 10_000
  /// As many notes as a song may have.
  public static let mostNotes = 200_000
  /// The tempo where none is written.
  public static let defaultBeatsPerMinute = 120.0

  /// Its title.
  public let title: String
  /// "bossa nova"; nil where none is written.
  public let style: String?
  /// At least one.
  public let bars: [Bar]
  /// In order; the first one begins with beat 0.
  public let tempi: [TempoMark]
  /// In the order of their beats.
  public let notes: [Note]

  init(title: String, style: String?, bars: [Bar], tempi: [TempoMark], notes: [Note]) {
    precondition(!bars.isEmpty && tempi.first?.beat == 0, "a song has a bar and a tempo")
    (self.title, self.style, self.bars, self.tempi) = (title, style, bars, tempi)
    self.notes = notes.enumerated()
      .sorted { ($0.element.beat, $0.offset) < ($1.element.beat, $1.offset) }.map(\.element)
  }

  /// Beats of the whole song.
  public var beatCount: Int {
    bars.last.map { $0.firstBeat + $0.meter.beatsPerBar } ?? 0
  }

  /// The tempo at its beginning.
  public var beatsPerMinute: Double { tempi[0].beatsPerMinute }

  /// How long it takes, in seconds, at a tempo in the beginning; nil for its own.
  public func seconds(beatsPerMinute: Double? = nil) -> Double {
    let pace = (beatsPerMinute ?? self.beatsPerMinute) / self.beatsPerMinute
    let ends = tempi.dropFirst().map(\.beat) + [Double(beatCount)]
    return zip(tempi, ends).reduce(0) { seconds, part in
      seconds + (part.1 - part.0.beat) * 60 / (part.0.beatsPerMinute * pace)
    }
  }

  /// The first note on a beat or behind it, by its place in ``notes``.
  func firstNote(atBeat beat: Double) -> Int {
    var (low, high) = (0, notes.count)
    while low < high {
      let middle = (low + high) / 2
      if notes[middle].beat < beat { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The tempo that is written for a beat.
  public func beatsPerMinute(atBeat beat: Double) -> Double {
    var (low, high) = (0, tempi.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if tempi[middle].beat <= beat { low = middle } else { high = middle }
    }
    return tempi[low].beatsPerMinute
  }
}
