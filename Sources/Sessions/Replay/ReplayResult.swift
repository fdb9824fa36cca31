// SPDX-License-Identifier: GPL-3.0-or-later
import Profiles
import DSP
import Instrument

/// How the drums returned while a session was played, as far as it was kept.
struct KeptReturns {
  /// How many came before the values, of which nobody asks.
  var pastCount = 0
  /// See ``Instrument/PerformanceLog/newReturns()``.
  var values: [Float] = []

  /// The one at a place; nil if none was kept.
  subscript(place: Int) -> Float? {
    let place = place - pastCount
    return place < 0 ? values.first : values.indices.contains(place) ? values[place] : nil
  }
}

/// What a replay makes of what is heard: its hits, and how each was played.
struct ReplayResult {
  /// As they were told, in their order.
  var hits: [HitLine] = []
  /// Turns of their strokes, in the order in which they were carried out.
  var strokes: [VoiceEvent] = []
  var returns = KeptReturns()

  /// The turn of each hit in which its sound was drawn last, by ``HitLine/beginning``.
  var drawn: [Int: VoiceEvent] {
    strokes.reduce(into: [:]) { drawn, played in
      if played.choices != nil { drawn[played.stroke.hit] = played }
    }
  }

  /// The turns of strokes without those of some of the hits, and of their precursors: what began shortly before and was no
  /// hit.
  func strokes(without hits: [HitLine], sampleRateHz: Int) -> [VoiceEvent] {
    var dropped = Set(hits.map(\.beginning))
    let told = Set(self.hits.map(\.beginning))
    // A note from outside is nobody's precursor.
    let starts = strokes.filter { $0.action == .start && $0.stroke.sound != nil }
    let precursorFrames = Units.frames(
      seconds: HitTracker.precursorSeconds, sampleRateHz: Float(sampleRateHz))
    for (precursor, next) in zip(starts, starts.dropFirst())
    where !told.contains(precursor.stroke.hit) && dropped.contains(next.stroke.hit)
      && next.frame - precursor.frame <= precursorFrames
    {
      dropped.insert(precursor.stroke.hit)
    }
    return strokes.filter { !dropped.contains($0.stroke.hit) }
  }
}
