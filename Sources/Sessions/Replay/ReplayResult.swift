// SPDX-License-Identifier: GPL-3.0-or-later
import Profiles
import DSP
import Instrument

/// How the drums returned while a session was played, as far as it was kept.
struct KeptReturns {
  /// How many came before the values; these are not needed.
  var pastCount = 0
  /// See ``Instrument/PerformanceLog/newReturns()``.
  var values: [Float] = []

  /// The one at a place; nil if none was kept.
  subscript(place: Int) -> Float? {
    let place = place - pastCount
    return place < 0 ? values.first : values.indices.contains(place) ? values[place] : nil
  }
}

/// The result of hearing in a replay: its hits, and how each was played.
struct ReplayResult {
  /// The hits as reported, in their order.
  var hits: [HitLine] = []
  /// Events of their strokes, in the order in which they were carried out.
  var strokes: [VoiceEvent] = []
  var returns = KeptReturns()

  /// Each hit's last event with a random choice, by ``HitLine/beginning``.
  var drawn: [Int: VoiceEvent] {
    strokes.reduce(into: [:]) { drawn, played in
      if played.choices != nil { drawn[played.stroke.hit] = played }
    }
  }

  /// What was known last of each heard hit, by ``HitLine/beginning``.
  var heard: [Int: NoteOn] {
    strokes.reduce(into: [:]) { heard, played in
      if played.stroke.sound != nil, played.action == .start || played.action == .revise {
        heard[played.stroke.hit] = played.stroke
      }
    }
  }

  /// The events of strokes without those of some of the hits, and of their precursors: strokes that
  /// began shortly before and were no hits.
  func strokes(without hits: [HitLine], sampleRateHz: Int) -> [VoiceEvent] {
    var dropped = Set(hits.map(\.beginning))
    let reported = Set(self.hits.map(\.beginning))
    // A note from outside the microphone is never a precursor.
    let starts = strokes.filter { $0.action == .start && $0.stroke.sound != nil }
    let precursorFrames = Units.frames(
      seconds: HitTracker.precursorSeconds, sampleRateHz: Float(sampleRateHz))
    for (precursor, next) in zip(starts, starts.dropFirst())
    where !reported.contains(precursor.stroke.hit) && dropped.contains(next.stroke.hit)
      && next.frame - precursor.frame <= precursorFrames
    {
      dropped.insert(precursor.stroke.hit)
    }
    return strokes.filter { !dropped.contains($0.stroke.hit) }
  }
}
