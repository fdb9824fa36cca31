// SPDX-License-Identifier: GPL-3.0-or-later

/// How a note of an instrument sounds: its tone, and what moves it.
///
/// The model is that of SoundFont 2: "SoundFont Technical Specification", version 2.04, E-mu Systems, 2006, chapter 9.
///
/// As JSON it is without its ``wave``.
public struct ToneSettings: BitwiseCopyable, Codable, Sendable {
  /// The times of an envelope in frames, and what it falls to.
  public struct Envelope: BitwiseCopyable, Codable, Equatable, Sendable {
    /// Nothing happens before it begins.
    public var delayFrames = 0
    /// From nothing to the top.
    public var attackFrames = 0
    /// At the top.
    public var holdFrames = 0
    /// From the top to nothing: of the volume by 96 dB.
    public var decayFrames = 0
    /// Of the volume an amplitude, else a share: 0...1.
    public var sustain: Float = 1
    /// From the top to nothing; ``unheard`` where the end of a note changes nothing.
    public var releaseFrames = 0

    /// The release of a tone that does not hear that its note ends: its envelopes go on as if it lasted.
    public static var unheard: Int { @_noLocks get { 1 << 40 } }

    /// A note from its first frame to its end.
    @_noLocks public init() {}
  }

  /// A triangle that begins at 0 and rises.
  public struct Oscillator: BitwiseCopyable, Codable, Equatable, Sendable {
    /// It stands still at first.
    public var delayFrames = 0
    /// Periods in a frame.
    public var rate: Float = 0
    /// How far it moves the pitch.
    public var toPitchCents: Float = 0
    /// How far it moves the low-pass.
    public var toFilterCents: Float = 0
    /// How far it moves the loudness.
    public var toVolumeDecibels: Float = 0

    /// One that moves nothing.
    @_noLocks public init() {}

    var isMoving: Bool {
      @_noLocks get { toPitchCents != 0 || toFilterCents != 0 || toVolumeDecibels != 0 }
    }
  }

  /// The tone.
  public var wave = ToneWave.View.none
  /// Frames of the tone for a frame.
  public var ratio: Double
  /// Left and right linear gain.
  public var gains: SIMD2<Float>
  /// The envelope of its loudness.
  public var volume = Envelope()
  /// The envelope that moves pitch and low-pass.
  public var modulation = Envelope()
  /// How far that moves the pitch.
  public var modulationToPitchCents: Float = 0
  /// How far that moves the low-pass.
  public var modulationToFilterCents: Float = 0
  /// The low-pass, in cents above 8.176 Hz; it is left out from 13 500 on where it has no resonance and nothing moves it.
  public var cutoffCents: Float = 13_500
  /// The height of its resonance.
  public var resonanceDecibels: Float = 0
  /// Moves pitch, low-pass and loudness.
  public var tremolo = Oscillator()
  /// Moves the pitch.
  public var vibrato = Oscillator()
  /// A tone of the same object and class ends it, if it is of another note; 0 for none.
  public var exclusiveClass: Int32 = 0

  private enum CodingKeys: String, CodingKey {
    case ratio, gains, volume, modulation, modulationToPitchCents, modulationToFilterCents
    case cutoffCents, resonanceDecibels, tremolo, vibrato
    case exclusiveClass
  }

  /// A tone as it is.
  public init(_ wave: ToneWave.View, ratio: Double, gains: SIMD2<Float>) {
    (self.wave, self.ratio, self.gains) = (wave, ratio, gains)
  }
}

extension ToneSettings: Equatable {
  /// The same but for the tone itself.
  public static func == (one: ToneSettings, other: ToneSettings) -> Bool {
    one.ratio == other.ratio && one.gains == other.gains && one.volume == other.volume
      && one.modulation == other.modulation
      && one.modulationToPitchCents == other.modulationToPitchCents
      && one.modulationToFilterCents == other.modulationToFilterCents
      && one.cutoffCents == other.cutoffCents && one.resonanceDecibels == other.resonanceDecibels
      && one.tremolo == other.tremolo && one.vibrato == other.vibrato
      && one.exclusiveClass == other.exclusiveClass
  }

  /// Its numbers are some that a note can have: it can come from a file.
  public var isPossible: Bool {
    let numbers = [
      gains.x, gains.y, modulationToPitchCents, modulationToFilterCents, cutoffCents,
      resonanceDecibels, tremolo.rate, tremolo.toPitchCents, tremolo.toFilterCents,
      tremolo.toVolumeDecibels, vibrato.rate, vibrato.toPitchCents, volume.sustain,
      modulation.sustain,
    ]
    let times = [volume, modulation].flatMap {
      [$0.delayFrames, $0.attackFrames, $0.holdFrames, $0.decayFrames, $0.releaseFrames]
    }
    return (1e-6...1e4).contains(ratio) && numbers.allSatisfy { abs($0) <= 1e6 }
      && (times + [tremolo.delayFrames, vibrato.delayFrames]).allSatisfy {
        (0...1 << 40).contains($0)
      }
  }
}
