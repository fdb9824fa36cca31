// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Instrument
import Scores

/// What a score plays through: give it to a performance, and then to a ``ScoreRendering`` of that.
public final class ScoreLinks: @unchecked Sendable {
  package let notes = NoteExchange()
  package let objects: ObjectExchange
  /// What was played and changed, until it is taken.
  private var events: [EngineEvent] = []

  /// For a sample rate.
  public init(sampleRateHz: Int) {
    objects = ObjectExchange(
      objectCount: ScoreSettings.mostObjects, sampleRateHz: sampleRateHz)
  }

  /// Takes what a performance has played or changed. The frames of its event are those of the score.
  package func take(_ entry: JournalEntry, of performance: Performance) {
    let latency = Instrument.outputLatencyFrames
    if let note = entry.note {
      events.append(
        .note(
          EngineEvent.Note(
            id: note.id, action: note.action, pad: note.pad, place: note.place,
            midiNote: note.midiNote, key: note.key, velocity: note.velocity,
            startFrame: note.startFrame - latency, askedFrame: note.askedFrame - latency,
            of: note.noteObject)))
    } else if let event = entry.event(of: performance, leadFrames: latency) {
      events.append(event)
    }
  }

  /// The events since the last call.
  func takeEvents() -> [EngineEvent] {
    defer { events.removeAll() }
    return events
  }
}
