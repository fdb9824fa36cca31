// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

extension EngineEvent {
  /// A change of the mixer: a strip, a bus, or the end of all solos where it is neither.
  public struct Mix: Codable, Sendable, Equatable {
    /// The output frame from which it is heard.
    public let frame: Int
    /// The drum, and what of its strip changes.
    public let strip: StripChange?
    /// The bus.
    public let bus: MixBus?
    /// Gain of the bus, linear; 0 for silence.
    public let gain: Float?

    /// A change of the mixer.
    public init(frame: Int, strip: StripChange? = nil, bus: MixBus? = nil, gain: Float? = nil) {
      (self.frame, self.strip, self.bus, self.gain) = (frame, strip, bus, gain)
    }
  }

  /// A sound that strikes another pad, from a frame on.
  public struct SoundPad: Codable, Sendable, Equatable {
    /// The output frame from which it is heard.
    public let frame: Int
    /// Name of the sound.
    public let sound: String
    /// As a ``PadRule``; missing for what the profile says.
    public let pad: String?
  }

  /// Where the meters stand; a level is missing for silence.
  public struct Meters: Codable, Sendable, Equatable {
    /// Output frames played.
    public let frame: Int
    /// Peak of the input, in dBFS.
    public let inputPeakDecibels: Float?
    /// Peak of the output, in dBFS.
    public let peakDecibels: Float?
    /// Root mean square of the output, in dBFS.
    public let rmsDecibels: Float?
    /// Momentary loudness of the output.
    public let momentaryLUFS: Float?
    /// By how much the limiter brings the output down, in decibels, 0 or more.
    public let gainReductionDecibels: Float?
    /// Voices that sound.
    public let voices: Int
  }
}
