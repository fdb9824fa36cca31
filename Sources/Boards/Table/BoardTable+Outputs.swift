// SPDX-License-Identifier: GPL-3.0-or-later

extension BoardTable {
  /// A light, a coil or a servo, and what switches it on.
  public struct Light: Codable, Hashable, Sendable {
    /// What a light shows.
    public enum Event: String, Codable, Sendable {
      /// A hit or a note: as bright as it is strong where the pin has PWM.
      case hit
      /// The metronome's beat; on a pin with PWM the first of a bar is brighter.
      case beat
      /// The first beat of a bar.
      case downbeat
      /// A lesson asks for the sound, for as long as it does.
      case lesson
      /// Something is recorded, or a session kept.
      case recording
      /// The microphone is too loud.
      case clipping
      /// A sound card runs dry or full.
      case xrun
    }

    /// Its output, "13".
    public var pin: String
    /// What it shows.
    public var shows: Event
    /// Of a hit or a lesson the sound or the pad that it must be; nil for any.
    public var of: String?
    /// How long it stays on for what has no end of its own, 1 to 16383; 60 where it is left out.
    public var milliseconds: Int?
    /// A coil is never on for longer than this, which the board sees to itself, 1 to 16383; nil for a light.
    public var maximumMilliseconds: Int?
    /// How far it turns where it is a servo; nil for a light or a coil.
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

  /// A servo: where it rests, and how far it turns.
  public struct Servo: Codable, Hashable, Sendable {
    /// Where it is while a light would be dark, 0 to 180.
    public var restDegrees = 90.0
    /// Where it is while a light would be as bright as can be, 0 to 180; for a soft hit less of the way.
    public var fullDegrees = 120.0
    /// The pulse of 0 degrees, 1 to 16383; that of most servos where it is left out.
    public var shortestMicroseconds = 544
    /// The pulse of 180 degrees, 1 to 16383; that of most servos where it is left out.
    public var longestMicroseconds = 2400

    /// A servo as most are.
    public init() {}

    /// Reads a servo; what is left out is as most are.
    public init(from decoder: Decoder) throws {
      let from = try decoder.container(keyedBy: CodingKeys.self)
      restDegrees = try from.decodeIfPresent(Double.self, forKey: .restDegrees) ?? restDegrees
      fullDegrees = try from.decodeIfPresent(Double.self, forKey: .fullDegrees) ?? fullDegrees
      shortestMicroseconds =
        try from.decodeIfPresent(Int.self, forKey: .shortestMicroseconds) ?? shortestMicroseconds
      longestMicroseconds =
        try from.decodeIfPresent(Int.self, forKey: .longestMicroseconds) ?? longestMicroseconds
    }

    /// Where it turns for a brightness of 0 to 1.
    func degrees(_ brightness: Float) -> Double {
      restDegrees + Double(brightness) * (fullDegrees - restDegrees)
    }
  }
}
