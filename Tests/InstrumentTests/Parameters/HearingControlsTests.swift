// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Instrument
import Testing

@Suite struct HearingControlsTests {
  private let sounds = ["kick", "snare"]

  @Test("the changes that lead to controls lead there, thresholds by the place of their sound")
  func changes() {
    var wanted = HearingControls()
    wanted.sensitivity = 70
    wanted.strictness = .strict
    wanted.adapts = false
    wanted.thresholds = ["snare": -30]
    let changes = wanted.changes(sounds: sounds)
    #expect(changes.contains(.threshold(sound: 1, decibels: -30)))
    var led = HearingControls()
    for change in changes { led.apply(change, sounds: sounds) }
    #expect(led == wanted)
    led.apply(.threshold(sound: 1, decibels: nil), sounds: sounds)
    #expect(led.thresholds.isEmpty)
  }

  @Test("a threshold of a sound that is not in the profile has no effect")
  func unknown() {
    var controls = HearingControls()
    controls.thresholds = ["gong": -30]
    #expect(controls.changes(sounds: sounds) == HearingControls().changes(sounds: sounds))
  }

  @Test("settings are read back as they were written")
  func settings() throws {
    var settings = InstrumentSettings()
    settings.hearing.sensitivity = 70
    settings.seed = 9
    let written = try JSONEncoder().encode(settings)
    #expect(try JSONDecoder().decode(InstrumentSettings.self, from: written) == settings)
  }
}
