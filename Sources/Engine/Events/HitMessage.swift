// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Profiles

/// An event of a hit, as published.
public struct HitMessage: Encodable, Sendable, Equatable {
  /// The kind of event.
  public let turn: HitEventKind
  /// The same in every event of the hit.
  public let id: HitIdentity
  /// Input frames heard when it was decided.
  public internal(set) var frame: Int
  /// Input frame at which the hit begins, as far as known.
  public package(set) var onsetFrame: Int
  /// Its number for people, counted from 1 in the order of the onsets; nil until it is settled.
  public let hit: Int?
  /// Name of the sound; nil for a hit of no sound of the profile.
  public let sound: String?
  /// 0...1.
  public let velocity: Float
  /// Probability that `sound` is right, 0...1.
  public let confidence: Float
  /// Output frame at which the first sample of its voice leaves the instrument; nil if it has no
  /// voice.
  public package(set) var startFrame: Int?
  /// Lowest peak that would be answered, in dBFS; nil if there was no limit.
  public let thresholdDecibels: Float?
  /// Why it is not answered; nil if it is.
  public let refused: Refusal?
  /// What it lacked to be answered, in decibels; nil if it was answered, or if the judge decided.
  public let marginDecibels: Float?
  /// The same of a hit that the judge refused, as a logarithm of odds.
  public let marginLogOdds: Float?
  /// Everything about a hit that is settled or not answered; nil before, and if it was read from
  /// JSON.
  public let line: HitLine?

  /// Where it comes from.
  public var source: HitSource { id.source }

  /// Describes `event` in the names of a profile's `sounds`.
  public init(_ event: HitEvent, sounds: [String], sampleRateHz: Float = 48_000) {
    let (hit, decision) = (event.hit, event.hit.latest)
    turn = event.turn
    id = hit.identity
    frame = event.frame
    onsetFrame = hit.onsetFrame
    self.hit = event.turn == .settled ? hit.number : nil
    sound = decision.sound.map { sounds[$0] }
    velocity = decision.velocity
    confidence = decision.confidence
    startFrame = hit.startFrame.map { $0 + Instrument.outputLatencyFrames }
    thresholdDecibels = hit.thresholdDecibels
    refused = hit.refusal
    marginDecibels = hit.marginDecibels
    marginLogOdds = hit.marginLogOdds
    line =
      event.turn == .settled || hit.refusal != nil
      ? HitLine(hit, sounds: sounds, sampleRateHz: sampleRateHz) : nil
  }

  /// Equal in everything published; ``line`` is not compared.
  public static func == (one: HitMessage, other: HitMessage) -> Bool {
    one.turn == other.turn && one.id == other.id && one.frame == other.frame
      && one.onsetFrame == other.onsetFrame && one.hit == other.hit && one.sound == other.sound
      && one.velocity == other.velocity && one.confidence == other.confidence
      && one.startFrame == other.startFrame && one.refused == other.refused
      && one.thresholdDecibels == other.thresholdDecibels
      && one.marginDecibels == other.marginDecibels && one.marginLogOdds == other.marginLogOdds
  }

  private enum Key: String, CodingKey {
    case id, source, frame, onsetFrame, hit, sound, velocity, confidence, startFrame, refused
    case thresholdDecibels, marginDecibels, marginLogOdds
  }

  /// Reads what ``encode(to:)`` wrote.
  init(_ turn: HitEventKind, from decoder: Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    self.turn = turn
    id = try container.decode(HitIdentity.self, forKey: .id)
    frame = try container.decode(Int.self, forKey: .frame)
    onsetFrame = try container.decode(Int.self, forKey: .onsetFrame)
    hit = try container.decodeIfPresent(Int.self, forKey: .hit)
    sound = try container.decodeIfPresent(String.self, forKey: .sound)
    velocity = try container.decode(Float.self, forKey: .velocity)
    confidence = try container.decode(Float.self, forKey: .confidence)
    startFrame = try container.decodeIfPresent(Int.self, forKey: .startFrame)
    refused = try container.decodeIfPresent(Refusal.self, forKey: .refused)
    thresholdDecibels = try container.decodeIfPresent(Float.self, forKey: .thresholdDecibels)
    marginDecibels = try container.decodeIfPresent(Float.self, forKey: .marginDecibels)
    marginLogOdds = try container.decodeIfPresent(Float.self, forKey: .marginLogOdds)
    line = nil
  }

  /// Writes null if there is no sound, and leaves out missing values.
  public func encode(to encoder: Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(id, forKey: .id)
    try container.encode(source, forKey: .source)
    try container.encode(frame, forKey: .frame)
    try container.encode(onsetFrame, forKey: .onsetFrame)
    try container.encodeIfPresent(hit, forKey: .hit)
    try container.encode(sound, forKey: .sound)
    try container.encode(velocity, forKey: .velocity)
    try container.encode(confidence, forKey: .confidence)
    try container.encodeIfPresent(startFrame, forKey: .startFrame)
    try container.encodeIfPresent(refused, forKey: .refused)
    try container.encodeIfPresent(thresholdDecibels, forKey: .thresholdDecibels)
    try container.encodeIfPresent(marginDecibels, forKey: .marginDecibels)
    try container.encodeIfPresent(marginLogOdds, forKey: .marginLogOdds)
  }
}
