// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Instrument

/// Watches what an engine says from its first event to its last, and finds what cannot be.
public struct EventWatch {
  private enum Life: Equatable {
    case begun(onsetFrame: Int)
    case over
  }

  /// A hit may not yet be settled so long after its onset.
  private static let openFrames = 4800

  /// What cannot be, a sentence each.
  public private(set) var faults: [String] = []
  /// Hits that were settled.
  public private(set) var settled = 0
  /// Notes that were struck.
  public private(set) var notesOn = 0
  /// Times that a device was said to be lost.
  public private(set) var losses = 0
  private var notes: Set<HitIdentity> = []
  private var lives: [HitIdentity: Life] = [:]
  private var lastOnset = Int.min
  private var lastMeterFrame = 0
  private var state = EngineState()
  private var hasEnded = false

  /// Nothing has happened.
  public init() {}

  /// Takes in what happens.
  public mutating func take(_ event: EngineEvent) {
    state.apply(event)
    switch event {
    case .hit(let hit): take(hit)
    case .note(let note) where note.action == .on:
      notesOn += 1
      if !notes.insert(note.id).inserted { faults.append("the note \(note.id) was struck twice") }
    case .meters(let meters):
      if meters.frame < lastMeterFrame { faults.append("frames ran backwards at \(meters.frame)") }
      lastMeterFrame = meters.frame
    case .device(let device) where device.state == .lost: losses += 1
    case .ended:
      if hasEnded { faults.append("the end was told twice") }
      hasEnded = true
    default: break
    }
  }

  private mutating func take(_ hit: HitNews) {
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

  /// All has happened: what is still open cannot be.
  public mutating func end(state told: EngineState) {
    for case (let id, .begun(let onsetFrame)) in lives
    where onsetFrame < lastMeterFrame - Self.openFrames {
      faults.append("the hit \(id) has begun and never ended")
    }
    if !hasEnded { faults.append("the end was not told") }
    if state != told { faults.append("the state is not what the events come to") }
  }
}

extension EngineEvent {
  /// It is the same in every run of a world: no time of the processor is in it.
  var isReproducible: Bool { if case .load = self { false } else { true } }
}
