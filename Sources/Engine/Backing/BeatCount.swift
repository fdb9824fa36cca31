// SPDX-License-Identifier: GPL-3.0-or-later

/// Where the metronome is, counted from a beat whose frame is known.
public struct BeatCount: Equatable, Sendable {
  /// Beats of a bar.
  public let beatsPerBar: Int
  /// An output frame on which a beat lies, and which beat of its bar that is, from 0.
  private let beatFrame: Double
  private let beat: Int
  /// From beat to beat.
  private let beatFrames: Double
  private let rateHz: Int

  /// Counts on after a change of the tempo, as the metronome does; nil where it is silent.
  public init?(_ tempo: EngineEvent.Tempo, following before: BeatCount?, rateHz: Int) {
    guard tempo.isClicking else { return nil }
    self.rateHz = rateHz
    beatsPerBar = tempo.meter.beatsPerBar
    beatFrames = 60 * Double(rateHz) / tempo.beatsPerMinute
    guard let before else {
      (beatFrame, beat) = (Double(tempo.frame), 0)
      return
    }
    let place = before.place(atFrame: tempo.frame)
    beatFrame = Double(tempo.frame) + (place.rounded(.down) + 1 - place) * beatFrames
    beat = (Int(place) + 1) % beatsPerBar
  }

  /// Beats since the beginning of a bar, with their fractions; 0 or more and below ``beatsPerBar``.
  public func place(atFrame frame: Int) -> Double {
    let beats = (Double(frame) - beatFrame) / beatFrames + Double(beat)
    let bars = (beats / Double(beatsPerBar)).rounded(.down)
    return beats - bars * Double(beatsPerBar)
  }

  /// The first beat behind an output frame, and whether a bar begins with it.
  public func next(afterFrame frame: Int) -> (frame: Int, isFirst: Bool) {
    let passed = (Double(frame) + 0.5 - beatFrame) / beatFrames
    var count = max(0, passed.rounded(.up))
    var next = Int((beatFrame + count * beatFrames).rounded())
    // A beat just below half a frame rounds to the frame itself.
    if next <= frame {
      count += 1
      next = Int((beatFrame + count * beatFrames).rounded())
    }
    return (next, (beat + Int(count)) % beatsPerBar == 0)
  }

  /// By how many milliseconds a tap came after the nearest quarter of a beat, whose drum begins at an output frame with some
  /// delay; negative for before.
  public func lateMilliseconds(drumFrame: Int, delayMilliseconds: Double) -> Double {
    let step = beatFrames / 4
    let tapFrame = Double(drumFrame) - delayMilliseconds * Double(rateHz) / 1000
    let steps = (tapFrame - beatFrame) / step
    return 1000 * (steps - steps.rounded()) * step / Double(rateHz)
  }
}
