// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Instrument
import Kits
import Profiles
import Simulation
import Testing

@testable import Sessions

@Suite struct SessionRecordTests {
  let folder = TemporaryFolder()

  private func read(
    _ settings: InstrumentSettings, adjustments: KitAdjustments = KitAdjustments()
  ) throws -> SessionRecord {
    let session = SessionFolder(path: folder.path)
    try SessionRecord(
      startedAt: Date(timeIntervalSince1970: 0), sampleRateHz: 48_000,
      kit: .init(name: "a", path: "/a.sfz", hash: "", adjustments: adjustments),
      profile: .general, settings: settings,
      devices: .init(input: nil, output: nil, periodFrames: 64, periodCount: 2)
    ).write(session)
    return try SessionRecord.read(session)
  }

  @Test(
    "settings that no instrument can have are an error, not an instrument that ends the program")
  func settings() throws {
    var settings = InstrumentSettings()
    settings.feedback = FeedbackSettings()
    #expect(try read(settings).settings == settings)
    settings.feedback?.earliestFrames = -5
    let error = #expect(throws: SessionError.self) { try read(settings) }
    #expect(error?.kind == .broken)
  }

  @Test("a drum with an impossible change is an error")
  func adjustments() throws {
    var pad = KitAdjustments.Pad(name: "snare")
    pad.decaySeconds = 0.5
    #expect(try read(InstrumentSettings(), adjustments: KitAdjustments(pads: [pad])).outcome == nil)
    pad.decaySeconds = -1
    #expect(throws: SessionError.self) {
      try read(InstrumentSettings(), adjustments: KitAdjustments(pads: [pad]))
    }
  }

  @Test(
    "a session of another version is an error that says what can be done",
    arguments: [(2, "hear its mix.wav"), (4, "use a newer flam")])
  func versions(version: Int, advice: String) throws {
    _ = try read(InstrumentSettings())
    let path = SessionFolder(path: folder.path).recordPath
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let other = text.replacing(
      /"version"\s*:\s*3/, with: "\"version\":\(version)")
    #expect(other != text)
    try other.write(toFile: path, atomically: true, encoding: .utf8)
    let error = #expect(throws: SessionError.self) {
      try SessionRecord.read(SessionFolder(path: folder.path))
    }
    #expect(error.map { "\($0)".contains(advice) } == true)
  }
}
