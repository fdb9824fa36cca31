// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Instrument
import Simulation
import Testing

@testable import Sessions

@Suite struct HitChangeTests {
  private let folder = TemporaryFolder()
  private let hits = [
    KeptHit(hit: 1, frame: 4800, sound: "kick", velocity: 0.5, startFrame: 4930),
    KeptHit(hit: 2, frame: 9600, sound: "=snare, \"hard\"", velocity: 1, startFrame: nil),
    KeptHit(hit: 3, frame: 14_400, sound: nil, velocity: 0.1, startFrame: nil),
  ]

  private func change(_ place: Int, _ edit: (inout HitChange) -> Void) -> HitChange {
    var change = HitChange(place: place)
    edit(&change)
    return change
  }

  @Test(
    "hits are moved with their drums, made others and left out, in the order of their beginnings")
  func changed() throws {
    let changed = try hits.changed(
      by: [
        change(0) { ($0.laterFrames, $0.velocity) = (12_000, 0.25) },
        change(1) { $0.isDeleted = true }, change(2) { $0.sound = "kick" },
      ], sounds: ["kick"])
    #expect(
      changed == [
        KeptHit(hit: 3, frame: 14_400, sound: "kick", velocity: 0.1, startFrame: nil),
        KeptHit(hit: 1, frame: 16_800, sound: "kick", velocity: 0.25, startFrame: 16_930),
      ])
    #expect(try hits.changed(by: [], sounds: []) == hits)
  }

  @Test("hits are added among the others, and can be moved like them")
  func added() throws {
    let changed = try hits.changed(
      by: [
        change(5) { ($0.frame, $0.sound, $0.velocity) = (9600, "kick", 0.7) },
        change(3) { ($0.frame, $0.sound, $0.velocity, $0.laterFrames) = (100, "kick", 1, -100) },
      ], sounds: ["kick"])
    let added = [(0, Float(1)), (9600, 0.7)].map {
      KeptHit(hit: nil, frame: $0, sound: "kick", velocity: $1, startFrame: nil)
    }
    #expect(changed == [added[0], hits[0], hits[1], added[1], hits[2]])
    for wrong in [
      change(2) { ($0.frame, $0.sound, $0.velocity) = (100, "kick", 1) },
      change(3) { ($0.frame, $0.sound) = (100, "kick") },
      change(3) { ($0.frame, $0.velocity) = (100, 1) },
      change(3) { ($0.frame, $0.sound, $0.velocity) = (-1, "kick", 1) },
      change(3) { ($0.frame, $0.sound, $0.velocity) = (.max, "kick", 1) },
      change(3) { ($0.frame, $0.sound, $0.velocity) = (100, "crash", 1) },
    ] {
      #expect(throws: SessionError.self) { try hits.changed(by: [wrong], sounds: ["kick"]) }
    }
  }

  @Test("a change of no hit, to no sound, to no velocity or before the beginning is refused")
  func refused() {
    for wrong in [
      HitChange(place: 3), HitChange(place: -1), change(0) { $0.sound = "crash" },
      change(0) { $0.velocity = 1.5 }, change(0) { $0.laterFrames = -4801 },
      change(0) { $0.laterFrames = .max }, change(0) { $0.velocity = .nan },
    ] {
      #expect(throws: SessionError.self) { try hits.changed(by: [wrong], sounds: ["kick"]) }
    }
  }

  @Test("a table is kept with others, and is the same when it is read")
  func kept() throws {
    let session = SessionFolder(path: folder.path)
    let names = try [session.keepVersion(hits), session.keepVersion(hits)]
    #expect(Set(names).count == 2 && session.versions == names.sorted())
    let path = try #require(session.path(ofVersion: names[1]))
    #expect(try HitFile.read(path: path, isWhole: true).map(\.hit) == hits)
    #expect(session.path(ofVersion: "hits") == nil && session.path(ofVersion: "../x") == nil)
  }

  @Test("as comma-separated values names are quoted, and none is a formula")
  func commaSeparated() {
    #expect(
      hits.commaSeparated(sampleRateHz: 48_000) == """
        seconds,frame,sound,velocity,startFrame\r
        0.1,4800,kick,0.5,4930\r
        0.2,9600,"'=snare, ""hard\""",1.0,\r
        0.3,14400,,0.1,\r

        """)
  }

  @Test("as MIDI a table has the notes of its drums at their times")
  func midi() {
    let file = hits.midiFile(roles: ["kick": .kick], sampleRateHz: 48_000)
    let notes = [StandardMIDIFile.Note(frame: 4800, note: 36, strength: 0.5)]
    #expect(file == StandardMIDIFile(notes, sampleRateHz: 48_000))
  }
}
