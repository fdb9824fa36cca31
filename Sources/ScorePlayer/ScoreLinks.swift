// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Instrument
import Scores

/// What a score plays through: give it to a performance, and then to a ``ScoreRendering`` of that.
public final class ScoreLinks: @unchecked Sendable {
  package let notes = NoteExchange()
  package let objects: ObjectExchange
  /// Notes that were played, until they are taken.
  private var played: [EngineEvent.Note] = []

  /// For a sample rate.
  public init(sampleRateHz: Int) {
    // One more, for speech.
    objects = ObjectExchange(
      objectCount: ScoreSettings.mostObjects + 1, sampleRateHz: sampleRateHz)
  }

  /// Takes what the performance has played.
  package func take(_ entry: JournalEntry) { if let note = entry.note { played.append(note) } }

  /// The notes since the last call, as events whose frames are those of the score.
  func takeNotes() -> [EngineEvent.Note] {
    let latency = Instrument.outputLatencyFrames
    defer { played.removeAll() }
    return played.map { note in
      EngineEvent.Note(
        id: note.id, action: note.action, pad: note.pad, place: note.place,
        midiNote: note.midiNote, key: note.key, velocity: note.velocity,
        startFrame: note.startFrame - latency, askedFrame: note.askedFrame - latency)
    }
  }
}
