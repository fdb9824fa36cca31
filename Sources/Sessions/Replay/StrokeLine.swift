// SPDX-License-Identifier: GPL-3.0-or-later
import Profiles
import Instrument

/// One line of a session's `strokes.jsonl`: an event of a stroke, a hit's number, or how the
/// microphone in the mix was limited. Exactly one of the three is present.
struct StrokeLine: Codable, Equatable {
  /// No session is longer, in frames, with all that was played before it.
  static let longest = 1 << 38

  /// An event of a stroke, in the order in which events were carried out.
  struct Turn: Codable, Equatable {
    /// The action.
    enum Action: String, Codable { case start, revise, release, noteOff }

    /// The frame of the mix on which it was done.
    let frame: Int
    /// The next frame of the mix when it was asked for.
    let askedFrame: Int
    let action: Action
    /// ``Instrument/HitIdentity/voiceNumber``: of a heard hit, its place among those that began.
    let hit: Int
    /// Name of the sound; missing in an end, and for a note from outside.
    let sound: String?
    /// Of a sound that plays pads in turn, whose turn it was; missing for others.
    let turn: Int?
    /// The pad of a note from outside the microphone, by its place in the kit; missing if ``sound``
    /// decides.
    let pad: Int?
    /// See ``Instrument/NoteOn/key``; missing for the pad's own.
    let key: Float?
    /// 0...1.
    let velocity: Float
    /// See ``Instrument/NoteOn/confidence``; missing for 1, and in sessions whose drums all began at
    /// their full loudness.
    let confidence: Float?
    /// The base-2 logarithm of a frequency in hertz; missing if it was not heard.
    let brightnessOctaves: Float?
    /// The peak that was heard, in dBFS; missing if it was not heard.
    let peakDecibels: Float?
    /// The number of the object of a score that plays it, from 1; missing for none.
    let object: Int?
    /// How loud that object was, linear; missing for 1.
    let objectGain: Float?

    var noteObject: NoteObject { NoteObject(number: object, gain: objectGain) }

    /// No kit has as many.
    private static let mostPads = 1 << 16

    /// Its numbers are some that a turn can have.
    var isPossible: Bool {
      (0...StrokeLine.longest).contains(askedFrame)
        && (askedFrame...StrokeLine.longest).contains(frame)
        && (0...1).contains(velocity) && (0...1).contains(confidence ?? 1)
        && brightnessOctaves?.isFinite ?? true && peakDecibels?.isFinite ?? true
        && noteObject.isPossible
        && HitIdentity(rawValue: UInt64(clamping: hit)).map {
          (1...StrokeLine.longest).contains($0.number)
        } ?? false && (sound != nil || pad != nil || isEnd)
        && (0..<Self.mostPads).contains(pad ?? 0)
        && (0...StrokeLine.longest).contains(turn ?? 0) && (0...127).contains(key ?? 0)
    }

    private var isEnd: Bool { action == .release || action == .noteOff }
  }

  /// A hit and its number in `hits.jsonl`.
  struct Reported: Codable, Equatable {
    let hit: Int
    let number: Int
  }

  var turn: Turn?
  var reported: Reported?
  /// See ``Instrument/PerformanceLog/newReturns()``.
  var returnDecibels: [Float]?
  /// How many came before these, which are not needed; missing for none.
  var pastReturns: Int?

  private enum CodingKeys: String, CodingKey {
    case turn, returnDecibels, pastReturns
    case reported = "told"
  }
}

extension StrokeLine.Turn {
  /// An event as carried out, in the names of a profile's `sounds`.
  init(_ played: VoiceEvent, sounds: [String]) {
    let stroke = played.stroke
    (frame, askedFrame, hit) = (played.frame, played.askedFrame, stroke.hit)
    switch played.action {
    case .start: action = .start
    case .revise: action = .revise
    case .release: action = .release
    case .noteOff: action = .noteOff
    }
    sound = stroke.sound.map { sounds[$0] }
    turn = stroke.turn
    pad = stroke.sound == nil && action != .release && action != .noteOff ? stroke.pad : nil
    key = stroke.key
    velocity = stroke.velocity
    confidence = stroke.confidence < 1 ? stroke.confidence : nil
    brightnessOctaves = stroke.brightnessOctaves
    peakDecibels = stroke.peakDecibels
    (object, objectGain) = (stroke.object.kept.number, stroke.object.kept.gain)
  }

  /// The event, to be played again; nil if `sounds` do not include its sound.
  func played(sounds: [String]) -> VoiceEvent? {
    let place = sound.flatMap { sounds.firstIndex(of: $0) }
    guard isPossible, place != nil || sound == nil else { return nil }
    let action: VoiceAction =
      switch action {
      case .start: .start
      case .revise: .revise
      case .release: .release
      case .noteOff: .noteOff
      }
    return VoiceEvent(
      action, hit: hit, pad: pad ?? 0, key: key, sound: place, turn: turn, velocity: velocity,
      confidence: confidence ?? 1, brightnessOctaves: brightnessOctaves,
      peakDecibels: peakDecibels, atFrame: frame, askedFrame: askedFrame, of: noteObject)
  }
}

/// The lines of a session's `strokes.jsonl` from a log.
struct StrokeLines {
  /// Names of the sounds, by their numbers.
  var sounds: [String]
  /// The microphone may be heard along with the drums: how it is limited must be kept.
  private let keepsReturns: Bool

  /// Lines in the names of a profile's `sounds`.
  init(sounds: [String], settings: InstrumentSettings) {
    self.sounds = sounds
    keepsReturns = settings.feedback != nil
  }

  /// The lines of a log's next events.
  ///
  /// - Parameter pastReturns: How many returns came before these, which are not needed.
  func lines(_ strokes: [VoiceEvent], returns: [Float], pastReturns: Int = 0) -> [String] {
    let turns = strokes.map { StrokeLine(turn: StrokeLine.Turn($0, sounds: sounds)).jsonLine }
    guard keepsReturns, !returns.isEmpty else { return turns }
    return turns + [
      StrokeLine(returnDecibels: returns, pastReturns: pastReturns == 0 ? nil : pastReturns)
        .jsonLine
    ]
  }

  /// The line with a hit's number.
  static func reported(_ hit: HitLine) -> String {
    StrokeLine(reported: StrokeLine.Reported(hit: hit.beginning, number: hit.hit)).jsonLine
  }
}
