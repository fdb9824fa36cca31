// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import SoundFiles

/// A change of one sound, or of all sounds of a pad.
public enum SoundEdit: Sendable, Equatable {
  /// Cuts off what is quiet before and after it.
  case trim
  /// Keeps what lies between two places, in seconds since its beginning.
  case part(from: Double, to: Double)
  /// Keeps so many seconds of its beginning.
  case length(seconds: Double)
  /// Plays it backwards.
  case reverse
  /// Brings the loudest of the sounds to ``HitCutter/peakDecibels``; they keep their differences.
  case normalise
  /// Plays it this many semitones higher, and shorter.
  case pitch(semitones: Double)

  /// How far the pitch can be moved, in semitones.
  public static let pitchesSemitones = -24.0...24.0
  /// The shortest length, in seconds.
  public static let shortestSeconds = 0.005

  /// Quieter stretches are cut off, in decibels below the loudest.
  private static let quietDecibels: Float = -48
  private static let stretchSeconds: Float = 0.002
  private static let fadeSeconds: Float = 0.005
  /// A part that begins within a sound rises so long.
  private static let riseSeconds: Float = 0.001

  /// Changes sounds, all in the same way.
  func apply(to sounds: [OwnSound]) -> [OwnSound] {
    switch self {
    case .normalise:
      let gain = HitCutter.gain(levelling: sounds)
      return sounds.map { sound in
        var louder = sound
        louder.amplify(by: gain)
        return louder
      }
    default: return sounds.map(applied)
    }
  }

  private func applied(to sound: OwnSound) -> OwnSound {
    var changed = sound
    switch self {
    case .trim: changed.samples = Self.trimmed(sound)
    case .part(let from, let to):
      // Whatever is asked for, something to hear is left.
      let least = min(sound.samples.count, sound.frames(Float(Self.shortestSeconds)))
      let first = min(sound.frames(Float(from)), sound.samples.count - least)
      let last = min(max(first + least, sound.frames(Float(to))), sound.samples.count)
      changed.samples = Array(sound.samples[first..<last])
      // Its own end needs no fade.
      let falls = last < sound.samples.count ? sound.frames(Self.fadeSeconds) : 0
      changed.fade(
        firstFrames: first > 0 ? min(sound.frames(Self.riseSeconds), (last - first) / 4) : 0,
        lastFrames: min(falls, (last - first) / 4))
    case .length(let seconds):
      changed.samples = Array(sound.samples.prefix(sound.frames(Float(seconds))))
    case .reverse: changed.samples.reverse()
    case .normalise: break
    case .pitch(let semitones):
      let rateHz = Double(sound.sampleRateHz) * Double(Units.ratio(cents: Float(100 * semitones)))
      changed.samples = Resampler.convert(
        sound.samples, channelCount: 1, fromHz: Int(rateHz.rounded()), toHz: sound.sampleRateHz)
      // A filter may overshoot.
      if changed.peak > 1 { changed.amplify(by: HitCutter.gain(levelling: [changed])) }
    }
    guard changed.samples.count < sound.samples.count, !self.keepsEnd else { return changed }
    changed.fade(
      firstFrames: 0,
      lastFrames: min(sound.frames(Self.fadeSeconds), changed.samples.count / 4))
    return changed
  }

  /// The end of the sound is as it was, or has its fade already.
  private var keepsEnd: Bool {
    switch self {
    case .trim, .length: false
    case .part, .reverse, .normalise, .pitch: true
    }
  }

  /// From the first stretch that is not quiet to the last; all of a silent sound.
  private static func trimmed(_ sound: OwnSound) -> [Float] {
    let powers = sound.powers(stretchSeconds: stretchSeconds)
    let least = (powers.max() ?? 0) * Units.power(decibels: quietDecibels)
    let loud = powers.indices.filter { powers[$0] > least }
    guard let first = loud.first, let last = loud.last else { return sound.samples }
    let length = max(1, sound.frames(stretchSeconds))
    // A stretch more on either side keeps the attack whole.
    let begin = max(0, first - 1) * length
    return Array(sound.samples[begin..<min(sound.samples.count, (last + 2) * length)])
  }
}
