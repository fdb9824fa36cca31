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

  @Test("a drum changed as no kit can be played is an error")
  func adjustments() throws {
    var pad = KitAdjustments.Pad(name: "snare")
    pad.decaySeconds = 0.5
    #expect(try read(InstrumentSettings(), adjustments: KitAdjustments(pads: [pad])).outcome == nil)
    pad.decaySeconds = -1
    #expect(throws: SessionError.self) {
      try read(InstrumentSettings(), adjustments: KitAdjustments(pads: [pad]))
    }
  }
}
