// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Instrument
import Notation
import Profiles
import Sequencing

/// What the player changed at the metronome, in its order.
struct ClickChanges {
  private var changes: [(tempo: EngineCommand.Tempo, frame: Int)] = []

  /// Nothing was changed.
  var isEmpty: Bool { changes.isEmpty }

  /// Takes the next entry of the journal, if it is about the metronome.
  mutating func add(_ entry: JournalEntry) {
    guard let tempo = entry.command(EngineCommand.Tempo.self), case .mix(let frame)? = entry.moment
    else { return }
    changes.append((tempo, frame + Instrument.outputLatencyFrames))
  }

  /// The metronome as it was heard in some frames of the output; nil if it did not click.
  ///
  /// - Parameter delaySeconds: See ``Notation/HeardClick``.
  func heard(
    in frames: Range<Int>, sampleRateHz: Int, delaySeconds: Double = 0
  ) -> HeardClick? {
    var clock = MusicalClock(sampleRateHz: sampleRateHz)
    var played = PlayedTempo()
    for (change, frame) in changes {
      played.beatsPerMinute = change.beatsPerMinute ?? played.beatsPerMinute
      played.meter = change.meter ?? played.meter
      played.isClicking = change.isClicking ?? played.isClicking
      clock.follow(played, atFrame: frame)
    }
    return HeardClick(clock, frames: frames, delaySeconds: delaySeconds)
  }
}

extension SessionParts {
  /// The metronome that was heard in the session, as its journal has it; nil for none.
  func click(_ record: SessionRecord, _ hits: [KeptHit]) throws -> HeardClick? {
    let rate = record.sampleRateHz
    var changes = ClickChanges()
    for entry in try journal() { changes.add(entry) }
    guard !changes.isEmpty else { return nil }
    let first = try beginningFrame()
    let length = record.outcome?.seconds ?? Double(hits.last?.frame ?? 0) / Double(rate) + 1
    return changes.heard(
      in: first..<(first + Int(length * Double(rate))), sampleRateHz: rate,
      delaySeconds: Self.roundTripSeconds(record, hits))
  }

  /// From a click's frame to the frame at which a hit is heard that falls together with it: through loudspeaker and
  /// microphone. It is what is left of the delay from tap to drum without the hearing; 0 where nothing was played aloud.
  private static func roundTripSeconds(_ record: SessionRecord, _ hits: [KeptHit]) -> Double {
    guard record.devices.output != nil, let delay = record.outcome?.latencyMilliseconds else {
      return 0
    }
    let hearing = hits.compactMap { hit in hit.startFrame.map { $0 - hit.frame } }.sorted()
    guard !hearing.isEmpty else { return 0 }
    let frames = hearing[hearing.count / 2] + Instrument.outputLatencyFrames
    return max(0, delay / 1000 - Double(frames) / Double(record.sampleRateHz))
  }
}
