// SPDX-License-Identifier: GPL-3.0-or-later

extension BoardTable {
  /// A light, a coil or a servo, and what switches it on.
  public struct Light: Codable, Hashable, Sendable {
    /// What a light shows.
    public enum Event: String, Codable, Sendable {
      /// A hit or a note. On a pin with PWM, harder hits are brighter.
      case hit
      /// The metronome's beat; on a pin with PWM the first of a bar is brighter.
      case beat
      /// The first beat of a bar.
      case downbeat
      /// A lesson asks for the sound.
      case lesson
      /// Something is recorded, or a session kept.
      case recording
      /// The microphone clips.
      case clipping
      /// A pop.
      case xrun
    }

    /// Its output, "13".
    public var pin: String
    /// What it shows.
    public var shows: Event
    /// The sound or pad of a hit or a lesson; nil for any.
    public var of: String?
    /// How long it stays on if the event has no end of its own, 1 to 16383; 60 by default.
    public var milliseconds: Int?
    /// The longest time that a coil is on, which the board itself enforces, 1 to 16383; nil for a
    /// light.
    public var maximumMilliseconds: Int?
    /// The servo's settings; nil for a light or a coil.
    public var servo: Servo?

    /// A light.
    public init(
      pin: String, shows: Event, of: String? = nil, milliseconds: Int? = nil,
      maximumMilliseconds: Int? = nil, servo: Servo? = nil
    ) {
      (self.pin, self.shows, self.of) = (pin, shows, of)
      (self.milliseconds, self.maximumMilliseconds) = (milliseconds, maximumMilliseconds)
      self.servo = servo
    }
  }

  /// A servo: its rest position, and how far it turns.
  public struct Servo: Codable, Hashable, Sendable {
    /// The position when a light would be off, 0 to 180.
    public var restDegrees = 90.0
    /// The position when a light would be brightest, 0 to 180. A soft hit turns it part of the way.
    public var fullDegrees = 120.0
    /// The pulse of 0 degrees, 1 to 16383; by default that of most servos.
    public var shortestMicroseconds = 544
    /// The pulse of 180 degrees, 1 to 16383; by default that of most servos.
    public var longestMicroseconds = 2400

    /// A servo with the defaults.
    public init() {}

    /// Reads a servo; missing values are the defaults.
    public init(from decoder: Decoder) throws {
      let from = try decoder.container(keyedBy: CodingKeys.self)
      restDegrees = try from.decodeIfPresent(Double.self, forKey: .restDegrees) ?? restDegrees
      fullDegrees = try from.decodeIfPresent(Double.self, forKey: .fullDegrees) ?? fullDegrees
      shortestMicroseconds =
        try from.decodeIfPresent(Int.self, forKey: .shortestMicroseconds) ?? shortestMicroseconds
      longestMicroseconds =
        try from.decodeIfPresent(Int.self, forKey: .longestMicroseconds) ?? longestMicroseconds
    }

    /// The position for a brightness of 0 to 1.
    func degrees(_ brightness: Float) -> Double {
      restDegrees + Double(brightness) * (fullDegrees - restDegrees)
    }
  }
}
