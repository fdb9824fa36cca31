// SPDX-License-Identifier: GPL-3.0-or-later
import Sequencing

/// Bars, beats and steps over time.
public struct BeatGrid: Sendable, Equatable {
  /// The beats; the first one begins a bar.
  public internal(set) var line: BeatLine
  /// The time signature.
  public let meter: Meter
  /// The steps of a whole note: 16 for sixteenths, 12 for triplets of eighths.
  public let grid: Int
  /// Where the second half of a beat begins, in beats: 0.5 if it is straight. A triplet grid is straight.
  public let swing: Double
  /// The beats are even; otherwise they follow the player or a click that changed.
  public let isSteady: Bool
  /// Nobody gave a tempo, and the notes do not show one.
  public var isTempoGuessed = false
  /// The tempo that is likeliest after the one that was found; nil for none.
  public var otherBeatsPerMinute: Double?
  /// The beats are those of a click that was heard.
  public var isClick = false
  /// By how much the notes usually come after their steps, in seconds. The step of a note is the
  /// nearest one without that.
  public var lagSeconds = 0.0

  /// The steps of a beat.
  public let stepsPerBeat: Int

  /// A grid; `grid` has to fit the meter.
  public init(line: BeatLine, meter: Meter, grid: Int, swing: Double = 0.5, isSteady: Bool) {
    guard let steps = meter.stepsPerBeat(grid: grid) else {
      preconditionFailure("a beat of \(meter) has a whole number of steps")
    }
    self.line = line
    self.meter = meter
    self.grid = grid
    self.swing = swing
    self.isSteady = isSteady
    stepsPerBeat = steps
  }

  /// Even beats from a time on.
  public init(
    firstSeconds: Double, beatsPerMinute: Double, meter: Meter, grid: Int, swing: Double = 0.5
  ) {
    self.init(
      line: BeatLine(first: firstSeconds, beatSeconds: 60 / beatsPerMinute, count: 2),
      meter: meter, grid: grid, swing: swing, isSteady: true)
  }

  /// The steps of a bar.
  public var stepsPerBar: Int { meter.beatsPerBar * stepsPerBeat }

  /// The mean tempo in beats of the meter a minute.
  public var beatsPerMinute: Double { 60 / line.beatSeconds }

  /// The same; nil if nobody gave a tempo, and the notes do not show one.
  public var knownBeatsPerMinute: Double? { isTempoGuessed ? nil : beatsPerMinute }

  /// The slowest and the fastest tempo over four beats.
  public var beatsPerMinuteRange: ClosedRange<Double> {
    let times = line.seconds
    let tempi = times.indices.dropLast(4).map { 240 / (times[$0 + 4] - times[$0]) }
    guard !isSteady, let slowest = tempi.min(), let fastest = tempi.max() else {
      return beatsPerMinute...beatsPerMinute
    }
    return slowest...fastest
  }

  private var subdivision: Subdivision { Subdivision(steps: stepsPerBeat, swing: swing) }

  /// The step nearest to a time, and how many steps later than it the time is.
  public func step(nearest seconds: Double) -> (step: Int, offset: Double) {
    func position(_ seconds: Double) -> Double {
      subdivision.step(ofBeat: line.position(seconds))
    }
    let step = position(seconds - lagSeconds).rounded()
    return (Int(step), position(seconds) - step)
  }

  /// The time of a step, also of a fraction of one.
  public func seconds(ofStep step: Double) -> Double {
    line.time(subdivision.beat(ofStep: step))
  }

  /// Where a step lies on even steps.
  public func straightStep(_ step: Double) -> Double {
    subdivision.beat(ofStep: step) * Double(stepsPerBeat)
  }

  /// How much later than the nearest step a time is.
  public func lateSeconds(_ seconds: Double) -> Double {
    seconds - self.seconds(ofStep: Double(step(nearest: seconds).step))
  }
}
