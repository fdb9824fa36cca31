// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

extension EngineEvent {
  /// A change of the mixer: a strip, a bus, or the end of all solos where it is neither.
  public struct Mix: Sendable, Equatable {
    /// The output frame from which it is heard.
    public let frame: Int
    /// The drum, and what of its strip changes.
    public let strip: StripChange?
    /// The bus, and what of it changes; as JSON beside the frame.
    public let bus: BusChange?

    /// A change of the mixer.
    public init(frame: Int, strip: StripChange? = nil, bus: BusChange? = nil) {
      (self.frame, self.strip, self.bus) = (frame, strip, bus)
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

extension EngineEvent.Mix: Codable {
  private enum Key: String, CodingKey { case frame, strip, bus }

  /// Reads a change.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    self.init(
      frame: try container.decode(Int.self, forKey: .frame),
      strip: try container.decodeIfPresent(StripChange.self, forKey: .strip),
      bus: container.contains(.bus) ? try BusChange(from: decoder) : nil)
  }

  /// Writes a change.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(frame, forKey: .frame)
    try container.encodeIfPresent(strip, forKey: .strip)
    try bus?.encode(to: encoder)
  }
}
