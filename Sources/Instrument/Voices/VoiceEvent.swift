// SPDX-License-Identifier: GPL-3.0-or-later

/// An event of a stroke.
public enum VoiceAction: BitwiseCopyable, Sendable {
  case start, revise
  /// It is taken back: its sounds fade at once.
  case release
  /// Its note ends: gated sounds fade as their pads do, all others at once.
  case noteOff
}

/// An event of a stroke as it was carried out: carried out again on the same frame it gives the
/// same sound.
public struct VoiceEvent: BitwiseCopyable, Sendable {
  /// The frame of the mix.
  public let frame: Int
  /// The frame of the mix that came next when it was asked for: ``frame`` or before.
  public let askedFrame: Int
  /// The action.
  public let action: VoiceAction
  /// The stroke, with its random choices.
  public let stroke: NoteOn
  /// The ``DrumSet/number`` of the drums that it struck; nil for those that its hit strikes when it
  /// is asked for.
  let drumsNumber: Int?

  @_noLocks init(_ entry: VoiceSchedule.Entry, of drums: DrumSetPointer, draw: NoteOn.Draw) {
    frame = entry.frame
    askedFrame = entry.askedFrame
    action = entry.action
    var stroke = entry.stroke
    stroke.draw = draw
    self.stroke = stroke
    drumsNumber = drums.pointee.number
  }

  /// A recorded event: it strikes the pads of `sound`, and chooses the variation anew.
  ///
  /// - Parameters:
  ///   - askedFrame: See ``askedFrame``.
  ///   - hit: The number of its hit, 1 or more.
  ///   - pad: The pad if `sound` does not decide; a kit without it is silent.
  ///   - key: See ``NoteOn/key``.
  ///   - sound: By its place in the profile; nil for an end, and for a note from outside.
  ///   - turn: See ``NoteOn/turn``.
  ///   - confidence: See ``NoteOn/confidence``.
  ///   - peakDecibels: See ``NoteOn/peakDecibels``.
  ///   - object: See ``NoteOn/object``.
  public init(
    _ action: VoiceAction, hit: Int, pad: Int = 0, key: Float? = nil, sound: Int?,
    turn: Int? = nil,
    velocity: Float, confidence: Float = 1, brightnessOctaves: Float?,
    peakDecibels: Float? = nil, atFrame frame: Int, askedFrame: Int, of object: NoteObject = .none
  ) {
    self.action = action
    self.frame = frame
    self.askedFrame = askedFrame
    var stroke =
      sound.map {
        NoteOn(
          hit: hit, sound: $0, velocity: velocity, confidence: confidence,
          brightnessOctaves: brightnessOctaves, turn: turn)
      }
      ?? NoteOn(
        hit: hit, pad: pad, key: key, velocity: velocity, brightnessOctaves: brightnessOctaves)
    stroke.peakDecibels = peakDecibels
    stroke.object = object
    self.stroke = stroke
    drumsNumber = nil
  }

  /// The chosen variations, counted over all layers of all pads of the kit, one for each struck
  /// pad; empty if there was no random choice.
  public var variations: [Int] {
    (0..<StruckPads.most).compactMap { choices?[$0]?.variation }
  }

  /// The random choices; nil if there were none.
  public var choices: VoiceChoices? {
    @_noLocks get { if case .again(let choices) = stroke.draw { choices } else { nil } }
  }
}
