// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Instrument

/// Watches an engine's events from the first to the last, and finds impossible ones.
public struct EventWatch {
  private enum Life: Equatable {
    case begun(onsetFrame: Int)
    case over
  }

  /// How long after its onset a hit may not yet be settled.
  private static let openFrames = 4800

  /// The faults, a sentence each.
  public private(set) var faults: [String] = []
  /// Hits that were settled.
  public private(set) var settled = 0
  /// The actions on each note.
  public private(set) var notes: [HitIdentity: Set<PlayedNote.Action>] = [:]
  /// Times that a device was said to be lost.
  public private(set) var losses = 0
  /// Pops that were said.
  public private(set) var pops = 0
  /// Recordings that were closed with nothing to say against them.
  public private(set) var wholeRecordings: [String] = []
  private var lives: [HitIdentity: Life] = [:]
  private var lastOnset = Int.min
  private var lastMeterFrame = 0
  private var hasEnded = false

  /// Nothing has happened.
  public init() {}

  /// Takes in an event.
  public mutating func take(_ event: EngineEvent) {
    switch event {
    case .hit(let hit): take(hit)
    case .note(let note): take(note)
    case .xrun(let xrun):
      pops += 1
      if xrun.number < pops { faults.append("pop \(xrun.number) is the \(pops)th") }
    case .recording(let kept) where kept.state == .closed && kept.detail == nil:
      wholeRecordings += kept.path.map { [$0] } ?? []
    case .meters(let meters):
      if meters.frame < lastMeterFrame { faults.append("frames ran backwards at \(meters.frame)") }
      lastMeterFrame = meters.frame
    case .device(let device) where device.state == .lost: losses += 1
    case .ended:
      if hasEnded { faults.append("the end was published twice") }
      hasEnded = true
    default: break
    }
  }

  private mutating func take(_ note: EngineEvent.Note) {
    // A loop takes back notes that it sent ahead.
    if note.action == .off, notes[note.id] == nil, note.source != .loop {
      faults.append("the note \(note.id) ended, and was not struck")
    }
    if note.action == .on, notes[note.id]?.contains(.off) == true {
      faults.append("the note \(note.id) was struck after its end")
    }
    if !notes[note.id, default: []].insert(note.action).inserted {
      faults.append("'\(note.action)' of the note \(note.id) was published twice")
    }
  }

  private mutating func take(_ hit: HitMessage) {
    let before = lives[hit.id]
    switch hit.turn {
    case .begun:
      if before != nil { faults.append("the hit \(hit.id) began twice") }
      lives[hit.id] = .begun(onsetFrame: hit.onsetFrame)
    case .revised:
      if before == nil || before == .over {
        faults.append("the hit \(hit.id) was revised, and was not begun")
      }
    case .withdrawn:
      if before == nil || before == .over {
        faults.append("the hit \(hit.id) was withdrawn, and was not begun")
      }
      lives[hit.id] = .over
    case .refused:
      if before == .over { faults.append("the hit \(hit.id) was refused after its end") }
      lives[hit.id] = .over
    case .settled:
      if before == nil { faults.append("the hit \(hit.id) was settled, and was not begun") }
      if before == .over { faults.append("the hit \(hit.id) was settled after its end") }
      lives[hit.id] = .over
      settled += 1
      if hit.hit != settled {
        faults.append("hit \(hit.hit.map(String.init) ?? "nil") was settled as the \(settled)th")
      }
      if hit.onsetFrame < lastOnset { faults.append("hits are not in the order of their onsets") }
      lastOnset = hit.onsetFrame
    }
  }

  /// The end of all events: open ones are faults, and nothing plays or is kept any longer.
  ///
  /// - Parameters:
  ///   - state: The engine's final state.
  ///   - heardFrames: Input frames that were heard.
  ///   - hits: Hits counted by the instrument, without unfetched ones.
  ///   - pops: Pops counted by the loop, without unfetched ones.
  public mutating func end(
    state: EngineState, heardFrames: Int, hits: Int, pops: Int
  ) {
    for case (let id, .begun(let onsetFrame)) in lives
    where onsetFrame < heardFrames - Self.openFrames {
      faults.append("the hit \(id) has begun and never ended")
    }
    if !hasEnded { faults.append("the end was not published") }
    if state.isPlaying { faults.append("it plays after its end") }
    if !state.recordings.isEmpty { faults.append("\(state.recordings) were not closed") }
    if let session = state.session { faults.append("the session '\(session)' was not closed") }
    expect("hits", settled, of: hits)
    expect("pops", self.pops, of: pops)
    expect("hits in the state", state.hits, of: settled)
    expect(
      "notes in the state", state.notes, of: notes.values.count { $0.contains(.on) })
  }

  private mutating func expect(_ what: String, _ count: Int, of there: Int) {
    if count != there { faults.append("\(there) \(what) were counted, and \(count) published") }
  }
}

extension EngineEvent {
  /// It is the same in every run of a world: no time of the processor is in it.
  var isReproducible: Bool { if case .load = self { false } else { true } }
}
