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
  /// The beats are even; otherwise they follow the player.
  public let isSteady: Bool
  /// Nobody gave a tempo, and the notes do not show one.
  public var isTempoGuessed = false

  /// The steps of a beat.
  public let stepsPerBeat: Int

  /// A grid; `grid` has to fit the meter.
  public init(line: BeatLine, meter: Meter, grid: Int, isSteady: Bool) {
    guard let steps = meter.stepsPerBeat(grid: grid) else {
      preconditionFailure("a beat of \(meter) has a whole number of steps")
    }
    self.line = line
    self.meter = meter
    self.grid = grid
    self.isSteady = isSteady
    stepsPerBeat = steps
  }

  /// Even beats from a time on.
  public init(firstSeconds: Double, beatsPerMinute: Double, meter: Meter, grid: Int) {
    self.init(
      line: BeatLine(first: firstSeconds, beatSeconds: 60 / beatsPerMinute, count: 2),
      meter: meter, grid: grid, isSteady: true)
  }

  /// The steps of a bar.
  public var stepsPerBar: Int { meter.beatsPerBar * stepsPerBeat }

  /// The mean tempo in beats of the meter a minute.
  public var beatsPerMinute: Double { 60 / line.beatSeconds }

  /// The slowest and the fastest tempo over four beats.
  public var beatsPerMinuteRange: ClosedRange<Double> {
    let times = line.seconds
    let tempi = times.indices.dropLast(4).map { 240 / (times[$0 + 4] - times[$0]) }
    guard !isSteady, let slowest = tempi.min(), let fastest = tempi.max() else {
      return beatsPerMinute...beatsPerMinute
    }
    return slowest...fastest
  }

  /// The step nearest to a time, and how many steps later than it the time is.
  public func step(nearest seconds: Double) -> (step: Int, offset: Double) {
    let position = line.position(seconds) * Double(stepsPerBeat)
    let step = position.rounded()
    return (Int(step), position - step)
  }

  /// The time of a step, also of a fraction of one.
  public func seconds(ofStep step: Double) -> Double { line.time(step / Double(stepsPerBeat)) }

  /// How much later than the nearest step a time is.
  public func lateSeconds(_ seconds: Double) -> Double {
    seconds - self.seconds(ofStep: Double(step(nearest: seconds).step))
  }
}
