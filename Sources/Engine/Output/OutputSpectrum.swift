// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// How the output sounds at a moment: at which frequencies, and how it lies between left and right. Nothing is missing but in
/// silence.
public struct OutputSpectrum: Codable, Sendable, Equatable {
  /// A band of a third of an octave.
  public struct Band: Codable, Sendable, Equatable {
    /// Its centre, as people name it: 31.5.
    public let hertz: Float
    /// Its level: 0 is a sine at full scale on both sides. Missing for silence.
    public let decibels: Float?
  }

  /// The strongest tone: see ``StrongestTone``.
  public struct Tone: Codable, Sendable, Equatable {
    /// Its frequency.
    public let hertz: Float
    /// The nearest key of a piano: "B1".
    public let note: String
    /// How far the frequency is over that key, in hundredths of a semitone: -50 to 50.
    public let cents: Float
    /// Its level: 0 is a sine at full scale on both sides.
    public let decibels: Float

    init(_ tone: StrongestTone) {
      let pitch = KeyPitch(frequencyHz: tone.frequencyHz, a4Hz: Self.a4Hz)
      (hertz, decibels) = (tone.frequencyHz, tone.levelDecibels)
      (note, cents) = (pitch.name, pitch.cents)
    }

    private static let a4Hz: Float = 440
  }

  /// How alike the sides are in the last 300 ms, -1 to 1: see ``CorrelationMeter``.
  public let correlation: Float?
  /// How much louder the right side is in the last 300 ms, in decibels, negative where the left one is.
  public let balanceDecibels: Float?
  /// The strongest tone of the last 400 ms.
  public let strongest: Tone?
  /// The bands from 25 Hz on, up to 20 kHz, or to what the sample rate holds; of the last 400 ms.
  public let bands: [Band]

  init(_ meter: CorrelationMeter, _ reading: StereoSpectrum.Reading) {
    (correlation, balanceDecibels) = (meter.correlation, meter.balanceDecibels)
    strongest = reading.strongest.map(Tone.init)
    bands = zip(ThirdOctaves.centresHz, reading.bandDecibels).map {
      Band(hertz: $0, decibels: $1.isFinite ? $1 : nil)
    }
  }
}
