// SPDX-License-Identifier: GPL-3.0-or-later

/// Beats and bars from a frame on, as long as neither tempo nor meter is set anew: the arithmetic between beats and frames,
/// also for the audio thread.
///
/// A beat's frame follows from its distance to the segment's first beat, never from a running sum, so nothing drifts.
public struct TempoSegment: BitwiseCopyable, Codable, Sendable, Equatable {
  /// The rate of the frames.
  public let sampleRateHz: Int
  /// How fast its beats come. A ramp begins with ``firstBeat``.
  public let tempo: Tempo
  /// How many beats a bar has, and what a beat is.
  public let meter: Meter
  /// The frame from which it holds.
  public let startFrame: Int
  /// The beat at its start, counted from 0 where the clock was started; between two beats a fraction.
  public let startBeat: Double
  /// Quarter notes from where the clock was started to its start.
  public let startQuarter: Double
  /// Its first whole beat: the first that begins on its start or later.
  public let firstBeat: Int
  /// Where that beat lies, which may be between two frames.
  private let firstBeatFrame: Double
  /// The bar in which that beat lies, counted from 0, and its place there, from 0.
  private let firstBar, firstPlace: Int

  /// A clock that is started on a frame, with a bar.
  @_noLocks public init(_ tempo: Tempo, _ meter: Meter, startFrame: Int, sampleRateHz: Int) {
    self.sampleRateHz = sampleRateHz
    (self.tempo, self.meter, self.startFrame) = (tempo, meter, startFrame)
    (startBeat, startQuarter) = (0, 0)
    (firstBeat, firstBeatFrame) = (0, Double(startFrame))
    (firstBar, firstPlace) = (0, 0)
  }

  @_noLocks private init(
    _ tempo: Tempo, _ meter: Meter, after before: TempoSegment, startFrame: Int, startBeat: Double,
    firstBeat: Int, firstBeatFrame: Double
  ) {
    sampleRateHz = before.sampleRateHz
    (self.tempo, self.meter) = (tempo, meter)
    (self.startFrame, self.startBeat) = (startFrame, startBeat)
    startQuarter = before.quarter(ofBeat: startBeat)
    (self.firstBeat, self.firstBeatFrame) = (firstBeat, firstBeatFrame)
    let (bar, place) = before.place(ofBeat: firstBeat)
    // A place that the new bar does not have begins another one.
    firstBar = bar + place / meter.beatsPerBar
    firstPlace = place % meter.beatsPerBar
  }

  /// The same beats from a frame on at another tempo or meter: what is left until the next beat takes as much longer or
  /// shorter as the tempo says, and that beat keeps its place in the bar.
  @_noLocks public func changed(
    to next: Tempo, _ meter: Meter, atFrame frame: Int
  ) -> TempoSegment {
    let beat = nextBeat(fromFrame: frame)
    let startBeat = self.beat(atFrame: Double(frame))
    let left = self.frame(ofBeat: Double(beat)) - Double(frame)
    let pace = beatsPerMinute(atBeat: startBeat)
    let scaled: Double =
      if pace != beatsPerMinute(atBeat: Double(beat)) {
        (Double(beat) - startBeat) * 60 * Double(sampleRateHz) / next.beatsPerMinute
      } else if pace == next.beatsPerMinute {
        left
      } else {
        left * pace / next.beatsPerMinute
      }
    return TempoSegment(
      next, meter, after: self, startFrame: frame, startBeat: startBeat, firstBeat: beat,
      firstBeatFrame: Double(frame) + scaled)
  }

  /// The same beats from a beat on, ``firstBeat`` or later, at another tempo or meter.
  @_noLocks public func changed(to next: Tempo, _ meter: Meter, onBeat beat: Int) -> TempoSegment {
    TempoSegment(
      next, meter, after: self, startFrame: onset(ofBeat: beat), startBeat: Double(beat),
      firstBeat: beat, firstBeatFrame: frame(ofBeat: Double(beat)))
  }

  /// Beats a minute at a beat.
  @_noLocks public func beatsPerMinute(atBeat beat: Double) -> Double {
    tempo.beatsPerMinute(atBeat: beat - Double(firstBeat))
  }

  /// Where a beat lies, which may be between two frames.
  @_noLocks public func frame(ofBeat beat: Double) -> Double {
    firstBeatFrame
      + tempo.frames(toBeat: beat - Double(firstBeat), sampleRateHz: Double(sampleRateHz))
  }

  /// The beat at a frame, with its fraction.
  @_noLocks public func beat(atFrame frame: Double) -> Double {
    Double(firstBeat)
      + tempo.beat(afterFrames: frame - firstBeatFrame, sampleRateHz: Double(sampleRateHz))
  }

  /// Quarter notes from where the clock was started to a beat.
  @_noLocks public func quarter(ofBeat beat: Double) -> Double {
    startQuarter + (beat - startBeat) * meter.quartersPerBeat
  }

  /// Where a quarter note lies, counted from where the clock was started; it may be between two frames.
  @_noLocks public func frame(ofQuarter quarter: Double) -> Double {
    frame(ofBeat: startBeat + (quarter - startQuarter) / meter.quartersPerBeat)
  }

  /// The frame on which a whole beat begins, ``firstBeat`` or later: the first that is not before it.
  @_noLocks public func onset(ofBeat beat: Int) -> Int {
    let frame = self.frame(ofBeat: Double(beat))
    let whole = Int(frame)
    return max(startFrame, Double(whole) < frame ? whole + 1 : whole)
  }

  /// The first whole beat that begins on a frame or later.
  @_noLocks public func nextBeat(fromFrame frame: Int) -> Int {
    var beat = max(firstBeat, Int(self.beat(atFrame: Double(frame))))
    while beat > firstBeat && onset(ofBeat: beat - 1) >= frame { beat -= 1 }
    while onset(ofBeat: beat) < frame { beat += 1 }
    return beat
  }

  /// The bar of a whole beat, counted from 0 where the clock was started, and its place there, from 0.
  @_noLocks public func place(ofBeat beat: Int) -> (bar: Int, place: Int) {
    let beats = beat - firstBeat + firstPlace
    // Beats before the first lie in the bars before.
    let bars = beats >= 0 ? beats / beatsPerBar : -((beatsPerBar - 1 - beats) / beatsPerBar)
    return (firstBar + bars, beats - bars * beatsPerBar)
  }

  private var beatsPerBar: Int { @_noLocks get { meter.beatsPerBar } }
}
