// SPDX-License-Identifier: GPL-3.0-or-later

/// What a score has done, as an object of JSON; what does not apply is left out.
public struct ScoreEvent: Encodable, Sendable, Equatable {
  /// "score.sound" and so on.
  public var event: String
  /// On which frame.
  public var frame: Int
  /// How long it lasts, in frames.
  public var frames: Int?
  /// The name of the object.
  public var object: String?
  /// The name of a sound.
  public var sound: String?
  /// The name of a drum.
  public var drum: String?
  /// The name of the kit's pad.
  public var pad: String?
  /// A note; 69 is 440 Hz.
  public var note: Double?
  /// The name of an effect.
  public var effect: String?
  /// What a message, a text or a line says.
  public var text: String?
  /// What a value is now.
  public var value: Double?
  /// 0...1.
  public var velocity: Double?
  /// The statement that has waited.
  public var waited: String?

  /// Something on a frame.
  public init(_ name: String, frame: Int) { (event, self.frame) = ("score." + name, frame) }
}
