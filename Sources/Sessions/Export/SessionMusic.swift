// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Instrument
import Notation
import Profiles

/// The hits of a session as they come, to be written as MIDI in the end.
struct SessionMusic {
  private let sampleRateHz: Int
  /// The drum of each sound.
  var roles: [String: PadRole]
  /// The metronome to which they were played; nil for none.
  var click: HeardClick?
  private var notes: [StandardMIDIFile.Note] = []
  private var scoreNotes: [ScoreNote] = []

  /// No hits yet.
  init(_ roles: [String: PadRole], sampleRateHz: Int) {
    self.sampleRateHz = sampleRateHz
    self.roles = roles
  }

  /// A hit; one of no sound is not music.
  mutating func add(_ hit: HitLine) {
    add(frame: hit.frame, sound: hit.sound, velocity: hit.velocity)
  }

  /// The same, as a session keeps it.
  mutating func add(_ hit: KeptHit) {
    add(frame: hit.frame, sound: hit.sound, velocity: hit.velocity)
  }

  /// A note from outside the microphone; its end is not music. The session began at `firstFrame` of
  /// the output.
  mutating func add(_ note: EngineEvent.Note, fromFrame firstFrame: Int = 0) {
    guard note.action == .on, let midiNote = note.midiNote else { return }
    scoreNotes +=
      ScoreNote(note, fromFrame: firstFrame, sampleRateHz: sampleRateHz).map { [$0] } ?? []
    notes.append(
      StandardMIDIFile.Note(
        frame: note.startFrame - firstFrame, note: midiNote, strength: note.velocity))
  }

  private mutating func add(frame: Int, sound: String?, velocity: Float) {
    guard let sound, let role = roles[sound] else { return }
    scoreNotes.append(
      ScoreNote(
        seconds: Double(frame) / Double(sampleRateHz), sound: sound, role: role, velocity: velocity)
    )
    let note = DrumLine(sound: sound, role: role).midiNote
    notes.append(StandardMIDIFile.Note(frame: frame, note: note, strength: velocity))
  }

  /// Its beats: the metronome's, or as the hits show them.
  private var grid: BeatGrid {
    guard let click, !scoreNotes.isEmpty else { return GridFinder().find(scoreNotes) }
    return GridFinder().find(scoreNotes, click: click)
  }

  /// The tempo; nil if nothing clicked and the hits are too few to find one.
  var beatsPerMinute: Double? { grid.knownBeatsPerMinute }

  /// The hits with their tempo, each at its heard time.
  var midiFile: StandardMIDIFile {
    let grid = grid
    return StandardMIDIFile(
      notes, sampleRateHz: sampleRateHz, meter: grid.meter,
      beatsPerMinute: grid.knownBeatsPerMinute ?? GridFinder.defaultBeatsPerMinute)
  }
}

extension ScoreNote {
  /// A note from outside the microphone, by the name of its pad; nil if it strikes nothing, is
  /// of a pattern that played along, or lies before the session, which began at `firstFrame` of the output.
  init?(_ note: EngineEvent.Note, fromFrame firstFrame: Int, sampleRateHz: Int) {
    guard note.action == .on, note.source != .pattern, note.startFrame >= firstFrame,
      let pad = note.pad
    else { return nil }
    let role = PadRole(name: pad) ?? note.midiNote.map { PadRole(generalMIDINote: $0) }
    self.init(
      seconds: Double(note.startFrame - firstFrame) / Double(sampleRateHz), sound: pad,
      role: role ?? .other, velocity: note.velocity)
  }
}
