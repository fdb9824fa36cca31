// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// The instruments that a player's notes sound on: one a MIDI channel, from the grand piano on.
struct PlayedInstruments {
  /// As in MIDI.
  static let channels = 1...16
  /// General MIDI's list counts from 1.
  static let programs = 1...128
  /// So many notes are known by their identities: of older ones the end is no longer heard.
  private static let knownNotes = 1024

  private let source: any ToneSource
  /// By channels, from 0.
  private var chosen = [Int](repeating: 1, count: 16)
  private var plays: [HitIdentity: (number: Int, frame: Int)] = [:]
  private var playCount = 0

  init(_ source: any ToneSource) { self.source = source }

  /// Lets a channel play another program from the next note on.
  mutating func choose(_ program: Int, channel: Int) { chosen[channel - 1] = program }

  /// A note that begins on a channel, on an output frame; 0 for at once.
  mutating func begin(
    _ id: HitIdentity, channel: Int, key: Float, velocity: Float, frame: Int
  ) throws(EngineError) -> [ObjectAction] {
    let tones = try source.tones(
      program: chosen[channel - 1] - 1, key: Double(key), velocity: max(1, 127 * Double(velocity)))
    playCount += 1
    if plays.count >= Self.knownNotes {
      plays = plays.filter { $0.value.number > playCount - Self.knownNotes / 2 }
    }
    let play = playCount
    plays[id] = (play, frame)
    return tones.map { .note($0, play: play, object: channel - 1) }
  }

  /// The end of a note, and the output frame before which it has not begun; nil for one that is not known.
  func end(_ id: HitIdentity) -> (action: ObjectAction, frame: Int)? {
    plays[id].map { (.plain(.release(play: $0.number)), $0.frame) }
  }

  /// A note has ended.
  mutating func forget(_ id: HitIdentity) { plays[id] = nil }
}

extension EngineControl {
  /// The instruments; an error if none were loaded.
  func checkInstruments(_ operation: String) throws(EngineError) {
    guard instruments == nil else { return }
    throw EngineError(
      operation, reason: "no instruments are loaded",
      advice: "begin the playing with instruments")
  }

  /// Has the player's instruments do something on an output frame; nil for at once.
  func send(_ action: ObjectAction, atFrame frame: Int?, _ operation: String) throws(EngineError) {
    if let frame { try check(frame: frame, operation) }
    guard live.performance.send(action, of: .player, atFrame: Self.mixFrame(frame) ?? 0) else {
      throw EngineError(
        operation, reason: "too many notes are on their way", advice: "send fewer at a time")
    }
  }

  /// An error if there is no such channel.
  static func check(channel: Int, _ operation: String) throws(EngineError) {
    guard PlayedInstruments.channels.contains(channel) else {
      throw EngineError(
        operation, reason: "\(channel) is no MIDI channel", advice: "give one in 1...16")
    }
  }
}
