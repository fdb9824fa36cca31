// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime

/// How fast beats come: so many a minute, or from so many to as many others within some beats.
///
/// Within a ramp the beats a minute grow with the beats in a straight line, `b(n) = b₀ + (b₁ - b₀)·n/N` at `n` of `N` beats.
/// A beat takes `60 / b` seconds, so the time of beat `n` is the integral of `60 / b(n)`:
/// `t(n) = 60·N / (b₁ - b₀) · ln(b(n) / b₀)`, and the beat at a time its inverse. All of the ramp takes
/// `60·N / (b₁ - b₀) · ln(b₁ / b₀)` seconds. Tempo as the derivative of the place in the score by time: H. Honing, "From time to
/// time: The representation of timing and tempo", Computer Music Journal 25(3), 2001.
public struct Tempo: BitwiseCopyable, Codable, Sendable, Equatable {
  /// Beats a minute; where they change, in the beginning. Above 0.
  public let beatsPerMinute: Double
  /// Beats a minute at the end of the change, and from there on. Above 0.
  public let endBeatsPerMinute: Double
  /// Beats that the change takes; 0 where there is none.
  public let rampBeats: Double

  /// As many beats a minute always.
  @_noLocks public init(_ beatsPerMinute: Double) {
    (self.beatsPerMinute, endBeatsPerMinute, rampBeats) = (beatsPerMinute, beatsPerMinute, 0)
  }

  /// From so many beats a minute to as many others within `beats` beats, more than 0, and on with these.
  @_noLocks public init(
    from beatsPerMinute: Double, to endBeatsPerMinute: Double, overBeats beats: Double
  ) {
    precondition(beats > 0, "a ramp takes some beats")
    (self.beatsPerMinute, self.endBeatsPerMinute) = (beatsPerMinute, endBeatsPerMinute)
    rampBeats = beatsPerMinute == endBeatsPerMinute ? 0 : beats
  }

  /// By how much of the first tempo the last one differs.
  private var growth: Double { @_noLocks get { endBeatsPerMinute / beatsPerMinute - 1 } }

  /// Beats a minute at a beat, counted from the first; before it they are as there.
  @_noLocks public func beatsPerMinute(atBeat beat: Double) -> Double {
    if beat <= 0 { return beatsPerMinute }
    if beat >= rampBeats { return endBeatsPerMinute }
    return beatsPerMinute * (1 + growth * beat / rampBeats)
  }

  /// Frames from the first beat to another one.
  @_noLocks func frames(toBeat beat: Double, sampleRateHz: Double) -> Double {
    // So ordered, whole beats of a tempo that is a whole number lie on the very frame where they lie on one.
    if beat <= 0 || rampBeats == 0 { return beat * 60 * sampleRateHz / beatsPerMinute }
    let ramped = min(beat, rampBeats)
    let rampFrames =
      60 * sampleRateHz * rampBeats / beatsPerMinute * rt_log1p(growth * ramped / rampBeats)
      / growth
    return rampFrames + (beat - ramped) * 60 * sampleRateHz / endBeatsPerMinute
  }

  /// The beat that comes so many frames after the first.
  @_noLocks func beat(afterFrames frames: Double, sampleRateHz: Double) -> Double {
    if frames <= 0 || rampBeats == 0 { return frames * beatsPerMinute / (60 * sampleRateHz) }
    let rampFrames = self.frames(toBeat: rampBeats, sampleRateHz: sampleRateHz)
    if frames >= rampFrames {
      return rampBeats + (frames - rampFrames) * endBeatsPerMinute / (60 * sampleRateHz)
    }
    let share = frames * growth * beatsPerMinute / (60 * sampleRateHz * rampBeats)
    return rampBeats * rt_expm1(share) / growth
  }
}
