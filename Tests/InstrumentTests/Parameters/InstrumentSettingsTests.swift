// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Testing

/// Settings come from the files of sessions, too.
@Suite struct InstrumentSettingsTests {
  private static let impossible: [@Sendable (inout InstrumentSettings) -> Void] = [
    { $0.voiceCount = 0 }, { $0.gainDecibels = .nan }, { $0.gainDecibels = 1e30 },
    { $0.monitorDecibels = 1e30 }, { $0.hearing.sensitivity = -1 },
    { $0.hearing.thresholds = ["kick": 1] }, { $0.playing.humanising.pitchCents = .infinity },
    { $0.strips = [change(gain: 1e30)] }, { $0.feedback = feedback(earliestFrames: -5) },
    { $0.feedback = feedback(pathSeconds: 1e30) }, { $0.feedback = feedback(pathSeconds: 0) },
  ]

  private static func change(gain: Float) -> StripChange {
    var change = StripChange(drum: "kick")
    change[.gain] = gain
    return change
  }

  private static func feedback(
    earliestFrames: Int = 128, pathSeconds: Float = 0.17
  ) -> FeedbackSettings {
    var settings = FeedbackSettings()
    (settings.earliestFrames, settings.pathSeconds) = (earliestFrames, pathSeconds)
    return settings
  }

  @Test("the usual settings are possible, with all that can be added")
  func possible() {
    var settings = InstrumentSettings()
    #expect(settings.isPossible)
    settings.feedback = FeedbackSettings(periodFrames: 8192)
    settings.monitorDecibels = 12
    settings.strips = [Self.change(gain: 0)]
    #expect(settings.isPossible)
  }

  @Test("a number that no instrument can be set to is reported", arguments: impossible.indices)
  func isToldApart(index: Int) {
    var settings = InstrumentSettings()
    Self.impossible[index](&settings)
    #expect(!settings.isPossible)
  }
}
